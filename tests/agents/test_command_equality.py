"""The JSON of a command is the structured content of its tool, with everything in it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from cli.command_runner import SITE, refrakt
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler

from .mcp_clients import client

FULL = {"detail": "full"}
PAGE = "content/index.md"
OPERATIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("reference hint --format json", "refrakt.reference", {"rune": "hint"}),
    ("reference --package learning --format json", "refrakt.reference", {"package": "learning", **FULL}),
    ("inspect --list --json", "refrakt.inspect_list", {}),
    (
        "inspect hint --type=warning --json",
        "refrakt.inspect",
        {"rune": "hint", "attributes": {"type": "warning"}, **FULL},
    ),
    (
        "inspect hint --type=all --json",
        "refrakt.inspect",
        {"rune": "hint", "attributes": {"type": "all"}, **FULL},
    ),
    ("inspect --audit hint --json", "refrakt.inspect_audit", {"rune": "hint"}),
    ("contracts", "refrakt.contracts", FULL),
    ("contracts hint", "refrakt.contracts", {"rune": "hint", **FULL}),
    ("detect --format json", "refrakt.detect", FULL),
    ("plugins list --format json", "refrakt.plugins_list", {}),
    ("check --format json", "refrakt.check", {"wait": 50}),
    ("pages --draft --format json", "refrakt.pages", {"draft": True}),
    ("pages --has-problems --format json", "refrakt.pages", {"hasProblems": True, "wait": 50}),
    ("pages --no-has-problems --format json", "refrakt.pages", {"hasProblems": False, "wait": 50}),
    ("references --url / --format json", "refrakt.references", {"url": "/"}),
    ("validate --format json", "refrakt.validate", {}),
    ("validate-content content/index.md --format json", "refrakt.validate_content", {"path": PAGE}),
    ("fix content/drafts/mistakes.md --format json", "refrakt.fix", {"path": "content/drafts/mistakes.md"}),
    ("render content/index.md --format json", "refrakt.render", {"path": PAGE, **FULL}),
    ("i18n extract", "refrakt.i18n_extract", {}),
    ("plan next --count 50 --format json", "plan.next", {"count": 50}),
    ("plan status --format json", "plan.status", FULL),
    ("plan validate --format json", "plan.validate", {}),
    ("plan next-id work --format json", "plan.next_id", {"type": "work"}),
    ("plan context WORK-001 --format json", "plan.context", {"id": "WORK-001"}),
    ("plan graph --format json", "plan.graph", {"format": "json"}),
    ("plan history --format json", "plan.history", {}),
    ("plan migrate filenames --format json", "plan.migrate", {"subcommand": "filenames"}),
    ("rename --url /about --to /us --format json", "refrakt.rename", {"url": "/about", "to": "/us"}),
    ("version --format json", "refrakt.version", {}),
    ("package validate . --format json", "refrakt.package_validate", {"dir": "."}),
]


@pytest.mark.parametrize(("command", "tool", "arguments"), OPERATIONS, ids=[each[0] for each in OPERATIONS])
async def test_a_command_and_its_tool_answer_the_same(
    side: McpConnectionHandler, tmp_path: Path, planner: None, command: str, tool: str, arguments: dict[str, Any]
) -> None:
    root = tmp_path / "site"
    shutil.copytree(SITE, root)
    (root / ".git").mkdir()
    printed = json.loads(refrakt(*command.split(), cwd=root).out)
    found: dict[str, Any] = {}
    async with client(side, root.resolve(), "legacy") as connected:
        while True:
            result = await connected.call_tool(tool, arguments)
            assert not result.is_error, result.content
            answer = dict(result.structured_content or {})
            cursor = answer.pop("nextCursor", None)
            if cursor is not None or "cursor" in arguments:
                answer.pop("truncated", None)
            found = _joined(found, answer) if found else answer
            if cursor is None:
                break
            arguments = {**arguments, "cursor": cursor}
    assert found == printed


def _joined(first: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Two pages of an answer as one."""
    return {
        name: [*first[name], *value] if isinstance(value, list) and name in first else value
        for name, value in more.items()
    }
