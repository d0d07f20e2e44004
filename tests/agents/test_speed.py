"""The duration of a warm call, as an idle client measures it."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.project.workspace import Workspace

from .mcp_clients import MODERN, raw

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("refrakt.version", {}),
    ("refrakt.detect", {}),
    ("refrakt.reference", {}),
    ("refrakt.reference", {"rune": "hint"}),
    ("refrakt.inspect_list", {}),
    ("refrakt.inspect", {"rune": "hint", "attributes": {"type": "warning"}}),
    ("refrakt.contracts", {}),
    ("refrakt.validate_content", {"path": "content/index.md"}),
]
MANY = 100


@pytest.mark.bench
@pytest.mark.parametrize(("name", "arguments"), CALLS)
async def test_a_warm_call(
    workspace: Workspace,
    side: McpConnectionHandler,
    repository: Path,
    tmp_path: Path,
    name: str,
    arguments: dict[str, Any],
) -> None:
    root = (tmp_path / "site").resolve()
    shutil.copytree(repository / "examples" / "site", root)
    page = root / "content" / "index.md"
    workspace.open(page.as_uri(), page, page.read_text("utf-8"), 1)
    async with raw(side, root) as connected:
        params = {"name": name, "arguments": arguments, "_meta": MODERN}
        await connected.request("warm", "tools/call", params)
        took = []
        busy = time.process_time()
        for number in range(MANY):
            started = time.perf_counter()
            assert "result" in await connected.request(number, "tools/call", params)
            took.append((time.perf_counter() - started) * 1000)
        busy = (time.process_time() - busy) * 1000 / MANY
    took.sort()
    print(f"\n{name}: p50 {took[MANY // 2]:.1f} ms, p95 {took[MANY * 95 // 100]:.1f} ms, CPU {busy:.1f} ms a call")  # noqa: T201
    assert busy <= 10
