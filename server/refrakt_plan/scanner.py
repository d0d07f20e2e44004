"""A plan: every entity below a folder, read once and then only where something has changed.

A file is read again when its time or size differs, an open buffer when its text does; a buffer counts more than the file on
disk, and one whose file was never saved counts too. Nothing is ever written. Where nothing has changed the answer is the same
`Plan` object as before, with all that was derived from it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock

from refrakt.plugins import Files, RefraktError, Text
from refrakt_plan.entity import Entity
from refrakt_plan.folder import no_plan
from refrakt_plan.reading import read_entity

_SUFFIX = ".md"
_SETTLED = 50_000_000
"""For so many nanoseconds after a file was written it may be written again without a change of its time."""
_Stamp = tuple[int, int] | Text
"""Time and size of a file, or an open buffer itself: its version alone begins anew when a file is closed and opened again."""


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
    if not folder.is_dir():
        raise no_plan(folder)
    return _scanner(folder.resolve()).scan(files)


@lru_cache(maxsize=16)
def _scanner(folder: Path) -> _Scanner:
    return _Scanner(folder)


class _Scanner:
    """Remembers what was read below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._known: dict[str, _Known] = {}
        self._plan = Plan(folder, ())

    def scan(self, files: Files) -> Plan:
        # Two callers at once would read every file twice; the second one waits and finds it read.
        with self._lock:
            return self._scan(files)

    def _scan(self, files: Files) -> Plan:
        before, now = self._known, {}
        changed = False
        begun = time.time_ns()
        for name, stamp in self._stamps(files).items():
            known = before.get(name)
            if known is None or known[0] != stamp:
                known = self._read(name, stamp, files, begun)
                changed = True
            now[name] = known
        if changed or len(now) != len(before):
            self._known = now
            found = [each for _, each in now.values()]
            self._plan = Plan(
                self._folder,
                tuple(each for each in found if isinstance(each, Entity)),
                tuple(each for each in found if isinstance(each, Unreadable)),
            )
        return self._plan

    def _stamps(self, files: Files) -> dict[str, _Stamp]:
        """Every page and buffer, in the order of their paths."""
        found: dict[str, _Stamp] = dict(_pages_below(str(self._folder)))
        on_disk = len(found)
        for path in files.open_paths():
            real = path.resolve()
            if path.suffix == _SUFFIX and real.is_relative_to(self._folder):
                # A buffer that is closed at this moment is a file again.
                with suppress(RefraktError):
                    found[str(real)] = files.read(path)
        return found if len(found) == on_disk else dict(sorted(found.items(), key=lambda each: _order(each[0])))

    def _read(self, name: str, stamp: _Stamp, files: Files, now: int) -> _Known:
        """What a page holds, with the stamp by which to know it again: none where the next scan had better look anew."""
        path = Path(name)
        file = path.relative_to(self._folder).as_posix()
        try:
            text = stamp if isinstance(stamp, Text) else files.read(path)
        except RefraktError as trouble:
            return stamp, Unreadable(file, trouble.message)
        # A file that was opened a moment ago is read as a buffer, of which the stamp of the file says nothing.
        opened = text is not stamp and text.version is not None
        return None if opened or not _is_settled(stamp, now) else stamp, read_entity(file, path, text)


def _pages_below(folder: str) -> Iterator[tuple[str, _Stamp]]:
    """The pages below a folder with their stamps. Links are not followed: what a plan shows lies in its folder."""
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=_name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _pages_below(entry.path)
        elif entry.name.endswith(_SUFFIX) and entry.is_file(follow_symlinks=False):
            try:
                found = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            yield entry.path, (found.st_mtime_ns, found.st_size)


def _is_settled(stamp: _Stamp, now: int) -> bool:
    return isinstance(stamp, Text) or abs(now - stamp[0]) > _SETTLED


def _name(entry: os.DirEntry[str]) -> bytes:
    return os.fsencode(entry.name)


def _order(path: str) -> list[bytes]:
    return os.fsencode(path).split(os.fsencode(os.sep))
