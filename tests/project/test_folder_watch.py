"""A watch sees every change that was made before the question, or says that it does not know."""

from __future__ import annotations

import os
import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from refrakt.project import inotify
from refrakt.project.folder_scan import files_below
from refrakt.project.folder_watch import FolderWatch

linux = pytest.mark.skipif(sys.platform != "linux", reason="the events are those of Linux")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with pages; its parent is outside of the watch."""
    top = tmp_path / "project" / "plan"
    for name in ("a.md", "work/b.md", "work/deep/c.md", "bugs/d.md"):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text("text", "utf-8")
    return top


def watched(folder: Path) -> FolderWatch:
    """A watch of a folder that was just listed."""
    watch = FolderWatch()
    watch.start(str(folder))
    for entry in files_below(folder, enter=watch.enter):
        watch.check(entry.stat())
    return watch


def replace_parent(folder: Path) -> None:
    """Another folder gets the path, without an event in the one that is watched."""
    other = folder.parent.with_name("other")
    shutil.copytree(folder.parent, other)
    folder.parent.rename(folder.parent.with_name("before"))
    other.rename(folder.parent)


def write_in_place(path: Path) -> None:
    """The same size and the same times as before."""
    status = path.stat()
    path.write_text("TEXT", "utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def write_through_open_file(path: Path) -> None:
    with path.open("r+b", buffering=0) as file:
        file.write(b"T")


def move_in(outside: Path, inside: Path) -> None:
    outside.touch()
    outside.rename(inside)


CHANGES: dict[str, Callable[[Path], object]] = {
    "written": lambda folder: (folder / "work" / "b.md").write_text("other", "utf-8"),
    "written in place": lambda folder: write_in_place(folder / "work" / "deep" / "c.md"),
    "written through an open file": lambda folder: write_through_open_file(folder / "a.md"),
    "created": lambda folder: (folder / "work" / "new.md").touch(),
    "deleted": lambda folder: (folder / "bugs" / "d.md").unlink(),
    "renamed": lambda folder: (folder / "a.md").rename(folder / "b.md"),
    "replaced": lambda folder: (folder / "a.md").replace(folder / "work" / "b.md"),
    "moved in": lambda folder: move_in(folder.parent / "x.md", folder / "x.md"),
    "moved out": lambda folder: (folder / "a.md").rename(folder.parent / "a.md"),
    "a folder renamed": lambda folder: (folder / "work" / "deep").rename(folder / "work" / "deeper"),
    "a folder created": lambda folder: (folder / "specs").mkdir(),
    "a folder deleted": lambda folder: shutil.rmtree(folder / "bugs"),
    "the folder itself renamed": lambda folder: folder.rename(folder.with_name("other")),
    "the folder itself deleted": shutil.rmtree,
    "its parent replaced": replace_parent,
    "permissions": lambda folder: (folder / "a.md").chmod(0o600),
    "truncated": lambda folder: os.truncate(folder / "a.md", 0),
}


@linux
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_just_before_the_question_is_seen(folder: Path, change: str) -> None:
    watch = watched(folder)
    assert watch.is_unchanged()
    assert watch.is_unchanged()
    CHANGES[change](folder)
    assert not watch.is_unchanged()


@linux
def test_reading_is_no_change(folder: Path) -> None:
    watch = watched(folder)
    for entry in files_below(folder):
        Path(entry.path).read_bytes()
    assert watch.is_unchanged()
    (folder.parent / "outside.md").touch()
    assert watch.is_unchanged()


@linux
def test_a_change_while_the_folder_is_listed_is_seen(folder: Path) -> None:
    watch = FolderWatch()
    watch.start(str(folder))
    listed = files_below(folder, enter=watch.enter)
    next(listed)
    (folder / "late.md").touch()
    list(listed)
    assert not watch.is_unchanged()


@linux
def test_a_file_with_another_name_is_not_trusted(folder: Path) -> None:
    os.link(folder / "a.md", folder.parent / "outside.md")
    assert not watched(folder).is_unchanged()


@pytest.mark.parametrize("system", ["nfs4", "9p", "fuse.sshfs", "virtiofs", "vboxsf", ""])
def test_a_file_system_whose_events_may_be_late_or_missing_is_not_trusted(
    folder: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr(inotify, "file_system", lambda _: system)
    assert not watched(folder).is_unchanged()


def test_without_events_nothing_is_trusted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not watched(folder).is_unchanged()


@linux
def test_at_the_limit_of_watches_nothing_is_trusted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(handle: int, folder: str) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(inotify, "watch_folder", refuse)
    assert not watched(folder).is_unchanged()


@linux
def test_lost_events_are_a_change(folder: Path) -> None:
    watch = watched(folder)
    limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if limit > 100_000:
        pytest.skip("the queue is too long to fill it")
    first, second = folder / "a.md", folder / "work" / "b.md"
    for _ in range(limit // 2 + 10):  # alternating: equal events in a row are one
        os.utime(first)
        os.utime(second)
    assert not watch.is_unchanged()


@linux
def test_a_watch_holds_one_descriptor(folder: Path) -> None:
    watch = watched(folder)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(20):
        watch.start(str(folder))
        for _entry in files_below(folder, enter=watch.enter):
            pass
    assert len(os.listdir("/proc/self/fd")) == before
    watch.stop()
    assert len(os.listdir("/proc/self/fd")) == before - 1


@linux
@pytest.mark.parametrize("seed", range(5))
def test_unchanged_means_equal(folder: Path, seed: int) -> None:
    """After random changes, a folder that is unchanged has the same files with the same content as before."""
    chance = random.Random(seed)

    def state() -> dict[str, bytes]:
        return {entry.path: Path(entry.path).read_bytes() for entry in files_below(folder)}

    watch, known, unchanged = watched(folder), state(), 0
    for step in range(60):
        for _ in range(chance.randrange(3)):
            files = sorted(Path(entry.path) for entry in files_below(folder))
            one = chance.choice(files)
            match chance.randrange(5):
                case 0:
                    one.write_text(f"{step}", "utf-8")
                case 1:
                    (one.parent / f"new{step}.md").touch()
                case 2 if len(files) > 3:
                    one.unlink()
                case 3 if one.parent != folder:
                    one.parent.rename(one.parent.with_name(f"folder{step}-{chance.random()}"))
                case _:
                    one.replace(one.with_name("renamed.md"))
        if watch.is_unchanged():
            assert state() == known
            unchanged += 1
        else:
            watch, known = watched(folder), state()
    assert unchanged > 5
