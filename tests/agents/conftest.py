"""Projects of each kind, and an MCP connection handler for them."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from plugins.installation import Installation, installation
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.plugins import plugin_calls
from refrakt.project.workspace import Workspace

from . import garden, mcp_clients


@pytest.fixture(autouse=True)
def _enable_all_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin_calls, "_disabled", {})


@pytest.fixture
def workspace() -> Iterator[Workspace]:
    made = Workspace()
    yield made
    for each in made.indexes():
        each.close()


@pytest.fixture
async def side(workspace: Workspace) -> AsyncIterator[McpConnectionHandler]:
    """The MCP side of a process."""
    async with mcp_clients.side(workspace) as made:
        yield made


@pytest.fixture(params=mcp_clients.ERAS)
def era(request: pytest.FixtureRequest) -> str:
    """Once for each era of the protocol."""
    return str(request.param)


@pytest.fixture
def nothing(tmp_path: Path) -> Path:
    """A project with neither a site nor a plan."""
    return mcp_clients.project(tmp_path / "nothing", {"README.md": "# Nothing\n"})


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A project with one site."""
    return mcp_clients.project(tmp_path / "site", mcp_clients.SITE | {"content/index.md": "# Home\n"})


@pytest.fixture
def two_sites(tmp_path: Path) -> Path:
    return mcp_clients.project(tmp_path / "two", mcp_clients.TWO_SITES)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    """A folder of distributions that this process and its children can import."""
    known = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(tmp_path / "site-packages"), known))))
    with installation(tmp_path / "site-packages", monkeypatch) as made:
        yield made


@pytest.fixture
def gardened(tmp_path: Path, gardener: None) -> Path:
    """A project with a site and a garden."""
    files = {
        "refrakt.config.json": '{"site": {"contentDir": "./content", "plugins": ["refrakt-garden"]}}',
        "content/index.md": "# Garden\n",
        "garden/roses.md": "# Roses\n",
    }
    return mcp_clients.project(tmp_path / "gardened", files)


@pytest.fixture
def gardener(installed: Installation) -> None:
    """The plugin `garden` is installed."""
    installed.code(garden.NAME, garden.CODE)


@pytest.fixture
def planner() -> None:
    """The plan plugin is installed, as it is with refrakt itself."""
    if not any(each.name == "plan" for each in entry_points(group="refrakt.plugins")):
        pytest.skip("the plan plugin has no entry point in this installation")
