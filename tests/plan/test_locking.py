"""One writer at a time."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from refrakt.plugins import RefraktError
from refrakt_plan.changing import locking
from refrakt_plan.changing.locking import locked

COUNT = """
import sys, time
from pathlib import Path
from refrakt_plan.changing.locking import locked
folder, number = Path(sys.argv[1]), Path(sys.argv[2])
for _ in range(20):
    with locked(folder):
        seen = int(number.read_text())
        time.sleep(0.0005)
        number.write_text(str(seen + 1))
"""


def test_processes_take_turns(tmp_path: Path) -> None:
    number = tmp_path / "number"
    number.write_text("0")
    plan = tmp_path / "plan"
    plan.mkdir()
    words = [sys.executable, "-c", COUNT, str(plan), str(number)]
    for each in [subprocess.Popen(words) for _ in range(4)]:
        assert each.wait(30) == 0
    assert number.read_text() == "80"
    assert list(plan.iterdir()) == []


def take_turns(folder: Path) -> None:
    inside: list[int] = []
    most: list[int] = []

    def work(me: int) -> None:
        for _ in range(5):
            with locked(folder):
                inside.append(me)
                most.append(len(inside))
                time.sleep(0.0005)
                inside.remove(me)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(6)))
    assert most == [1] * 30


def test_threads_take_turns(tmp_path: Path) -> None:
    take_turns(tmp_path)


def test_a_file_stands_for_a_folder_that_cannot_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a disk that knows no locks for folders, or on Windows."""
    plan, temporary = tmp_path / "plan", tmp_path / "temporary"
    plan.mkdir()
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setattr(locking, "_lock", only_files(locking._lock))
    take_turns(plan)
    assert list(plan.iterdir()) == []
    assert len(list(temporary.iterdir())) == 1
    (tmp_path / "link").symlink_to(plan)
    with locked(plan), pytest.raises(RefraktError), locked(tmp_path / "link", patience=0.02):
        pass


def only_files(lock: Callable[[int], None]) -> Callable[[int], None]:
    def refusing(handle: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{handle}"):
            raise OSError(9, "Bad file descriptor")
        lock(handle)

    return refusing


def test_who_waits_too_long_is_told(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(RefraktError) as refused, locked(tmp_path, patience=0.05):
        pass
    assert refused.value.code == "TOOL_TIMEOUT"
    with locked(tmp_path, patience=0):
        pass


def test_a_folder_that_is_not_there_is_locked_above(tmp_path: Path) -> None:
    with locked(tmp_path / "a" / "b"), pytest.raises(RefraktError), locked(tmp_path, patience=0.02):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_lock_ends_with_its_owner_however_that_ends(tmp_path: Path) -> None:
    code = "import sys, time; from pathlib import Path; from refrakt_plan.changing.locking import locked\n"
    code += "with locked(Path(sys.argv[1])): print(flush=True); time.sleep(60)"
    owner = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE)
    assert owner.stdout is not None
    owner.stdout.readline()
    with pytest.raises(RefraktError), locked(tmp_path, patience=0.02):
        pass
    owner.kill()
    owner.wait()
    owner.stdout.close()
    with locked(tmp_path, patience=1):
        pass
    with pytest.raises(KeyError), locked(tmp_path):
        raise KeyError
    with locked(tmp_path, patience=0):
        pass


def test_a_folder_nobody_may_write_can_be_locked(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with locked(tmp_path, patience=0):
        pass
    tmp_path.chmod(0o700)
