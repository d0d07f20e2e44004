from __future__ import annotations

from pathlib import Path

import pytest

from plan.history.repositories import Repo


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """An empty repository; its plan is in `plan`."""
    return Repo(tmp_path / "repo")


@pytest.fixture
def plan(repo: Repo) -> Path:
    return repo.folder / "plan"
