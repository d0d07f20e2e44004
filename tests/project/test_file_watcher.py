"""Changed files are reported, with one notification for each burst, by a thread that sleeps."""

from __future__ import annotations

import logging
import os
import queue
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from refrakt.project import file_watcher
from refrakt.project.file_watcher import LibraryEvents, PollingEvents, Watcher, Watchers
from refrakt.project.site import project_at
from refrakt.project.watched_folders import WatchedFolders, watched

PATIENCE = 20.0
CONFIG = '{"site": {"contentDir": "./site/content", "plugins": []}}'

ChangedPaths = frozenset[Path] | None


class Notifications:
    """The notifications of a watcher."""

    def __init__(self) -> None:
        self._queue: queue.Queue[ChangedPaths] = queue.Queue()

    def __call__(self, paths: ChangedPaths) -> None:
        self._queue.put(paths)

    def next(self) -> ChangedPaths:
        return self._queue.get(timeout=PATIENCE)

    def of(self, path: Path) -> None:
        """Wait until this path is reported."""
        while path not in (self.next() or ()):
            pass

    def is_empty(self) -> bool:
        return self._queue.empty()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "project"
    for folder in ("site/content/docs", "site/static", "src", "node_modules/a", ".git"):
        (root / folder).mkdir(parents=True)
    (root / "refrakt.config.json").write_text(CONFIG)
    (root / "site/content/index.md").write_text("# Home\n")
    return root


@pytest.fixture(params=["native", "polling", "library"])
def source(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each source of events."""
    if request.param != "native":
        monkeypatch.setattr(
            file_watcher, "_native", {"polling": PollingEvents, "library": LibraryEvents}[request.param]
        )
    monkeypatch.setattr(file_watcher, "POLL_EVERY", 0.05)
    monkeypatch.setattr(file_watcher, "_STEP", 50)
    return str(request.param)


@pytest.fixture
def watch() -> Iterator[Callable[[WatchedFolders], Notifications]]:
    """Start a watcher, and wait until it watches."""
    started: list[Watcher] = []

    def start(what: WatchedFolders) -> Notifications:
        notifications = Notifications()
        started.append(Watcher(what, notifications))
        assert notifications.next() is None, "earlier changes are unknown"
        return notifications

    yield start
    for each in started:
        each.stop()


def of(root: Path, *more: Path) -> WatchedFolders:
    return watched(project_at(root), more)


Watch = Callable[[WatchedFolders], Notifications]


@pytest.mark.usefixtures("source")
def test_created_changed_and_deleted_files(root: Path, watch: Watch) -> None:
    notifications = watch(of(root))
    page = root / "site/content/docs/new.md"
    page.write_text("one")
    notifications.of(page)
    page.write_text("and two")
    notifications.of(page)
    page.rename(page.with_name("other.md"))
    notifications.of(page.with_name("other.md"))
    page.with_name("other.md").unlink()
    notifications.of(page.with_name("other.md"))


@pytest.mark.usefixtures("source")
def test_assets_and_the_config(root: Path, watch: Watch) -> None:
    notifications = watch(of(root))
    (root / "site/static/logo.svg").write_text("<svg/>")
    notifications.of(root / "site/static/logo.svg")
    (root / "refrakt.config.json").write_text("{}")
    notifications.of(root / "refrakt.config.json")


@pytest.mark.usefixtures("source")
def test_folders_created_later(root: Path, watch: Watch) -> None:
    """New folders of content, and the parents of folders that may be created."""
    notifications = watch(of(root))
    deep = root / "site/content/a/b/c"
    deep.mkdir(parents=True)
    (deep / "page.md").write_text("x")
    notifications.of(deep / "page.md")
    (deep / "second.md").write_text("x")
    notifications.of(deep / "second.md")
    catalogues = root / ".refrakt/catalogues"
    catalogues.mkdir(parents=True)
    (catalogues / "own.json").write_text("{}")
    notifications.of(catalogues / "own.json")


def test_a_moved_folder(root: Path, watch: Watch) -> None:
    """Afterwards no file in it is reported under its old path."""
    notifications = watch(of(root))
    docs, guides = root / "site/content/docs", root / "site/content/guides"
    (docs / "page.md").write_text("x")
    notifications.of(docs / "page.md")
    docs.rename(guides)
    paths = notifications.next() or frozenset()
    assert {docs, guides, guides / "page.md"} <= paths
    (guides / "page.md").write_text("y")
    assert notifications.next() == frozenset({guides / "page.md"})


def test_unwatched_files_are_not_reported(root: Path, watch: Watch) -> None:
    (root / ".gitignore").write_text("drafts/\n")
    (root / "site/content/drafts").mkdir()
    notifications = watch(of(root))
    for name in ("src/a.md", "site/content/drafts/a.md", "node_modules/a/b.md", "site/content/.a.md.swp", "notes.txt"):
        (root / name).write_text("x")
    (root / "site/content/last.md").write_text("x")
    assert notifications.next() == frozenset({root / "site/content/last.md"})


def test_a_changed_gitignore(root: Path, watch: Watch) -> None:
    (root / ".gitignore").write_text("drafts/\n")
    (root / "site/content/drafts").mkdir()
    notifications = watch(of(root))
    (root / ".gitignore").write_text("")
    assert notifications.next() is None
    (root / "site/content/drafts/a.md").write_text("x")
    notifications.of(root / "site/content/drafts/a.md")


def test_a_change_of_branch_is_one_notification(root: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine may pause in the middle.
    monkeypatch.setattr(file_watcher, "QUIET", 0.5)
    monkeypatch.setattr(file_watcher, "LONGEST", PATIENCE)
    notifications = watch(of(root))
    pages = [root / f"site/content/docs/{number}.md" for number in range(1000)]
    for page in pages:
        page.write_text("x")
        (root / "site/content/.lock").touch()
    assert notifications.next() == frozenset(pages)
    assert notifications.is_empty()


def test_too_many_files_to_name(root: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_watcher, "MOST", 5)
    notifications = watch(of(root))
    for number in range(10):
        (root / f"site/content/{number}.md").write_text("x")
    assert notifications.next() is None


def test_a_burst_without_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless:
        def wait(self, seconds: float | None) -> set[str] | None:
            return {str(time.monotonic_ns())}

    monkeypatch.setattr(file_watcher, "LONGEST", 0.02)
    begun = time.monotonic()
    assert file_watcher._burst(Endless())  # type: ignore[arg-type]
    assert time.monotonic() - begun < PATIENCE


def test_lost_events(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lossy:
        batches = iter([{"a"}, None, {"b"}, set[str]()])

        def wait(self, seconds: float | None) -> set[str] | None:
            return next(self.batches)

    assert file_watcher._burst(Lossy()) is None  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
def test_a_full_event_queue(root: Path) -> None:
    """The kernel stores a limited number of events and reports lost ones; new folders are watched all the same."""
    from refrakt.project.inotify import Inotify

    limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if limit > 50_000:
        pytest.skip("the queue is too long to fill")
    events = Inotify(of(root))
    try:
        page = root / "site/content/index.md"
        other = root / "site/content/other.md"
        other.touch()
        for _ in range(limit // 2 + 2):
            os.utime(page)  # two files in turn, since repeated events are merged
            os.utime(other)
        (root / "site/content/late").mkdir()
        changed: set[str] | None = set()
        while changed is not None:
            changed = events.wait(PATIENCE)
            assert changed is None or changed
        (root / "site/content/late/page.md").write_text("x")
        assert str(root / "site/content/late/page.md") in (events.wait(PATIENCE) or ())
    finally:
        events.close()


@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
def test_too_many_folders(
    root: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Beyond the limit of watches the files are polled, and this is logged once."""
    from refrakt.project import inotify

    def refuse(self: object, folder: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(inotify.Inotify, "_enter", refuse)
    monkeypatch.setattr(file_watcher, "POLL_EVERY", 0.02)
    with caplog.at_level(logging.WARNING, "refrakt.project"):
        notifications = watch(of(root))
        for name in ("a.md", "b.md"):
            (root / "site/content" / name).write_text("x")
            notifications.of(root / "site/content" / name)
    assert len([each for each in caplog.records if "cannot be watched" in each.message]) == 1


def test_a_project_removed_and_created_again(root: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_watcher, "POLL_EVERY", 0.02)
    notifications = watch(of(root))
    shutil.rmtree(root)
    while notifications.next() is not None:
        pass  # the deleted files; then that anything may have changed
    (root / "site/content").mkdir(parents=True)
    (root / "site/content/page.md").write_text("x")
    notifications.of(root / "site/content/page.md")


def test_files_watched_for_plugins(root: Path, watch: Watch) -> None:
    garden, notes = root / "garden", root / "src/notes.txt"
    notifications = watch(of(root, garden, notes))
    notes.write_text("x")
    notifications.of(notes)
    garden.mkdir()
    (garden / "bed.txt").write_text("x")
    notifications.of(garden / "bed.txt")


def test_a_slow_poll_is_repeated_later() -> None:
    """Polling takes a hundredth of the time at most, and a change is still noticed."""
    assert file_watcher.pause_after(0.001) == file_watcher.POLL_EVERY
    assert file_watcher.pause_after(0.1) == pytest.approx(10)
    assert file_watcher.pause_after(5) == file_watcher.POLL_AT_LEAST_EVERY


def _watching_threads() -> set[threading.Thread]:
    return {each for each in threading.enumerate() if each.name == "refrakt watching"}


def test_subscribers_share_one_watcher(root: Path) -> None:
    notifications, before = Notifications(), _watching_threads()
    watchers = Watchers(notifications)
    watchers.subscribe("one", of(root))
    assert notifications.next() is None
    watchers.subscribe("two", of(root))
    (thread,) = _watching_threads() - before
    watchers.leave("one")
    (root / "site/content/a.md").write_text("x")
    notifications.of(root / "site/content/a.md")
    assert watchers.roots("two") == {root}
    watchers.leave("two")
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert watchers.roots("two") == set()


def test_a_subscription_to_more_folders(root: Path) -> None:
    notifications = Notifications()
    watchers = Watchers(notifications)
    watchers.subscribe("one", of(root))
    assert notifications.next() is None
    watchers.subscribe("two", of(root, root / "garden"))
    assert notifications.next() is None
    (root / "garden").mkdir()
    notifications.of(root / "garden")
    watchers.leave("one")
    watchers.leave("two")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a library watches, and wakes up now and then")
def test_an_idle_watcher_is_not_woken(root: Path, watch: Watch) -> None:
    """The thread is not woken while there are no events."""
    before = _watching_threads()
    notifications = watch(of(root))
    (thread,) = _watching_threads() - before
    (root / "site/content/a.md").write_text("x")
    notifications.of(root / "site/content/a.md")

    def switches() -> int:
        lines = Path(f"/proc/self/task/{thread.native_id}/status").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)

    def sleeps() -> bool:
        return Path(f"/proc/self/task/{thread.native_id}/stat").read_text().rpartition(")")[2].split()[0] == "S"

    settled = switches()
    while not sleeps() or switches() != settled:
        settled = switches()
    threading.Event().wait(1.0)  # the time in which it must not wake up
    assert switches() == settled
