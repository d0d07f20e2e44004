"""Files that change are noticed, in one piece of news for each burst, and by a thread that sleeps."""

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

News = frozenset[Path] | None


class Told:
    """What a watcher said."""

    def __init__(self) -> None:
        self._news: queue.Queue[News] = queue.Queue()

    def __call__(self, paths: News) -> None:
        self._news.put(paths)

    def next(self) -> News:
        return self._news.get(timeout=PATIENCE)

    def of(self, path: Path) -> None:
        """Wait until this path was named."""
        while path not in (self.next() or ()):
            pass

    def nothing(self) -> bool:
        return self._news.empty()


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
    """Each way to notice something."""
    if request.param != "native":
        monkeypatch.setattr(
            file_watcher, "_native", {"polling": PollingEvents, "library": LibraryEvents}[request.param]
        )
    monkeypatch.setattr(file_watcher, "POLL_EVERY", 0.05)
    monkeypatch.setattr(file_watcher, "_STEP", 50)
    return str(request.param)


@pytest.fixture
def watch() -> Iterator[Callable[[WatchedFolders], Told]]:
    """Watch, and wait until it does."""
    started: list[Watcher] = []

    def start(what: WatchedFolders) -> Told:
        told = Told()
        started.append(Watcher(what, told))
        assert told.next() is None, "what came before has to be looked at"
        return told

    yield start
    for each in started:
        each.stop()


def of(root: Path, *more: Path) -> WatchedFolders:
    return watched(project_at(root), more)


Watch = Callable[[WatchedFolders], Told]


@pytest.mark.usefixtures("source")
def test_files_that_come_change_and_go(root: Path, watch: Watch) -> None:
    told = watch(of(root))
    page = root / "site/content/docs/new.md"
    page.write_text("one")
    told.of(page)
    page.write_text("and two")
    told.of(page)
    page.rename(page.with_name("other.md"))
    told.of(page.with_name("other.md"))
    page.with_name("other.md").unlink()
    told.of(page.with_name("other.md"))


@pytest.mark.usefixtures("source")
def test_assets_and_the_config(root: Path, watch: Watch) -> None:
    told = watch(of(root))
    (root / "site/static/logo.svg").write_text("<svg/>")
    told.of(root / "site/static/logo.svg")
    (root / "refrakt.config.json").write_text("{}")
    told.of(root / "refrakt.config.json")


@pytest.mark.usefixtures("source")
def test_folders_that_come_later(root: Path, watch: Watch) -> None:
    """Those that are watched wherever they come, and those in which something may come."""
    told = watch(of(root))
    deep = root / "site/content/a/b/c"
    deep.mkdir(parents=True)
    (deep / "page.md").write_text("x")
    told.of(deep / "page.md")
    (deep / "second.md").write_text("x")
    told.of(deep / "second.md")
    catalogues = root / ".refrakt/catalogues"
    catalogues.mkdir(parents=True)
    (catalogues / "own.json").write_text("{}")
    told.of(catalogues / "own.json")


def test_a_folder_that_moves(root: Path, watch: Watch) -> None:
    """Nothing in it is told under its old name afterwards."""
    told = watch(of(root))
    docs, guides = root / "site/content/docs", root / "site/content/guides"
    (docs / "page.md").write_text("x")
    told.of(docs / "page.md")
    docs.rename(guides)
    news = told.next() or frozenset()
    assert {docs, guides, guides / "page.md"} <= news
    (guides / "page.md").write_text("y")
    assert told.next() == frozenset({guides / "page.md"})


def test_unwatched_files_are_not_reported(root: Path, watch: Watch) -> None:
    (root / ".gitignore").write_text("drafts/\n")
    (root / "site/content/drafts").mkdir()
    told = watch(of(root))
    for name in ("src/a.md", "site/content/drafts/a.md", "node_modules/a/b.md", "site/content/.a.md.swp", "notes.txt"):
        (root / name).write_text("x")
    (root / "site/content/last.md").write_text("x")
    assert told.next() == frozenset({root / "site/content/last.md"})


def test_a_list_of_what_to_ignore_that_changes(root: Path, watch: Watch) -> None:
    (root / ".gitignore").write_text("drafts/\n")
    (root / "site/content/drafts").mkdir()
    told = watch(of(root))
    (root / ".gitignore").write_text("")
    assert told.next() is None
    (root / "site/content/drafts/a.md").write_text("x")
    told.of(root / "site/content/drafts/a.md")


def test_a_change_of_branch_is_one_piece_of_news(root: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    # A machine that is busy with other things may stop in the middle.
    monkeypatch.setattr(file_watcher, "QUIET", 0.5)
    monkeypatch.setattr(file_watcher, "LONGEST", PATIENCE)
    told = watch(of(root))
    pages = [root / f"site/content/docs/{number}.md" for number in range(1000)]
    for page in pages:
        page.write_text("x")
        (root / "site/content/.lock").touch()
    assert told.next() == frozenset(pages)
    assert told.nothing()


def test_too_many_files_to_name(root: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_watcher, "MOST", 5)
    told = watch(of(root))
    for number in range(10):
        (root / f"site/content/{number}.md").write_text("x")
    assert told.next() is None


def test_a_burst_without_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless:
        def wait(self, seconds: float | None) -> set[str] | None:
            return {str(time.monotonic_ns())}

    monkeypatch.setattr(file_watcher, "LONGEST", 0.02)
    begun = time.monotonic()
    assert file_watcher._burst(Endless())  # type: ignore[arg-type]
    assert time.monotonic() - begun < PATIENCE


def test_what_the_system_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lossy:
        answers = iter([{"a"}, None, {"b"}, set[str]()])

        def wait(self, seconds: float | None) -> set[str] | None:
            return next(self.answers)

    assert file_watcher._burst(Lossy()) is None  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
def test_a_queue_that_is_full(root: Path) -> None:
    """The kernel keeps so many events; then it says that there were more, and folders that came are watched all the same."""
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
            os.utime(page)  # two in turn, since the same event twice is kept once
            os.utime(other)
        (root / "site/content/late").mkdir()
        seen: set[str] | None = set()
        while seen is not None:
            seen = events.wait(PATIENCE)
            assert seen is None or seen
        (root / "site/content/late/page.md").write_text("x")
        assert str(root / "site/content/late/page.md") in (events.wait(PATIENCE) or ())
    finally:
        events.close()


@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
def test_too_many_folders(
    root: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The user may watch only so many: then we look now and then, and say so once."""
    from refrakt.project import inotify

    def refuse(self: object, folder: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(inotify.Inotify, "_enter", refuse)
    monkeypatch.setattr(file_watcher, "POLL_EVERY", 0.02)
    with caplog.at_level(logging.WARNING, "refrakt.project"):
        told = watch(of(root))
        for name in ("a.md", "b.md"):
            (root / "site/content" / name).write_text("x")
            told.of(root / "site/content" / name)
    assert len([each for each in caplog.records if "cannot be watched" in each.message]) == 1


def test_a_project_that_goes_away_and_comes_back(root: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_watcher, "POLL_EVERY", 0.02)
    told = watch(of(root))
    shutil.rmtree(root)
    while told.next() is not None:
        pass  # what went; then that nobody can say more
    (root / "site/content").mkdir(parents=True)
    (root / "site/content/page.md").write_text("x")
    told.of(root / "site/content/page.md")


def test_what_plugins_want_to_hear_of(root: Path, watch: Watch) -> None:
    garden, notes = root / "garden", root / "src/notes.txt"
    told = watch(of(root, garden, notes))
    notes.write_text("x")
    told.of(notes)
    garden.mkdir()
    (garden / "bed.txt").write_text("x")
    told.of(garden / "bed.txt")


def test_a_slow_poll_is_repeated_later() -> None:
    """Looking takes a hundredth of the time at most, and a change is still noticed some day."""
    assert file_watcher.pause_after(0.001) == file_watcher.POLL_EVERY
    assert file_watcher.pause_after(0.1) == pytest.approx(10)
    assert file_watcher.pause_after(5) == file_watcher.POLL_AT_LEAST_EVERY


def _watching_threads() -> set[threading.Thread]:
    return {each for each in threading.enumerate() if each.name == "refrakt watching"}


def test_one_watcher_for_all_who_want_it(root: Path) -> None:
    told, before = Told(), _watching_threads()
    watchers = Watchers(told)
    watchers.want("one", of(root))
    assert told.next() is None
    watchers.want("two", of(root))
    (thread,) = _watching_threads() - before
    watchers.leave("one")
    (root / "site/content/a.md").write_text("x")
    told.of(root / "site/content/a.md")
    assert watchers.roots("two") == {root}
    watchers.leave("two")
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert watchers.roots("two") == set()


def test_a_wish_that_grows(root: Path) -> None:
    told = Told()
    watchers = Watchers(told)
    watchers.want("one", of(root))
    assert told.next() is None
    watchers.want("two", of(root, root / "garden"))
    assert told.next() is None
    (root / "garden").mkdir()
    told.of(root / "garden")
    watchers.leave("one")
    watchers.leave("two")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a library watches, and wakes up now and then")
def test_watching_costs_nothing(root: Path, watch: Watch) -> None:
    """The thread is not woken at all while nothing happens."""
    before = _watching_threads()
    told = watch(of(root))
    (thread,) = _watching_threads() - before
    (root / "site/content/a.md").write_text("x")
    told.of(root / "site/content/a.md")

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
