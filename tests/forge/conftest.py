from __future__ import annotations

import os
from pathlib import Path

import pytest

from refrakt.plugins import plugin_calls

from .forge_project import ForgeProject


@pytest.fixture
def forge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ForgeProject:
    """An empty project and an empty home folder; nothing of the real user counts."""
    root, home = tmp_path.resolve() / "project", tmp_path.resolve() / "home"
    (root / ".git").mkdir(parents=True)
    home.mkdir()
    for name in [each for each in os.environ if each.startswith(("FRACTARY_", "STOCKYARD_", "FORGE_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(plugin_calls, "_disabled", {})
    return ForgeProject(root, home)
