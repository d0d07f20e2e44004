"""What is loaded before the first call."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from plugins.installation import Installation
from refrakt.hosts.link.start_record import HostStart
from refrakt.hosts.mcp import project_server
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.hosts.mcp.project_view import view_project
from refrakt.hosts.mcp.warm_up import warm_up
from refrakt.project.workspace import Workspace
from refrakt_plan.scanner import plan_scanner

from .mcp_clients import PATIENCE, SITE, TWO_SITES, project, streams

PAGES = {"content/index.md": "# Home\n"}
PLAN = {"plan/work/WORK-001-a.md": '{% work id="WORK-001" status="ready" %}\n# A\n{% /work %}\n'}
PLUGINS = """
def fail(context):
    raise ValueError("no")

def leave(context):
    raise SystemExit(3)

def note(context):
    (context.cwd / "prepared").write_text(context.config["site"]["contentDir"])

plugin = CliPlugin("{name}", [Command("do", "Does it.", lambda argv: None)], "about", prepare={name})
"""


async def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return project(tmp_path / "site", SITE | PAGES | PLAN)


async def test_plan_and_pages_are_loaded_after_the_first_client_has_connected(root: Path, workspace: Workspace) -> None:
    handler = McpConnectionHandler(workspace, start=HostStart.now())
    try:
        async with streams(handler, root):
            await until(lambda: plan_scanner._scanner(root / "plan")._complete)
            await until(lambda: workspace.known_index(root / "content" / "index.md"))
    finally:
        handler.close()


def test_the_pages_of_all_sites_are_loaded(tmp_path: Path, workspace: Workspace) -> None:
    root = project(tmp_path / "two", TWO_SITES | {"main/index.md": "# Main\n", "blog/index.md": "# Blog\n"})
    warm_up(view_project(workspace, root))
    assert workspace.known_index(root / "main" / "index.md") is not None
    assert workspace.known_index(root / "blog" / "index.md") is not None


async def test_an_editors_process_loads_nothing_ahead(
    root: Path, side: McpConnectionHandler, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_server, "DELAY", 0.0)
    async with streams(side, root):
        await asyncio.sleep(0.3)
    assert workspace.known_index(root / "content" / "index.md") is None
    assert not plan_scanner._scanner(root / "plan")._complete


def test_plugins_that_fail_to_prepare_change_nothing(
    root: Path, workspace: Workspace, installed: Installation, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("fail", "leave", "note"):
        installed.code(f"refrakt-{name}", PLUGINS.replace("{name}", name))
    config = root / "refrakt.config.json"
    names = ", ".join(f'"refrakt-{name}"' for name in ("fail", "leave", "note"))
    config.write_text(config.read_text("utf-8").replace('"@refrakt-md/marketing"', names), "utf-8")
    view = view_project(workspace, root)
    warm_up(view)
    assert (root / "prepared").read_text("utf-8") == "./content"
    tools = view_project(workspace, root).available_tools.tool_names()
    assert {"fail.do", "leave.do", "note.do"} <= {*tools}
