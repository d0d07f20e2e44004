"""A process that is killed at any moment leaves no file half written, and what it was doing is finished by running it again."""

from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from plan.plans import call, entity, write
from refrakt.project import exclusive_rename, temporary_files
from refrakt.project.confined_writer import ConfinedWriter
from refrakt.project.temporary_files import draft, sweep

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does")

DRIVER = Path(__file__).with_name("kill_at_each_step.py")
ABANDONED = ".refrakt-0123456789abcdef.tmp"


def page(number: int, section: str = "Dependencies") -> str:
    return entity("work", f"WORK-{number:03}", f"## {section}\n\nnone", status="ready")


def texts(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


def plan(root: Path, count: int) -> Path:
    return write(root, {f"plan/work/{number}.md": page(number) for number in range(count)})


RUNS: dict[str, tuple[str, dict[str, Any]]] = {
    "edit": ("migrate", {"subcommand": "dependencies", "apply": True}),
    "move": ("migrate", {"subcommand": "filenames", "apply": True}),
    "init": ("init", {"agent": "claude"}),
}


@pytest.mark.parametrize(
    ("kind", "way"),
    [("edit", "one-step"), ("move", "one-step"), ("move", "two-steps"), ("init", "one-step"), ("init", "two-steps")],
)
def test_a_run_that_was_killed_anywhere_is_finished_by_another(tmp_path: Path, kind: str, way: str) -> None:
    command, arguments = RUNS[kind]
    plan(tmp_path / "template", 2)
    write(tmp_path / "template", {"CLAUDE.md": "Me\n"})
    expected = plan(tmp_path / "expected", 2)
    write(expected, {"CLAUDE.md": "Me\n"})
    call(command, expected, arguments)
    ran = subprocess.run(
        [sys.executable, DRIVER, tmp_path, way, command, json.dumps(arguments)], capture_output=True, check=False
    )
    assert ran.returncode == 0, ran.stderr.decode()
    before, after = texts(tmp_path / "template"), texts(expected)
    trials = [path for path in tmp_path.iterdir() if path.name.isdigit()]
    assert len(trials) > 2
    for root in trials:
        for name, text in texts(root).items():
            if not name.rpartition("/")[2].startswith(".refrakt-"):
                assert text in (before.get(name), after.get(name)), root
        answer = call(command, root, arguments)
        assert answer.get("errors", []) == [], root
        if way == "two-steps":  # a finished file may still have the name of its draft, too
            temporary_files._swept.clear()
            for folder in (root, *root.rglob("*/")):
                sweep(str(folder))
        assert texts(root) == after, root


def trial(root: Path, kind: str, seconds: float) -> bool:
    """Kill a migration after so many seconds; whether it was still running."""
    script = (
        "import sys\nfrom pathlib import Path\nfrom refrakt.plugins import CommandContext, Disk\n"
        "from refrakt_plan.commands.migrate import MigrateInput, run_migrate\n"
        "from refrakt_plan.migrations import dependencies, filenames, pull_requests, stage_changes\n"
        "root = Path(sys.argv[1])\nprint('ready', flush=True)\n"
        f"run_migrate(MigrateInput(kind={kind!r}, apply=True), root / 'plan', CommandContext(root, {{}}, Disk(root)))\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, root], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(seconds)
        process.kill()
        return process.wait() < 0


def trials(tmp_path: Path, count: int, pages: int) -> None:
    chance = random.Random(14)
    killed = 0
    longest = 0.25
    for number in range(count):
        kind = ("dependencies", "filenames")[number % 2]
        root = plan(tmp_path / str(number), pages)
        was_running = trial(root, kind, chance.uniform(0, longest))
        killed += was_running
        longest *= 1.3 if was_running else 0.8
        section = "Blocked by" if kind == "dependencies" else "Dependencies"
        assert call("migrate", root, {"subcommand": kind, "apply": True})["errors"] == []
        found = texts(root)
        assert len(found) == pages
        assert sorted(found.values()) == sorted(page(each, section) for each in range(pages))
    assert killed


def test_random_kills_leave_nothing_behind(tmp_path: Path) -> None:
    trials(tmp_path, 8, 40)


@pytest.mark.slow
def test_many_random_kills_leave_nothing_behind(tmp_path: Path) -> None:
    trials(tmp_path, 200, 60)


# Drafts ---------------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _nothing_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(temporary_files, "_swept", set())


def test_an_abandoned_draft_is_removed_before_the_next_is_written(tmp_path: Path) -> None:
    write(tmp_path, {ABANDONED: "half", "a.md": "a", "deep/" + ABANDONED: "half"})
    ConfinedWriter(tmp_path).replace("a.md", b"b")
    assert sorted(texts(tmp_path)) == ["a.md", f"deep/{ABANDONED}"]
    ConfinedWriter(tmp_path).create("deep/b.md", b"b")
    assert sorted(texts(tmp_path)) == ["a.md", "deep/b.md"]


def test_a_draft_that_is_being_written_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with draft(str(tmp_path), b"one", 0o600) as first:
        monkeypatch.setattr(temporary_files, "_swept", set())
        with draft(str(tmp_path), b"two", 0o600) as second:
            assert (Path(first).read_bytes(), Path(second).read_bytes()) == (b"one", b"two")
    assert list(tmp_path.iterdir()) == []


def test_a_draft_removed_before_it_is_locked_is_recreated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = temporary_files._lock
    removed: list[Path] = []

    def late(handle: int, *, wait: bool) -> bool | None:
        if not removed:
            removed.extend(tmp_path.iterdir())
            removed[0].unlink()
        return lock(handle, wait=wait)

    monkeypatch.setattr(temporary_files, "_lock", late)
    ConfinedWriter(tmp_path).create("a.md", b"a")
    assert len(removed) == 1
    assert texts(tmp_path) == {"a.md": "a"}


@pytest.mark.parametrize(
    "name",
    [
        ".refrakt-.tmp",
        ".refrakt-0123.tmp",
        ".refrakt-0123456789ABCDEF.tmp",
        f"{ABANDONED}.md",
        f"x{ABANDONED}",
        "a.tmp",
    ],
)
def test_other_files_are_no_drafts(tmp_path: Path, name: str) -> None:
    write(tmp_path, {name: "mine"})
    sweep(str(tmp_path))
    assert texts(tmp_path) == {name: "mine"}


def test_links_folders_and_pipes_are_no_drafts(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"a.md": "a", ABANDONED: "mine"})
    root = write(tmp_path / "root", {})
    (root / ABANDONED).symlink_to(outside / ABANDONED)
    (root / ABANDONED.replace("0", "1")).mkdir()
    os.mkfifo(root / ABANDONED.replace("0", "2"))
    before = sorted(each.name for each in root.iterdir())
    sweep(str(root))
    assert sorted(each.name for each in root.iterdir()) == before
    assert (outside / ABANDONED).exists()


def test_a_draft_of_another_user_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {ABANDONED: "theirs"})
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    sweep(str(tmp_path))
    assert (tmp_path / ABANDONED).exists()


def test_where_files_cannot_be_locked_only_old_drafts_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {ABANDONED: "new", ABANDONED.replace("0", "1"): "old"})
    os.utime(tmp_path / ABANDONED.replace("0", "1"), (0, 0))
    monkeypatch.setattr(temporary_files, "_lock", lambda handle, *, wait: None)
    ConfinedWriter(tmp_path).create("a.md", b"a")
    assert sorted(texts(tmp_path)) == [ABANDONED, "a.md"]


# Moving ---------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["one step", "two steps", "refused by the disk"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How the system renames a file without replacing another."""
    if request.param == "two steps":
        monkeypatch.setattr(exclusive_rename, "_system_call", lambda: None)
    elif request.param == "refused by the disk":
        monkeypatch.setattr(exclusive_rename, "_system_call", lambda: lambda old, new: False)
    return str(request.param)


@pytest.mark.usefixtures("way")
def test_a_move_replaces_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "a", "b.md": "b", "folder/c.md": "c"})
    (tmp_path / "link.md").symlink_to("nowhere")
    (tmp_path / "empty").mkdir()
    writer = ConfinedWriter(tmp_path)
    for new in ("b.md", "link.md", "empty", "a.md"):
        with pytest.raises(FileExistsError):
            writer.move("a.md", new)
    with pytest.raises(FileExistsError):
        writer.move("folder", "empty")
    writer.move("a.md", "deep/er/a.md")
    writer.move("folder", "other")
    writer.move("link.md", "moved.md")
    assert texts(tmp_path) == {"b.md": "b", "deep/er/a.md": "a", "other/c.md": "c"}
    assert os.readlink(tmp_path / "moved.md") == "nowhere"


@pytest.mark.usefixtures("way")
def test_a_move_that_left_both_names_is_finished(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "a"})
    os.link(tmp_path / "a.md", tmp_path / "b.md")
    ConfinedWriter(tmp_path).move("a.md", "b.md")
    assert texts(tmp_path) == {"b.md": "a"}


@pytest.mark.usefixtures("way")
def test_a_file_that_is_moved_to_its_own_name_is_not_lost(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "a"})
    os.link(tmp_path / "a.md", tmp_path / "b.md")
    (tmp_path / "here").symlink_to(".")
    for new in ("a.md", "here/a.md", "./a.md"):
        with pytest.raises(FileExistsError):
            ConfinedWriter(tmp_path).move("a.md", new)
    assert texts(tmp_path) == {"a.md": "a", "b.md": "a"}


def test_a_migration_finishes_a_move_that_left_both_names(tmp_path: Path) -> None:
    write(tmp_path, {"plan/work/1.md": page(1)})
    os.link(tmp_path / "plan/work/1.md", tmp_path / "plan/work/WORK-001-1.md")
    assert call("migrate", tmp_path, {"subcommand": "filenames", "apply": True})["errors"] == []
    assert texts(tmp_path) == {"plan/work/WORK-001-1.md": page(1)}


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.EINVAL, errno.EPERM])
def test_a_system_that_cannot_rename_in_one_step_does_it_in_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    import ctypes

    class Library:
        def __init__(self, *_: object, **__: object) -> None: ...

        def renameat2(self, *_: object) -> int:
            ctypes.set_errno(number)
            return -1

        renamex_np = renameat2

    write(tmp_path, {"a.md": "a", "b.md": "b"})
    monkeypatch.setattr(ctypes, "CDLL", Library)
    exclusive_rename._system_call.cache_clear()
    try:
        writer = ConfinedWriter(tmp_path)
        writer.move("a.md", "c.md")
        with pytest.raises(FileExistsError):
            writer.move("b.md", "c.md")
    finally:
        exclusive_rename._system_call.cache_clear()
    assert texts(tmp_path) == {"b.md": "b", "c.md": "a"}


def test_audit_hooks_observe_renames(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom refrakt.project.confined_writer import ConfinedWriter\n"
        "sys.addaudithook(lambda event, given: event == 'os.rename' and print(given[1]))\n"
        "ConfinedWriter(Path(sys.argv[1])).create('a.md', b'a')\n"
    )
    ran = subprocess.run([sys.executable, "-c", script, tmp_path], capture_output=True, check=True)
    assert ran.stdout.decode().splitlines() == [str(tmp_path / "a.md")]
