from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plan.plans import Shell, write
from refrakt_plan.plan_folder import VARIABLE
from security.trees import OLD, snapshot


@pytest.fixture(autouse=True)
def _no_plan_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Path]:
    """A folder beside the project that must stay as it is."""
    folder = write(tmp_path / "outside", {"rc": "# mine\n", "a.md": OLD, "config.json": "{}", "folder/keep": ""})
    before = snapshot(folder)
    yield folder
    assert snapshot(folder) == before


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = write(tmp_path / "project", {"plan/work/WORK-001-a.md": OLD})
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)
