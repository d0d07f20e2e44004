"""Random hostile projects: nothing outside of them is read, written or executed, and nothing blocks."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]


def try_workspaces(folder: Path, first: int, count: int, patience: float) -> list[str]:
    (folder / "runtime").mkdir(mode=0o700)
    environment = {
        **os.environ,
        "PYTHONPATH": str(TESTS),
        "REFRAKT_CACHE_DIR": str(folder / "cache"),
        "REFRAKT_RUNTIME_DIR": str(folder / "runtime"),
        "TMPDIR": str(folder / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",  # it would be written outside of the project
    }
    (folder / "cache").mkdir()
    argv = [sys.executable, "-m", "security.workspaces", str(folder), str(first), str(count)]
    done = subprocess.run(
        argv, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience, check=False
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")[-4000:]
    found: list[str] = json.loads(done.stdout)
    return found


def test_nothing_leaves_a_hostile_project(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert try_workspaces(tmp_path_factory.mktemp("w"), 0, 6, 240) == []


@pytest.mark.fuzz
def test_nothing_leaves_many_hostile_projects(tmp_path_factory: pytest.TempPathFactory) -> None:
    first = random.SystemRandom().randrange(10**6)
    assert try_workspaces(tmp_path_factory.mktemp("w"), first, 300, 3600) == []
