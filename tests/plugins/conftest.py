"""Installed distributions, and a project that uses them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plugins.installation import Installation, installation
from refrakt.plugins import CommandContext, Disk, plugin_calls


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    """Distributions beside refrakt. One replaces refrakt itself and has a plugin called `plan`."""
    with installation(tmp_path / "site-packages", monkeypatch) as made:
        made.plugin("refrakt", "plan", "next", "update", entry="plan", version="9.9")
        yield made


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The folder of a project."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def _enable_all_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin_calls, "_disabled", {})


@pytest.fixture
def context(project: Path) -> CommandContext:
    """The context of a handler."""
    return CommandContext(project, {}, Disk(project))
