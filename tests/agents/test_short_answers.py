"""The texts of long answers have at most eight kilobytes, and everything is there on demand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from refrakt.hosts.mcp.connection_handler import McpConnectionHandler

from .mcp_clients import client, text_of

LONG = "".join(
    f'## Section {number}\n\nText with *emphasis* and ünïcode.\n\n{{% hint type="warning" %}}\nHot.\n{{% /hint %}}\n\n'
    for number in range(60)
)
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("refrakt.contracts", {}),
    ("refrakt.contracts", {"rune": "hero"}),
    ("refrakt.inspect", {"rune": "hero"}),
    ("refrakt.inspect", {"rune": "hint", "attributes": {"type": "all", "width": "all"}}),
    ("refrakt.inspect", {"rune": "accordion", "items": 100}),
    ("refrakt.render", {"markdown": LONG}),
    ("refrakt.render", {"markdown": LONG, "layout": "docs"}),
    ("refrakt.render", {"markdown": "{% nosuchrune /%}\n\n" * 200}),
    ("refrakt.render", {"markdown": "> " * 60 + "deep"}),
]


@pytest.mark.parametrize(("tool", "arguments"), CALLS)
async def test_texts_of_answers_are_short(
    side: McpConnectionHandler, site: Path, tool: str, arguments: dict[str, Any]
) -> None:
    async with client(side, site, "legacy") as connected:
        result = await connected.call_tool(tool, arguments)
        assert not result.is_error
        assert sum(len(each.text.encode()) for each in result.content if each.type == "text") <= 8_000
        full = await connected.call_tool(tool, {**arguments, "detail": "full"})
    short, whole = result.structured_content, full.structured_content
    assert short is not None
    assert whole is not None
    assert "cut" not in whole or len(json.dumps(whole)) > 90_000, "only the limit of all results may cut a full answer"
    assert ("cut" in short) == short.get("truncated", False) == (short != whole)
    if tool == "refrakt.render":
        assert {"html", "tree", "seo", "meta", "warnings"} <= set(short)
        assert whole["html"].startswith(short["html"].removesuffix("…"))


async def test_wrong_arguments_are_errors_with_a_hint(side: McpConnectionHandler, site: Path) -> None:
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("refrakt.inspect", {}, "INVALID_ARGS"),
        ("refrakt.inspect", {"rune": "hnit"}, "NOT_FOUND"),
        ("refrakt.inspect", {"rune": "hint", "attributes": {"tipe": "note"}}, "INVALID_ARGS"),
        ("refrakt.inspect", {"rune": "hint", "items": 0}, "INVALID_ARGS"),
        ("refrakt.contracts", {"rune": "hnit"}, "NOT_FOUND"),
        ("refrakt.contracts_check", {"path": "../x"}, "INVALID_ARGS"),
        ("refrakt.inspect_audit", {"css": "nowhere"}, "NOT_FOUND"),
        ("refrakt.validate", {"config": "nowhere.json"}, "NOT_FOUND"),
    ]
    async with client(side, site, "legacy") as connected:
        for tool, arguments, code in wrong:
            result = await connected.call_tool(tool, arguments)
            assert result.is_error, (tool, arguments)
            assert result.meta is not None
            assert (result.meta["errorCode"], bool(result.meta["hint"])) == (code, True)
            assert text_of(result)
        unknown = await connected.call_tool("refrakt.render", {"markdown": "x", "layout": "nope"})
        assert unknown.structured_content is not None
        assert [each["code"] for each in unknown.structured_content["warnings"]] == ["unknown-layout"]
