"""What an index has still to do, and who waits for it.

Anybody may put something on the list, from any thread; one thread works it off. A keystroke only says that a page was typed in:
the page is read again after a pause, or at the latest after a second of typing without one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ..site import Project
from .reading_pool import Want
from .readings import Group

PAUSE = 0.1
"""Seconds without a keystroke after which a page that is being typed is read again for the sake of the others."""
LONGEST_PAUSE = 1.0
"""Seconds after which that is done although somebody goes on typing."""
_TYPING = 0.25
"""Seconds after a keystroke in which the next is expected."""
_REST = 0.02
AT_ONCE = 0.0
"""When a page was typed in that is to be read without a pause."""


class Turn(NamedTuple):
    """What is to be done now."""

    project: tuple[Project, str | None] | None
    """Another config, with its text if it is being edited."""
    walk: bool
    """Whether all folders are to be looked through."""
    paths: set[Path]
    """The files that have changed on disk."""
    want: tuple[Want, ...]
    """What is to be known of each file."""


class Agenda:
    """Everything here may be called from any thread, and is over in a moment, but for what waits."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        """Set once nothing is done any more."""
        self._wake = threading.Condition()
        self._project: tuple[Project, str | None] | None = None
        self._walk = True
        self._paths: set[Path] = set()
        self._typed: dict[Path, float] = {}
        """The pages that were typed in since they were read, and when that was first."""
        self._last_typed = 0.0
        self._want: tuple[Want, ...] = ("facts",)
        self._asked = 0
        self._turning = 0
        self._done = 0
        self._ready: dict[Group, int] = {}
        """Up to which question each group of files has been looked at; the others may still be read."""
        self._at_work = False

    # For those who have noticed something -----------------------------------------------------------------------------

    def project_changed(self, project: Project, config: str | None) -> None:
        with self._wake:
            self._project = project, config
            self._wake.notify_all()

    def files_changed(self, paths: Iterable[Path] | None) -> None:
        """These, or nobody knows which."""
        with self._wake:
            if paths is None:
                self._walk = True
            else:
                self._paths.update(paths)
            self._wake.notify_all()

    def typed_in(self, path: Path) -> None:
        """Called with every keystroke."""
        with self._wake:
            self._last_typed = time.monotonic()
            if path not in self._typed:
                self._typed[path] = self._last_typed
                self._wake.notify_all()

    def begin_again(self, opened: Iterable[Path]) -> None:
        """Nothing that was known counts any more; the open pages are to be read at once."""
        with self._wake:
            self._ready = {}
            self._typed |= dict.fromkeys(opened, AT_ONCE)

    def demand(self, want: tuple[Want, ...]) -> None:
        """From now on, so much is to be known of each file."""
        with self._wake:
            if want != self._want:
                self._want, self._walk = want, True
                self._wake.notify_all()

    # For those who wait -----------------------------------------------------------------------------------------------

    def wait(self, patience: float | None, walk: bool, groups: Sequence[Group] = ()) -> bool:
        """Have everything done that was told so far, and wait for it, or for these groups of files alone.

        Whether that was so within so many seconds.
        """
        with self._wake:
            self._walk = self._walk or walk
            self._typed = dict.fromkeys(self._typed, AT_ONCE)
            self._asked += 1
            mine = self._asked
            self._wake.notify_all()

            def is_done() -> bool:
                ready = min((self._ready.get(each, 0) for each in groups), default=0)
                return max(self._done, ready) >= mine or self.stop.is_set()

            return self._wake.wait_for(is_done, patience)

    def is_ready(self, groups: Sequence[Group]) -> bool:
        """Whether all files of these groups have been read once."""
        return all(each in self._ready for each in groups)

    @property
    def is_busy(self) -> bool:
        """Whether anything is to be done, be it after a pause."""
        return not self.stop.is_set() and (self._at_work or bool(self._typed) or self._has_work())

    def end(self) -> None:
        """Do nothing more, and let go of everybody who waits."""
        self.stop.set()
        with self._wake:
            self._wake.notify_all()

    # For the one who works --------------------------------------------------------------------------------------------

    def next_turn(self) -> Turn:
        """Wait until there is something to do."""
        with self._wake:
            while not self._has_work():
                # How long to wait may be another matter after every word of whoever types.
                self._wake.wait(self._due())
            self._turning, self._at_work = self._asked, True
            turn = Turn(self._project, self._walk, self._paths, self._want)
            self._project, self._walk, self._paths = None, False, set()
        return turn

    def turn_done(self) -> None:
        with self._wake:
            self._done, self._at_work = max(self._done, self._turning), False
            self._wake.notify_all()

    def group_done(self, group: Group) -> None:
        """All files of a group have been looked at in this turn."""
        with self._wake:
            self._ready[group] = self._turning
            self._wake.notify_all()

    def give_way(self) -> None:
        """Rest for a moment while somebody types: threads that compute would take half of the time a keystroke needs."""
        if self.is_typing(_TYPING) and not self.stop.is_set():
            time.sleep(_REST)

    def is_typing(self, within: float) -> bool:
        """Whether a page was typed in within the last so many seconds."""
        return time.monotonic() - self._last_typed < within

    def take_typed(self) -> list[Path]:
        """The pages that were typed in; they count as read from now on."""
        with self._wake:
            typed, self._typed = self._typed, {}
        return list(typed)

    @property
    def is_interrupted(self) -> bool:
        """Whether a page that was typed in or a changed file waits, which are looked at before the rest of a long turn."""
        with self._wake:
            due = self._due()
            return (due is not None and due <= 0) or bool(self._paths)

    def take_paths(self) -> set[Path]:
        """The files that have changed on disk; they count as looked at from now on."""
        with self._wake:
            paths, self._paths = self._paths, set()
        return paths

    @property
    def is_for_nothing(self) -> bool:
        """Whether the config has changed since this turn began."""
        return self._project is not None

    def _has_work(self) -> bool:
        if self._walk or self._paths or self._project is not None or self._asked > self._done or self.stop.is_set():
            return True
        due = self._due()
        return due is not None and due <= 0

    def _due(self) -> float | None:
        """Seconds until a page that was typed in is read; None where there is none."""
        if not self._typed:
            return None
        first = min(self._typed.values())
        if first == AT_ONCE:
            return 0.0
        return max(0.0, min(self._last_typed + PAUSE, first + LONGEST_PAUSE) - time.monotonic())
