"""Projects with an empty home folder, and registries."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from refrakt.plugins import plugin_calls
from refrakt_forge.environment import LOOPBACK_VARIABLE, Environment
from refrakt_forge.registries import registry_requests

from .forge_project import ForgeProject
from .forge_servers import PLUGINS, SERVERS, Connect, connect_to, install
from .registry_server import Clock, Project, TestRegistry, running_registry


@pytest.fixture
def forge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ForgeProject:
    """An empty project and an empty home folder; nothing of the real user counts."""
    root, home = tmp_path.resolve() / "project", tmp_path.resolve() / "home"
    (root / ".git").mkdir(parents=True)
    home.mkdir()
    _isolate(home, monkeypatch)
    return ForgeProject(root, home)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project for registries: the user allows loopback, and there are no pauses between attempts."""
    _isolate(tmp_path / "home", monkeypatch)
    monkeypatch.setenv(LOOPBACK_VARIABLE, "1")
    monkeypatch.setattr(registry_requests, "PAUSES", (0.01, 0.01))
    return Project(tmp_path / "project", tmp_path / "home")


@pytest.fixture
def registry() -> Iterator[TestRegistry]:
    with running_registry() as found:
        yield found


@pytest.fixture
def second_registry() -> Iterator[TestRegistry]:
    with running_registry() as found:
        yield found


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(Environment, "now", lambda self: time.time() + made.offset)
    return made


@pytest.fixture(params=SERVERS)
def connect(
    request: pytest.FixtureRequest, forge: ForgeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Connect:
    """Connects a client to each of the servers, in the project `forge`."""
    install(tmp_path / "installed", monkeypatch, PLUGINS)
    return connect_to(request.param, forge.root)


def _isolate(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in os.environ if each.startswith(("FRACTARY_", "STOCKYARD_", "FORGE_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(plugin_calls, "_disabled", {})
