"""A plan: every entity in a folder, read once and again only where a file has changed.

A file is read again if its times or size differ, an open buffer if its text differs. A buffer takes precedence over the file on
disk, and an unsaved new buffer counts too. Nothing is written into the project; entities are cached in the user's cache folder.
While nothing changes, `scan` returns the same `Plan` object, with everything derived from it.
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

from refrakt.plugins import FolderScan, FolderWatch, ProjectFiles, RefraktError, Text
from refrakt_plan.entity import Entity
from refrakt_plan.plan_folder import missing_plan
from refrakt_plan.scanner.entity_reader import read_entity
from refrakt_plan.vocabulary import type_of_file

T = TypeVar("T")

_SUFFIX = ".md"
_RACY_NS = 50_000_000
"""Nanoseconds after a write during which another write may leave the time of a file unchanged."""
_CACHE_THRESHOLD = 20
"""Number of files to read from which on the cache is worth loading."""
_MAX_WAIT_S = 0.2
"""Seconds that a request of a typing user may wait."""
_Stamp = tuple[int, int, int] | Text
"""Times and size of a file, or an open buffer itself: buffer versions restart when a file is closed and opened again.

The first time is the modification time, which programs may set; the second is the change time of the system.
"""


@dataclass(frozen=True, slots=True)
class UnreadablePlanFile:
    """A file that could hold an entity but cannot be read."""

    file: str
    message: str


_Record = tuple[_Stamp | None, Entity | UnreadablePlanFile | None]
"""What a file holds, and the stamp for which this is known; without a stamp the next scan reads it again."""


@dataclass(frozen=True)
class Plan:
    """The entities in a folder at one moment, in path order."""

    folder: Path
    entities: tuple[Entity, ...]
    unreadable: tuple[UnreadablePlanFile, ...] = ()
    without_entity: tuple[str, ...] = ()
    """The files that are named after an id, but contain no entity."""
    _memo: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    def memoise(self, key: Hashable, compute: Callable[[], T]) -> T:
        """A value derived from the plan, computed on first use. Callers must not modify it."""
        if key not in self._memo:
            self._memo[key] = compute()
        value: T = self._memo[key]
        return value

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
        """For each id, the ids that block it, declared by either of the two entities."""
        found: dict[str, dict[str, None]] = {}
        for entity in self.entities:
            for each in entity.dependencies:
                blocked, blocker = (entity.id, each.id) if each.direction == "blocked-by" else (each.id, entity.id)
                if blocked is not None and blocker is not None and blocked != blocker:
                    found.setdefault(blocked, {})[blocker] = None
        return {blocked: tuple(blockers) for blocked, blockers in found.items()}


def scan(folder: Path, files: ProjectFiles) -> Plan:
    """The plan in a folder. PLAN_DIR_MISSING if the folder does not exist."""
    if not os.path.isdir(folder):  # also for a name that is too long
        raise missing_plan(folder)
    return _scanner(folder.resolve()).scan(files)


def scan_without_waiting(folder: Path, files: ProjectFiles) -> Plan | None:
    """The plan, for a request that must not wait: None until the first scan is complete."""
    return _scanner(folder.resolve()).scan_without_waiting(files) if folder.is_dir() else None


@lru_cache(maxsize=16)
def _scanner(folder: Path) -> _Scanner:
    return _Scanner(folder)


class _Scanner:
    """Keeps what was read from one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._thread_lock = Lock()
        self._records: dict[str, _Record] = {}
        self._disk_records: dict[str, _Record] = {}
        """Records of files that are open now; valid again if they are closed unchanged."""
        self._watch = FolderWatch()
        self._on_disk: dict[str, _Stamp] = {}
        """The stamps of all pages at the last look, valid while the watch has seen no change."""
        self._plan = Plan(folder, ())
        self._first_scan: Thread | None = None
        self._complete = False

    def scan(self, files: ProjectFiles) -> Plan:
        # Two concurrent callers would read every file twice; the second waits and finds the records.
        with self._lock:
            return self._scan(files)

    def scan_without_waiting(self, files: ProjectFiles) -> Plan | None:
        if not self._complete:
            self._start_first_scan(files).join(_MAX_WAIT_S)
        if not self._lock.acquire(timeout=_MAX_WAIT_S):
            return self._plan if self._complete else None
        try:
            return self._scan(files) if self._complete else None
        finally:
            self._lock.release()

    def _start_first_scan(self, files: ProjectFiles) -> Thread:
        """The thread of the first scan, started by the first caller."""
        with self._thread_lock:
            if self._first_scan is None or not self._first_scan.is_alive():
                self._first_scan = Thread(target=self.scan, args=(files,), name="plan", daemon=True)
                self._first_scan.start()
            return self._first_scan

    def _scan(self, files: ProjectFiles) -> Plan:
        before = self._records
        started = time.time_ns()
        stamps = self._stamps(files)
        changed = {name: stamp for name, stamp in stamps.items() if name not in before or before[name][0] != stamp}
        read = self._restored_records(changed)
        read |= self._read_files({name: stamp for name, stamp in changed.items() if name not in read}, files, started)
        if read or len(stamps) != len(before):
            # Interned, because a path made for this scan would keep the memory around it from being returned.
            self._records = {sys.intern(name): read[name] if name in read else before[name] for name in stamps}
            self._disk_records = {name: each for name, each in self._disk_records.items() if name in stamps}
            found = [each for _, each in self._records.values()]
            self._plan = Plan(
                self._folder,
                tuple(each for each in found if isinstance(each, Entity)),
                tuple(each for each in found if isinstance(each, UnreadablePlanFile)),
                tuple(
                    self._relative(name)
                    for name, (_, each) in self._records.items()
                    if each is None and type_of_file(os.path.basename(name)) is not None
                ),
            )
        self._complete = True
        return self._plan

    def _restored_records(self, changed: Mapping[str, _Stamp]) -> dict[str, _Record]:
        """The records of files that were closed unchanged. Sets aside the records of files that were opened."""
        found: dict[str, _Record] = {}
        for name, stamp in changed.items():
            record = self._records.get(name)
            if not isinstance(stamp, Text):
                disk_record = self._disk_records.pop(name, None)
                if disk_record is not None and disk_record[0] == stamp:
                    found[name] = disk_record
            elif record is not None and isinstance(record[0], tuple):
                self._disk_records[sys.intern(name)] = record
        return found

    def _stamps(self, files: ProjectFiles) -> dict[str, _Stamp]:
        """Every page and buffer, in path order."""
        found = self._stamps_on_disk()
        on_disk = len(found)
        for path in files.open_paths():
            real = path.resolve()
            if path.suffix == _SUFFIX and real.is_relative_to(self._folder):
                # A buffer that is closed at this moment is a file again.
                with suppress(RefraktError):
                    found[str(real)] = files.read(path)
        return found if len(found) == on_disk else dict(sorted(found.items(), key=lambda each: _path_key(each[0])))

    def _stamps_on_disk(self) -> dict[str, _Stamp]:
        if not self._watch.is_unchanged():
            self._watch.start(str(self._folder))
            self._on_disk = {}
            _collect_stamps(str(self._folder), self._on_disk, FolderScan(), self._watch)
        return dict(self._on_disk)

    def _read_files(self, stamps: Mapping[str, _Stamp], files: ProjectFiles, now: int) -> dict[str, _Record]:
        texts: dict[str, Text] = {}
        found: dict[str, _Record] = {}
        for name, stamp in stamps.items():
            try:
                texts[name] = stamp if isinstance(stamp, Text) else files.read(Path(name))
            except RefraktError as error:
                file = self._relative(name)
                found[name] = stamp, UnreadablePlanFile(file, error.message.replace(name, file))
        for name, entity in self._read_entities(texts).items():
            text, stamp = texts[name], stamps[name]
            # A file opened after its stamp was taken is read as a buffer, which the stamp does not describe.
            opened = text is not stamp and text.version is not None
            found[name] = None if opened or not _is_settled(stamp, now) else stamp, entity
        return found

    def _read_entities(self, texts: Mapping[str, Text]) -> dict[str, Entity | None]:
        reused = {
            name: same for name, text in texts.items() if (same := self._unchanged_entity(name, text)) is not None
        }
        texts = {name: text for name, text in texts.items() if name not in reused}
        if len(texts) < _CACHE_THRESHOLD:
            return reused | {name: read_entity(self._relative(name), Path(name), text) for name, text in texts.items()}
        # Imported here: only the first scan needs it.
        from refrakt_plan.scanner.entity_cache import EntityCache, deserialize

        cache = EntityCache()
        entries = cache.get(each.text for each in texts.values())
        found: dict[str, Entity | None] = {**reused}
        parsed: dict[str, Entity | None] = {}
        for name, text in texts.items():
            file = self._relative(name), Path(name), text
            entry = entries.get(text.text)
            if entry is not None:
                found[name] = deserialize(entry, *file)
            else:
                found[name] = parsed[text.text] = read_entity(*file)
        if parsed:
            cache.put(parsed)
        return found

    def _unchanged_entity(self, name: str, text: Text) -> Entity | None:
        """The entity read from the same text before, if any."""
        before = self._records.get(name)
        entity = before[1] if before is not None else None
        if not isinstance(entity, Entity) or entity.source != text.text:
            return None
        return entity if entity.version == text.version else replace(entity, version=text.version)

    def _relative(self, name: str) -> str:
        return name[len(str(self._folder)) + 1 :].replace(os.sep, "/")


def _collect_stamps(folder: str, found: dict[str, _Stamp], listing: FolderScan, watch: FolderWatch) -> None:
    """Add the stamps of the pages in a folder. Links are not followed: a plan holds only what is in its folder."""
    watch.enter(folder)
    try:
        entries = sorted(listing.entries(folder), key=attrgetter("name"))
    except OSError:
        watch.stop()
        return
    # Every request that cannot rely on the watch runs this loop, so it does the minimum: a few microseconds per file.
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            _collect_stamps(entry.path, found, listing, watch)
        elif entry.name.endswith(_SUFFIX):
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if S_ISREG(status.st_mode):
                watch.check(status)
                found[entry.path] = status.st_mtime_ns, status.st_ctime_ns, status.st_size


def _is_settled(stamp: _Stamp, now: int) -> bool:
    return isinstance(stamp, Text) or abs(now - stamp[0]) > _RACY_NS


def _path_key(path: str) -> list[str]:
    return path.split(os.sep)
