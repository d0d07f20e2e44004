"""A plan: every entity below a folder, read once and then only where something has changed.

A file is read again when its times or size differ, an open buffer when its text does; a buffer counts more than the file on
disk, and one whose file was never saved counts too. Nothing is ever written into the project; what a text holds is remembered
in the user's cache folder, for the next start. Where nothing has changed the answer is the same `Plan` object as before, with
all that was derived from it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from operator import attrgetter
from pathlib import Path
from stat import S_ISREG
from threading import Lock, Thread
from typing import Any, TypeVar

from refrakt.plugins import Files, FolderScan, RefraktError, Text
from refrakt_plan.entity import Entity
from refrakt_plan.folder import no_plan
from refrakt_plan.reading.page import read_entity

T = TypeVar("T")

_SUFFIX = ".md"
_SETTLED = 50_000_000
"""For so many nanoseconds after a file was written it may be written again without a change of its time."""
_MANY = 20
"""So many files are worth a look at what is remembered of them."""
_A_MOMENT = 0.2
"""Seconds that somebody who types may be kept waiting."""
_Stamp = tuple[int, int, int] | Text
"""Times and size of a file, or an open buffer itself: its version alone begins anew when a file is closed and opened again.

The first time is that of its content, which programs that copy files set as they like; the second is the system's own.
"""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that may hold an entity, but nobody can tell."""

    file: str
    message: str


_Known = tuple[_Stamp | None, Entity | Unreadable | None]


@dataclass(frozen=True)
class Plan:
    """The entities below a folder at one moment, in the order of their paths."""

    folder: Path
    entities: tuple[Entity, ...]
    unreadable: tuple[Unreadable, ...] = ()
    _made: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    def once(self, what: Hashable, make: Callable[[], T]) -> T:
        """Something that follows from the plan, worked out when it is first wanted. Whoever gets it must not change it."""
        if what not in self._made:
            self._made[what] = make()
        made: T = self._made[what]
        return made

    @cached_property
    def by_id(self) -> dict[str, Entity]:
        """The entities by id; of several with one id, the first."""
        found: dict[str, Entity] = {}
        for entity in self.entities:
            if entity.id is not None:
                found.setdefault(entity.id, entity)
        return found

    @cached_property
    def blockers(self) -> dict[str, tuple[str, ...]]:
        """For each id, what it is blocked by: what it says itself, and what others say they block."""
        found: dict[str, dict[str, None]] = {}
        for entity in self.entities:
            for each in entity.dependencies:
                blocked, blocker = (entity.id, each.id) if each.direction == "blocked-by" else (each.id, entity.id)
                if blocked is not None and blocker is not None and blocked != blocker:
                    found.setdefault(blocked, {})[blocker] = None
        return {blocked: tuple(blockers) for blocked, blockers in found.items()}


def scan(folder: Path, files: Files) -> Plan:
    """The plan in a folder. PLAN_DIR_MISSING where there is no such folder."""
    if not os.path.isdir(folder):  # also for a name that is too long
        raise no_plan(folder)
    return _scanner(folder.resolve()).scan(files)


def known(folder: Path, files: Files) -> Plan | None:
    """The plan for somebody who types and must not wait: None while it is being read for the first time."""
    return _scanner(folder.resolve()).known(files) if folder.is_dir() else None


@lru_cache(maxsize=16)
def _scanner(folder: Path) -> _Scanner:
    return _Scanner(folder)


class _Scanner:
    """Remembers what was read below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._starting = Lock()
        self._known: dict[str, _Known] = {}
        self._behind: dict[str, _Known] = {}
        """What was known of files that are open now: the same counts again when they are closed without a change."""
        self._plan = Plan(folder, ())
        self._first: Thread | None = None
        """Reads the plan for the first time."""
        self._complete = False

    def scan(self, files: Files) -> Plan:
        # Two callers at once would read every file twice; the second one waits and finds it read.
        with self._lock:
            return self._scan(files)

    def known(self, files: Files) -> Plan | None:
        if not self._complete:
            self._first_scan(files).join(_A_MOMENT)
        if not self._lock.acquire(timeout=_A_MOMENT):
            return self._plan if self._complete else None
        try:
            return self._scan(files) if self._complete else None
        finally:
            self._lock.release()

    def _first_scan(self, files: Files) -> Thread:
        """The thread that reads the plan for the first time, started by whichever caller comes first."""
        with self._starting:
            if self._first is None or not self._first.is_alive():
                self._first = Thread(target=self.scan, args=(files,), name="plan", daemon=True)
                self._first.start()
            return self._first

    def _scan(self, files: Files) -> Plan:
        before = self._known
        begun = time.time_ns()
        stamps = self._stamps(files)
        fresh = {name: stamp for name, stamp in stamps.items() if name not in before or before[name][0] != stamp}
        read = self._known_again(fresh)
        read |= self._read_all({name: stamp for name, stamp in fresh.items() if name not in read}, files, begun)
        if read or len(stamps) != len(before):
            # Interned, because a path made for this scan would keep the memory around it from being returned.
            self._known = {sys.intern(name): read[name] if name in read else before[name] for name in stamps}
            self._behind = {name: each for name, each in self._behind.items() if name in stamps}
            found = [each for _, each in self._known.values()]
            self._plan = Plan(
                self._folder,
                tuple(each for each in found if isinstance(each, Entity)),
                tuple(each for each in found if isinstance(each, Unreadable)),
            )
        self._complete = True
        return self._plan

    def _known_again(self, fresh: Mapping[str, _Stamp]) -> dict[str, _Known]:
        """What is known of files that were closed; of those that were opened it is put aside."""
        found: dict[str, _Known] = {}
        for name, stamp in fresh.items():
            known = self._known.get(name)
            if not isinstance(stamp, Text):
                behind = self._behind.pop(name, None)
                if behind is not None and behind[0] == stamp:
                    found[name] = behind
            elif known is not None and isinstance(known[0], tuple):
                self._behind[sys.intern(name)] = known
        return found

    def _stamps(self, files: Files) -> dict[str, _Stamp]:
        """Every page and buffer, in the order of their paths."""
        found: dict[str, _Stamp] = {}
        _add_pages(str(self._folder), found, FolderScan())
        on_disk = len(found)
        for path in files.open_paths():
            real = path.resolve()
            if path.suffix == _SUFFIX and real.is_relative_to(self._folder):
                # A buffer that is closed at this moment is a file again.
                with suppress(RefraktError):
                    found[str(real)] = files.read(path)
        return found if len(found) == on_disk else dict(sorted(found.items(), key=lambda each: _order(each[0])))

    def _read_all(self, stamps: Mapping[str, _Stamp], files: Files, now: int) -> dict[str, _Known]:
        """What pages hold, each with the stamp by which to know it again: none where the next scan had better look anew."""
        texts: dict[str, Text] = {}
        found: dict[str, _Known] = {}
        for name, stamp in stamps.items():
            try:
                texts[name] = stamp if isinstance(stamp, Text) else files.read(Path(name))
            except RefraktError as trouble:
                file = self._file(name)
                found[name] = stamp, Unreadable(file, trouble.message.replace(name, file))
        for name, entity in self._entities(texts).items():
            text, stamp = texts[name], stamps[name]
            # A file that was opened a moment ago is read as a buffer, of which the stamp of the file says nothing.
            opened = text is not stamp and text.version is not None
            found[name] = None if opened or not _is_settled(stamp, now) else stamp, entity
        return found

    def _entities(self, texts: Mapping[str, Text]) -> dict[str, Entity | None]:
        shared = {name: same for name, text in texts.items() if (same := self._shared(name, text)) is not None}
        texts = {name: text for name, text in texts.items() if name not in shared}
        if len(texts) < _MANY:
            return shared | {name: read_entity(self._file(name), Path(name), text) for name, text in texts.items()}
        # Only now: it is needed once, and not by those who read a file or two.
        from refrakt_plan.reading.remembering import Remembered, unpack

        memory = Remembered()
        known = memory.known(each.text for each in texts.values())
        found: dict[str, Entity | None] = {**shared}
        news: dict[str, Entity | None] = {}
        for name, text in texts.items():
            place = self._file(name), Path(name), text
            kept = known.get(text.text)
            if kept is not None:
                found[name] = unpack(kept, *place)
            else:
                found[name] = news[text.text] = read_entity(*place)
        if news:
            memory.keep(news)
        return found

    def _shared(self, name: str, text: Text) -> Entity | None:
        """The entity that was read from the same text before; None where there is none."""
        before = self._known.get(name)
        entity = before[1] if before is not None else None
        if not isinstance(entity, Entity) or entity.source != text.text:
            return None
        return entity if entity.version == text.version else replace(entity, version=text.version)

    def _file(self, name: str) -> str:
        return name[len(str(self._folder)) + 1 :].replace(os.sep, "/")


def _add_pages(folder: str, found: dict[str, _Stamp], listing: FolderScan) -> None:
    """Note the pages below a folder with their stamps. Links are not followed: what a plan shows lies in its folder."""
    try:
        entries = sorted(listing.entries(folder), key=attrgetter("name"))
    except OSError:
        return
    # Every question begins here, so this is as plain as it can be: a file takes a few microseconds, most of them the system's.
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            _add_pages(entry.path, found, listing)
        elif entry.name.endswith(_SUFFIX):
            try:
                known = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if S_ISREG(known.st_mode):
                found[entry.path] = known.st_mtime_ns, known.st_ctime_ns, known.st_size


def _is_settled(stamp: _Stamp, now: int) -> bool:
    return isinstance(stamp, Text) or abs(now - stamp[0]) > _SETTLED


def _order(path: str) -> list[str]:
    return path.split(os.sep)
