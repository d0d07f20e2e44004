"""Answers that an agent can afford, and signs of what is missing in them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from mcp_types import CallToolResult, TextContent

from cli.command_runner import refrakt
from refrakt.compact_text import compact_text
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.hosts.mcp.schema_compaction import output_schema
from refrakt.services.registry import services

from .mcp_clients import SITE, client, project

BUDGETS = {
    "plan.status": 4_000,
    "refrakt.detect": 4_000,
    "plan.validate": 8_000,
    "refrakt.check": 8_000,
    "refrakt.pages": 8_000,
    "refrakt.inspect_list": 8_000,
}
LIST = 23_900


def text_of(result: CallToolResult) -> str:
    return "".join(each.text for each in result.content if isinstance(each, TextContent))


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A project with long lists of everything."""
    pages = {
        f"content/guides/page-{n}.md": f"# Page {n}\n\n{{% hnit %}}\nSee [it](/nowhere-{n}).\n{{% /hnit %}}\n"
        for n in range(120)
    }
    specs = {f"plan/specs/SPEC-{n:03}-s.md": entity("spec", f"SPEC-{n:03}", "accepted") for n in range(1, 80)}
    work = {
        f"plan/work/WORK-{n:03}-w.md": entity("work", f"WORK-{n:03}", "ready", f' source="SPEC-{n % 79 + 1:03}"')
        for n in range(1, 120)
    }
    return project(tmp_path / "large", {**SITE, "content/index.md": "# Home\n", **pages, **specs, **work})


def entity(kind: str, id: str, status: str, more: str = "") -> str:
    title = f"The {kind} {id} with a title of some length"
    return f'{{% {kind} id="{id}" status="{status}"{more} %}}\n\n# {title}\n\n{{% /{kind} %}}\n'


@pytest.mark.usefixtures("planner")
@pytest.mark.parametrize("tool", BUDGETS)
async def test_the_default_answer_is_short(side: McpConnectionHandler, large: Path, tool: str) -> None:
    async with client(side, large, "legacy") as connected:
        result = await connected.call_tool(tool, {"wait": 50} if tool in ("refrakt.check", "refrakt.pages") else {})
    data = result.structured_content
    assert data is not None
    assert text_of(result) == compact_text(data)
    assert len(text_of(result)) <= BUDGETS[tool]
    if tool != "refrakt.detect":
        assert data["truncated"] is True
        assert ("nextCursor" in data) != ("cut" in data)


@pytest.mark.usefixtures("planner")
async def test_cursors_reach_everything(side: McpConnectionHandler, large: Path) -> None:
    async with client(side, large, "legacy") as connected:
        for tool, field, arguments in [
            ("plan.next", "items", {"count": 115}),
            ("plan.validate", "issues", {}),
            ("refrakt.check", "problems", {"wait": 50}),
            ("refrakt.pages", "pages", {"wait": 50}),
        ]:
            found: list[Any] = []
            cursor: dict[str, Any] = {}
            while True:
                data = (await connected.call_tool(tool, {**arguments, **cursor})).structured_content
                assert data is not None
                found += data[field]
                if "nextCursor" not in data:
                    break
                cursor = {"cursor": data["nextCursor"]}
            assert len(found) == len({json.dumps(each) for each in found}) > 100, tool
            if tool == "plan.validate":
                assert len(found) == sum(data["counts"].values())


@pytest.mark.usefixtures("planner")
async def test_full_detail_is_everything(side: McpConnectionHandler, large: Path) -> None:
    async with client(side, large, "legacy") as connected:
        status = (await connected.call_tool("plan.status", {"detail": "full"})).structured_content
        detected = (await connected.call_tool("refrakt.detect", {"detail": "full"})).structured_content
    assert status is not None
    assert len(status["specRollups"]) == 79
    assert "truncated" not in status
    assert detected is not None
    assert all("description" in command for plugin in detected["plugins"] for command in plugin["commands"])


@pytest.mark.usefixtures("planner")
async def test_a_problem_costs_at_most_300_characters(side: McpConnectionHandler, large: Path) -> None:
    async with client(side, large, "legacy") as connected:
        result = await connected.call_tool("refrakt.check", {"wait": 50})
    assert result.structured_content is not None
    assert len(text_of(result)) / len(result.structured_content["problems"]) <= 300


@pytest.mark.usefixtures("planner")
async def test_the_list_of_tools_is_short(side: McpConnectionHandler, large: Path) -> None:
    async with client(side, large, "legacy") as connected:
        tools = (await connected.list_tools()).tools
    listed = json.dumps([each.model_dump(by_alias=True, exclude_none=True, mode="json") for each in tools])
    assert len(listed) <= LIST
    assert all(each.title for each in tools)


@pytest.mark.usefixtures("planner")
async def test_answers_match_the_complete_schemas(side: McpConnectionHandler, large: Path) -> None:
    """The listed schemas are short; the complete ones are in the manual."""
    async with client(side, large, "legacy") as connected:
        for name in BUDGETS:
            if name.startswith("refrakt."):
                answer = (await connected.call_tool(name)).structured_content
                jsonschema.validate(_without_signs(answer), output_schema(services()[name].output))


def _without_signs(answer: dict[str, Any] | None) -> dict[str, Any]:
    return {key: value for key, value in (answer or {}).items() if key not in ("truncated", "cut")}


@pytest.mark.usefixtures("planner")
async def test_tools_that_overwrite_are_destructive(side: McpConnectionHandler, large: Path) -> None:
    async with client(side, large, "legacy") as connected:
        hints = {each.name: each.annotations for each in (await connected.list_tools()).tools}
    destructive = {name for name, each in hints.items() if each is not None and each.destructive_hint}
    assert destructive == {"plan.update", "plan.migrate"}


async def test_the_corpus(side: McpConnectionHandler, shared: Path) -> None:
    async with client(side, shared / "corpus" / "refrakt", "legacy") as connected:
        for name, budget in BUDGETS.items():
            arguments: dict[str, Any] = {"site": "main"} if name in ("refrakt.pages", "refrakt.inspect_list") else {}
            assert len(text_of(await connected.call_tool(name, arguments))) <= budget, name
        tools = (await connected.list_tools()).tools
    assert len(json.dumps([each.model_dump(by_alias=True, exclude_none=True, mode="json") for each in tools])) <= LIST


@pytest.mark.bench
async def test_the_sizes_after_indexing(side: McpConnectionHandler, shared: Path) -> None:
    """The same when all pages are read, as a table for docs/performance.md."""
    root = shared / "corpus" / "refrakt"
    refrakt("check", "--quiet", cwd=root)  # fills the cache
    async with client(side, root, "legacy") as connected:
        while not ((await connected.call_tool("refrakt.check", {"wait": 5})).structured_content or {})["complete"]:
            pass
        for name, arguments in SIZED:
            result = await connected.call_tool(name, arguments)
            text, data = text_of(result), json.dumps(result.structured_content, ensure_ascii=False)
            sys.stdout.write(f"| `{name}` {arguments or ''} | {len(text.encode()):,} | {len(data.encode()):,} |\n")
            assert len(text) <= BUDGETS.get(name, 20_000), name
        tools = (await connected.list_tools()).tools
    listed = [each.model_dump(by_alias=True, exclude_none=True, mode="json") for each in tools]
    sys.stdout.write(f"| `tools/list`, {len(tools)} tools | | {len(json.dumps(listed)):,} |\n")


MAIN = {"site": "main"}
SIZED: list[tuple[str, dict[str, Any]]] = [
    ("plan.status", {}),
    ("plan.validate", {}),
    ("plan.next", {}),
    ("plan.next", {"count": 50}),
    ("refrakt.detect", {}),
    ("refrakt.check", {}),
    ("refrakt.pages", MAIN),
    ("refrakt.inspect_list", MAIN),
    ("refrakt.references", {"url": "/docs/getting-started", **MAIN}),
    ("refrakt.reference", {"rune": "steps", **MAIN}),
    ("refrakt.inspect", {"rune": "hint", **MAIN}),
]
