"""Projects of each kind, and an MCP side to look at them with."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from plugins.installing import Installation, installation
from refrakt.hosts.mcp.serving import McpSide
from refrakt.plugins import running
from refrakt.project.workspace import Workspace

from . import connecting, garden


@pytest.fixture(autouse=True)
def _nobody_stays_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_switched_off", {})


@pytest.fixture
def workspace() -> Iterator[Workspace]:
    made = Workspace()
    yield made
    for each in made.indexes():
        each.close()


@pytest.fixture
async def side(workspace: Workspace) -> AsyncIterator[McpSide]:
    """The MCP side of a process."""
    async with connecting.side(workspace) as made:
        yield made


@pytest.fixture(params=connecting.ERAS)
def era(request: pytest.FixtureRequest) -> str:
    """Once for each era of the protocol."""
    return str(request.param)


@pytest.fixture
def nothing(tmp_path: Path) -> Path:
    """A project with neither a site nor a plan."""
    return connecting.project(tmp_path / "nothing", {"README.md": "# Nothing\n"})


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A project with one site."""
    return connecting.project(tmp_path / "site", connecting.SITE | {"content/index.md": "# Home\n"})


@pytest.fixture
def two_sites(tmp_path: Path) -> Path:
    return connecting.project(tmp_path / "two", connecting.TWO_SITES)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    """A place for distributions that this process and its children can import."""
    known = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(tmp_path / "site-packages"), known))))
    with installation(tmp_path / "site-packages", monkeypatch) as made:
        yield made


@pytest.fixture
def gardened(tmp_path: Path, gardener: None) -> Path:
    """A project with a site and a garden."""
    files = {
        "refrakt.config.json": '{"site": {"contentDir": "./content", "plugins": ["refrakt-garden"]}}',
        "garden/roses.md": "# Roses\n",
    }
    return connecting.project(tmp_path / "gardened", files)


@pytest.fixture
def gardener(installed: Installation) -> None:
    """The plugin `garden` is installed."""
    installed.code(garden.NAME, garden.CODE)


@pytest.fixture
def planner() -> None:
    """The plan plugin is installed, as it is with refrakt itself."""
    if not any(each.name == "plan" for each in entry_points(group="refrakt.plugins")):
        pytest.skip("the plan plugin has no entry point in this installation")
