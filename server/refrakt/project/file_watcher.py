"""Notification of changed files: one thread for each project, which sleeps until the system reports an event.

Events within a moment are reported together, so that a change of branch is one notification. If the system has lost events, the
notification says that anything may have changed; if it cannot report events, the files are polled.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from functools import reduce
from pathlib import Path
from typing import Protocol

from refrakt.project.files import FileStamp
from refrakt.project.gitignore import FILE_NAME as IGNORED_FILE_NAME
from refrakt.project.watched_folders import WatchedFolders

Changed = Callable[[frozenset[Path] | None], None]
"""Called with the changed files, or None if anything may have changed. A folder represents everything below it."""

QUIET = 0.1
"""Seconds without an event after which a burst is over."""
LONGEST = 1.0
"""Seconds after which it is reported in any case."""
MOST = 10_000
"""How many files are reported; with more, anything may have changed."""
POLL_EVERY = 2.0
"""Seconds between two polls."""
POLL_AT_LEAST_EVERY = 30.0
SHARE = 0.01
"""The share of time that polling may take: after a slow poll the next comes later."""
_STEP = 250
"""Milliseconds between two polls of the library for its events."""

log = logging.getLogger("refrakt.project")


class FileEvents(Protocol):
    """A source of events."""

    def wait(self, seconds: float | None) -> set[str] | None:
        """Wait for changed paths; an empty set after the timeout, None if it is not known what has changed."""
        ...

    def wake(self) -> None:
        """End the current wait, or the next. Safe for all threads."""
        ...

    def close(self) -> None: ...


class Watcher:
    """A thread that watches. It calls `changed`, also once at the start, for changes before that."""

    def __init__(self, watched: WatchedFolders, changed: Changed) -> None:
        self.watched = watched
        self._changed = changed
        self._events: FileEvents | None = None
        self._stopped = False
        self._lock = threading.Lock()
        threading.Thread(target=self._run, name="refrakt watching", daemon=True).start()

    def stop(self) -> None:
        """Report nothing any more. The thread ends soon."""
        with self._lock:
            self._stopped = True
            if self._events is not None:
                self._events.wake()

    def _run(self) -> None:
        for source in (_native, PollingEvents):
            try:
                self._follow(source)
            except (OSError, RuntimeError) as error:
                if self._stopped:
                    return
                log.warning(
                    "%s is polled every few seconds, because it cannot be watched: %s", self.watched.root, error
                )
            else:
                return

    def _follow(self, source: Callable[[WatchedFolders], FileEvents]) -> None:
        events = source(self.watched)
        with self._lock:
            self._events = events
        try:
            log.debug("watching %s", self.watched.root)
            self._notify(None)
            while not self._stopped:
                changed = _burst(events)
                if changed is None or changed:
                    self._notify(changed)
        finally:
            with self._lock:
                self._events = None
            events.close()

    def _notify(self, changed: set[str] | None) -> None:
        if self._stopped:
            return
        try:
            self._changed(None if changed is None or len(changed) > MOST else frozenset(map(Path, changed)))
        except Exception:
            log.exception("a listener for changed files failed")


class Watchers:
    """One watcher for each project, while it has subscribers. Not safe for several threads."""

    def __init__(self, changed: Changed) -> None:
        self._changed = changed
        self._subscriptions: dict[Path, dict[Hashable, WatchedFolders]] = {}
        self._watchers: dict[Path, Watcher] = {}

    def subscribe(self, who: Hashable, watched: WatchedFolders) -> None:
        """Subscribe to these folders, instead of those of an earlier call for the same project."""
        self._subscriptions.setdefault(watched.root, {})[who] = watched
        self._update(watched.root)

    def leave(self, who: Hashable, root: Path | None = None) -> None:
        """Unsubscribe from one project or from all."""
        for each in [root] if root is not None else list(self._subscriptions):
            if self._subscriptions.get(each, {}).pop(who, None) is not None:
                self._update(each)

    def roots(self, who: Hashable) -> set[Path]:
        """The projects of a subscriber."""
        return {root for root, subscriptions in self._subscriptions.items() if who in subscriptions}

    def _update(self, root: Path) -> None:
        subscriptions = list(self._subscriptions[root].values())
        watcher = self._watchers.get(root)
        folders = reduce(WatchedFolders.and_also, subscriptions) if subscriptions else None
        if watcher is not None and watcher.watched == folders:
            return
        if watcher is not None:
            watcher.stop()
            del self._watchers[root]
        if folders is not None:
            self._watchers[root] = Watcher(folders, self._changed)
        else:
            del self._subscriptions[root]


class PollingEvents:
    """Polls the files, for systems without events."""

    def __init__(self, watched: WatchedFolders) -> None:
        self._watched = watched
        self._woken = threading.Event()
        self._pause = POLL_EVERY
        self._stamps = self._poll()

    def wait(self, seconds: float | None) -> set[str] | None:
        while not self._woken.wait(self._pause if seconds is None else seconds):
            if seconds is not None:
                return set()
            before, self._stamps = self._stamps, self._poll()
            if before != self._stamps:
                return {path for path, _ in before.items() ^ self._stamps.items()}
        return set()

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        pass

    def _poll(self) -> dict[str, FileStamp]:
        started = time.monotonic()
        found: dict[str, FileStamp] = {}
        self._watched = self._watched.read_again()
        for entry in self._watched.files(self._watched.tops(), lambda _: None):
            try:
                status = entry.stat()
            except OSError:
                continue
            found[entry.path] = FileStamp.of(status)
        self._pause = pause_after(time.monotonic() - started)
        return found


class LibraryEvents:
    """Events of systems other than Linux, through a library. It watches whole trees; skipped folders are filtered here."""

    def __init__(self, watched: WatchedFolders) -> None:
        from watchfiles import watch

        self._woken = threading.Event()
        self._watched = watched
        outside = [
            each for each in map(Path, watched.tops()) if not each.is_relative_to(watched.root) and each.is_dir()
        ]
        self._changes = watch(
            watched.root,
            *outside,
            watch_filter=None,
            debounce=int(LONGEST * 1000),
            step=_STEP,
            rust_timeout=_STEP,
            yield_on_timeout=True,
            stop_event=self._woken,
            raise_interrupt=False,
            ignore_permission_denied=True,
        )
        next(self._changes, None)  # starts watching

    def wait(self, seconds: float | None) -> set[str] | None:
        """The library collects bursts itself."""
        if seconds is not None:
            return set()
        for changes in self._changes:
            found = {path for _, path in changes if self._watched.counts(path) or path in self._watched.shallow}
            if any(os.path.basename(path) == IGNORED_FILE_NAME for path in found):
                self._watched = self._watched.read_again()
                return None
            if found:
                return found | {file for path in found for file in self._below(path)}
        return set()

    def _below(self, path: str) -> Iterator[str]:
        """The files in a new folder, which may have had files before it was watched."""
        if os.path.isdir(path):
            files = self._watched.files([path, *self._watched.tops(path + os.sep)], lambda _: None)
            yield from (each.path for each in files)

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        self._changes.close()


def pause_after(took: float) -> float:
    """Seconds to wait after a poll that took so many seconds."""
    return min(max(POLL_EVERY, took / SHARE), POLL_AT_LEAST_EVERY)


def _native(watched: WatchedFolders) -> FileEvents:
    if sys.platform != "linux":
        return LibraryEvents(watched)
    from refrakt.project.inotify import Inotify

    return Inotify(watched)


def _burst(events: FileEvents) -> set[str] | None:
    """The next event and those shortly after it."""
    changed = events.wait(None)
    if changed is not None and not changed:
        return changed
    until = time.monotonic() + LONGEST
    while (left := until - time.monotonic()) > 0:
        more = events.wait(min(QUIET, left))
        if more is not None and not more:
            break
        changed = None if changed is None or more is None else changed | more
    return changed
