"""Noticing that files change, without looking: one thread for each project, which sleeps until the system has something to tell.

What happens within a moment is told together, so that a change of branch is one piece of news and not a thousand. Where the
system cannot tell, or lost count, the news is that nobody knows what has changed; where it never can, we look now and then.
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

from .files import FileStamp
from .index.ignored import FILE_NAME as IGNORED_FILE_NAME
from .watched import Watched

Changed = Callable[[frozenset[Path] | None], None]
"""Told which files have changed, or None: look at everything. A folder stands for all that is or was below it."""

QUIET = 0.1
"""Seconds without an event after which a burst is over."""
LONGEST = 1.0
"""Seconds after which it is told in any case."""
MOST = 10_000
"""How many files are named. Of more, everybody looks at everything."""
LOOK_EVERY = 2.0
"""Seconds between two looks where the system does not tell us anything."""
LOOK_AT_LEAST_EVERY = 30.0
SHARE = 0.01
"""How much of the time looking may take: where a look is dear, the next comes later."""
_STEP = 250
"""Milliseconds between two looks of the library into its list of events, where it is the one that watches."""

log = logging.getLogger("refrakt.project")


class Events(Protocol):
    """Where events come from."""

    def wait(self, seconds: float | None) -> set[str] | None:
        """What has changed, as soon as something has; nothing when the time is up; None where nobody can say what."""
        ...

    def wake(self) -> None:
        """End a wait that is under way, or the next. For any thread."""
        ...

    def close(self) -> None: ...


class Watcher:
    """A thread that watches. It calls `changed` itself, also once in the beginning, for what came before it watched."""

    def __init__(self, watched: Watched, changed: Changed) -> None:
        self.watched = watched
        self._changed = changed
        self._events: Events | None = None
        self._stopped = False
        self._lock = threading.Lock()
        threading.Thread(target=self._run, name="refrakt watching", daemon=True).start()

    def stop(self) -> None:
        """Tell nothing any more. The thread ends soon; nobody has to wait for it."""
        with self._lock:
            self._stopped = True
            if self._events is not None:
                self._events.wake()

    def _run(self) -> None:
        for source in (_native, Polling):
            try:
                self._follow(source)
            except (OSError, RuntimeError) as error:
                if self._stopped:
                    return
                log.warning(
                    "%s is looked at every few seconds, because it cannot be watched: %s", self.watched.root, error
                )
            else:
                return

    def _follow(self, source: Callable[[Watched], Events]) -> None:
        events = source(self.watched)
        with self._lock:
            self._events = events
        try:
            log.debug("watching %s", self.watched.root)
            self._tell(None)
            while not self._stopped:
                seen = _burst(events)
                if seen is None or seen:
                    self._tell(seen)
        finally:
            with self._lock:
                self._events = None
            events.close()

    def _tell(self, seen: set[str] | None) -> None:
        if self._stopped:
            return
        try:
            self._changed(None if seen is None or len(seen) > MOST else frozenset(map(Path, seen)))
        except Exception:
            log.exception("news of files could not be told")


class Watchers:
    """One watcher for each project, for as long as anybody wants it. For one thread."""

    def __init__(self, changed: Changed) -> None:
        self._changed = changed
        self._wishes: dict[Path, dict[Hashable, Watched]] = {}
        self._watchers: dict[Path, Watcher] = {}

    def want(self, who: Hashable, watched: Watched) -> None:
        """Somebody wants to hear of this, and no longer of what they wanted of the same project before."""
        self._wishes.setdefault(watched.root, {})[who] = watched
        self._look(watched.root)

    def leave(self, who: Hashable, root: Path | None = None) -> None:
        """Somebody wants to hear no more, of one project or of any."""
        for each in [root] if root is not None else list(self._wishes):
            if self._wishes.get(each, {}).pop(who, None) is not None:
                self._look(each)

    def roots(self, who: Hashable) -> set[Path]:
        """The projects somebody hears of."""
        return {root for root, wishes in self._wishes.items() if who in wishes}

    def _look(self, root: Path) -> None:
        wishes = list(self._wishes[root].values())
        known = self._watchers.get(root)
        wanted = reduce(Watched.and_also, wishes) if wishes else None
        if known is not None and known.watched == wanted:
            return
        if known is not None:
            known.stop()
            del self._watchers[root]
        if wanted is not None:
            self._watchers[root] = Watcher(wanted, self._changed)
        else:
            del self._wishes[root]


class Polling:
    """Looks at the files now and then, for systems that do not tell."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._woken = threading.Event()
        self._pause = LOOK_EVERY
        self._known = self._look()

    def wait(self, seconds: float | None) -> set[str] | None:
        while not self._woken.wait(self._pause if seconds is None else seconds):
            if seconds is not None:
                return set()
            before, self._known = self._known, self._look()
            if before != self._known:
                return {path for path, _ in before.items() ^ self._known.items()}
        return set()

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        pass

    def _look(self) -> dict[str, FileStamp]:
        begun = time.monotonic()
        found: dict[str, FileStamp] = {}
        self._watched = self._watched.read_again()
        for entry in self._watched.files(self._watched.tops(), lambda _: None):
            try:
                known = entry.stat()
            except OSError:
                continue
            found[entry.path] = FileStamp.of(known)
        self._pause = pause_after(time.monotonic() - begun)
        return found


class Notify:
    """What the systems other than Linux tell, through a library. They watch whole trees; what is passed over is left out here."""

    def __init__(self, watched: Watched) -> None:
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
        next(self._changes, None)  # from here on it watches

    def wait(self, seconds: float | None) -> set[str] | None:
        """The library has gathered a burst itself."""
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
        """The files in a folder that has come: it may have been full before anybody watched it."""
        if os.path.isdir(path):
            files = self._watched.files([path, *self._watched.tops(path + os.sep)], lambda _: None)
            yield from (each.path for each in files)

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        self._changes.close()


def pause_after(took: float) -> float:
    """How long to wait after a look that took so many seconds."""
    return min(max(LOOK_EVERY, took / SHARE), LOOK_AT_LEAST_EVERY)


def _native(watched: Watched) -> Events:
    if sys.platform != "linux":
        return Notify(watched)
    from .inotify import Inotify

    return Inotify(watched)


def _burst(events: Events) -> set[str] | None:
    """The next event and those that follow it closely."""
    seen = events.wait(None)
    if seen is not None and not seen:
        return seen
    until = time.monotonic() + LONGEST
    while (left := until - time.monotonic()) > 0:
        more = events.wait(min(QUIET, left))
        if more is not None and not more:
            break
        seen = None if seen is None or more is None else seen | more
    return seen
