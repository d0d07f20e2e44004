"""The work of an index, and the threads that wait for it.

Any thread may add work; one thread does it. A keystroke only marks its page as changed: the page is read again after a pause in
typing, or after a second of typing without one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from refrakt.project.index.file_records import FileGroup
from refrakt.project.index.reader_pool import ReadKind
from refrakt.project.site import Project

PAUSE = 0.1
"""Seconds without a keystroke after which a changed page is read again."""
LONGEST_PAUSE = 1.0
"""Seconds after which it is read although typing goes on."""
_TYPING = 0.25
"""Seconds after a keystroke in which the next one is expected."""
_REST = 0.02
AT_ONCE = 0.0
"""The time of change of a page that is to be read without a pause."""


class Batch(NamedTuple):
    """The work of one run."""

    project: Project | None
    """The project, if it has changed."""
    scan: bool
    """Whether all folders are to be listed."""
    paths: set[Path]
    """The files that have changed on disk."""
    read_kinds: tuple[ReadKind, ...]
    """What is to be read of each file."""


class WorkQueue:
    """Safe for all threads. Only `wait` and `next_batch` block."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        """Set when no more work is done."""
        self._wake = threading.Condition()
        self._project: Project | None = None
        self._scan = True
        self._paths: set[Path] = set()
        self._changed_buffers: dict[Path, float] = {}
        """The pages that have changed since they were read, each with the time of its first change."""
        self._last_change = 0.0
        self._read_kinds: tuple[ReadKind, ...] = ("facts",)
        self._requested = 0
        """The number of the last `wait`."""
        self._running = 0
        self._done = 0
        self._done_groups: dict[FileGroup, int] = {}
        """For each group of files, the last `wait` for which all of them have been read."""
        self._is_working = False

    # Adding work ------------------------------------------------------------------------------------------------------

    def project_changed(self, project: Project) -> None:
        with self._wake:
            self._project = project
            self._wake.notify_all()

    def files_changed(self, paths: Iterable[Path] | None) -> None:
        """These files have changed on disk; None if it is not known which."""
        with self._wake:
            if paths is None:
                self._scan = True
            else:
                self._paths.update(paths)
            self._wake.notify_all()

    def buffer_changed(self, path: Path) -> None:
        """Called with every keystroke."""
        with self._wake:
            self._last_change = time.monotonic()
            if path not in self._changed_buffers:
                self._changed_buffers[path] = self._last_change
                self._wake.notify_all()

    def restart(self, open_paths: Iterable[Path]) -> None:
        """No group has been read; the open pages are to be read at once."""
        with self._wake:
            self._done_groups = {}
            self._changed_buffers |= dict.fromkeys(open_paths, AT_ONCE)

    def set_read_kinds(self, read_kinds: tuple[ReadKind, ...]) -> None:
        """From now on, read this of each file."""
        with self._wake:
            if read_kinds != self._read_kinds:
                self._read_kinds, self._scan = read_kinds, True
                self._wake.notify_all()

    # Waiting ----------------------------------------------------------------------------------------------------------

    def wait(self, timeout: float | None, scan: bool, groups: Sequence[FileGroup] = ()) -> bool:
        """Wait until all work that was added so far is done, or that of these groups alone.

        Returns whether that was so within the timeout, in seconds.
        """
        with self._wake:
            self._scan = self._scan or scan
            self._changed_buffers = dict.fromkeys(self._changed_buffers, AT_ONCE)
            self._requested += 1
            request = self._requested
            self._wake.notify_all()

            def is_done() -> bool:
                groups_done = min((self._done_groups.get(each, 0) for each in groups), default=0)
                return max(self._done, groups_done) >= request or self.stop.is_set()

            return self._wake.wait_for(is_done, timeout)

    def is_ready(self, groups: Sequence[FileGroup]) -> bool:
        """Whether all files of these groups have been read once."""
        return all(each in self._done_groups for each in groups)

    @property
    def is_busy(self) -> bool:
        """Whether there is work, now or after a pause in typing."""
        return not self.stop.is_set() and (self._is_working or bool(self._changed_buffers) or self._has_work())

    def end(self) -> None:
        """Do no more work, and end every `wait`."""
        self.stop.set()
        with self._wake:
            self._wake.notify_all()

    # For the worker ---------------------------------------------------------------------------------------------------

    def next_batch(self) -> Batch:
        """Wait until there is work."""
        with self._wake:
            while not self._has_work():
                # Each keystroke may change how long to wait.
                self._wake.wait(self._seconds_until_due())
            self._running, self._is_working = self._requested, True
            batch = Batch(self._project, self._scan, self._paths, self._read_kinds)
            self._project, self._scan, self._paths = None, False, set()
        return batch

    def batch_done(self) -> None:
        with self._wake:
            self._done, self._is_working = max(self._done, self._running), False
            self._wake.notify_all()

    def group_done(self, group: FileGroup) -> None:
        """All files of a group have been read in this batch."""
        with self._wake:
            self._done_groups[group] = self._running
            self._wake.notify_all()

    def give_way(self) -> None:
        """Rest for a moment while the user types: a thread that computes takes half of the time a keystroke needs."""
        if self.is_typing(_TYPING) and not self.stop.is_set():
            time.sleep(_REST)

    def is_typing(self, within: float) -> bool:
        """Whether a page has changed within the last so many seconds."""
        return time.monotonic() - self._last_change < within

    def take_changed_buffers(self) -> list[Path]:
        """The pages that have changed; they count as read from now on."""
        with self._wake:
            changed, self._changed_buffers = self._changed_buffers, {}
        return list(changed)

    @property
    def is_interrupted(self) -> bool:
        """Whether a changed page or file is due, which comes before the rest of a long batch."""
        with self._wake:
            due = self._seconds_until_due()
            return (due is not None and due <= 0) or bool(self._paths)

    def take_paths(self) -> set[Path]:
        """The files that have changed on disk; they count as read from now on."""
        with self._wake:
            paths, self._paths = self._paths, set()
        return paths

    @property
    def is_obsolete(self) -> bool:
        """Whether the project has changed since this batch began."""
        return self._project is not None

    def _has_work(self) -> bool:
        if self._scan or self._paths or self._project is not None:
            return True
        if self._requested > self._done or self.stop.is_set():
            return True
        due = self._seconds_until_due()
        return due is not None and due <= 0

    def _seconds_until_due(self) -> float | None:
        """Seconds until a changed page is read; None if there is none."""
        if not self._changed_buffers:
            return None
        first = min(self._changed_buffers.values())
        if first == AT_ONCE:
            return 0.0
        return max(0.0, min(self._last_change + PAUSE, first + LONGEST_PAUSE) - time.monotonic())
