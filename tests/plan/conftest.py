from __future__ import annotations

from pathlib import Path

import pytest

from plan.plans import Shell
from refrakt_plan.plan_folder import VARIABLE


@pytest.fixture(autouse=True)
def _no_plan_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in the test's own folder."""
    monkeypatch.chdir(tmp_path)
    return Shell(capsys)
