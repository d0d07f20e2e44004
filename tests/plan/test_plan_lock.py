"""The write lock."""

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
from refrakt_plan.editing import plan_lock
from refrakt_plan.editing.plan_lock import write_lock

COUNT = """
import sys, time
from pathlib import Path
from refrakt_plan.editing.plan_lock import write_lock
folder, number = Path(sys.argv[1]), Path(sys.argv[2])
for _ in range(20):
    with write_lock(folder):
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
            with write_lock(folder):
                inside.append(me)
                most.append(len(inside))
                time.sleep(0.0005)
                inside.remove(me)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(6)))
    assert most == [1] * 30


def test_threads_take_turns(tmp_path: Path) -> None:
    take_turns(tmp_path)


def test_a_lock_file_replaces_a_folder_that_cannot_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a file system without locks for folders, or on Windows."""
    plan, temporary = tmp_path / "plan", tmp_path / "temporary"
    plan.mkdir()
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setattr(plan_lock, "_lock", only_files(plan_lock._lock))
    take_turns(plan)
    assert list(plan.iterdir()) == []
    assert len(list(temporary.iterdir())) == 1
    (tmp_path / "link").symlink_to(plan)
    with write_lock(plan), pytest.raises(RefraktError), write_lock(tmp_path / "link", timeout=0.02):
        pass


def only_files(lock: Callable[[int], None]) -> Callable[[int], None]:
    def refusing(handle: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{handle}"):
            raise OSError(9, "Bad file descriptor")
        lock(handle)

    return refusing


def test_waiting_has_a_timeout(tmp_path: Path) -> None:
    with write_lock(tmp_path), pytest.raises(RefraktError) as refused, write_lock(tmp_path, timeout=0.05):
        pass
    assert refused.value.code == "TOOL_TIMEOUT"
    with write_lock(tmp_path, timeout=0):
        pass


def test_a_missing_folder_locks_its_parent(tmp_path: Path) -> None:
    with write_lock(tmp_path / "a" / "b"), pytest.raises(RefraktError), write_lock(tmp_path, timeout=0.02):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    code = "import sys, time; from pathlib import Path; from refrakt_plan.editing.plan_lock import write_lock\n"
    code += "with write_lock(Path(sys.argv[1])): print(flush=True); time.sleep(60)"
    owner = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE)
    assert owner.stdout is not None
    owner.stdout.readline()
    with pytest.raises(RefraktError), write_lock(tmp_path, timeout=0.02):
        pass
    owner.kill()
    owner.wait()
    owner.stdout.close()
    with write_lock(tmp_path, timeout=1):
        pass
    with pytest.raises(KeyError), write_lock(tmp_path):
        raise KeyError
    with write_lock(tmp_path, timeout=0):
        pass


def test_a_read_only_folder_can_be_locked(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with write_lock(tmp_path, timeout=0):
        pass
    tmp_path.chmod(0o700)
