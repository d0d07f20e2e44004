"""The records of the files on disk: their stamps, facts and problems.

Files of one site are read in one way, items of the plan in another, whichever site shows them. So records are grouped, and an item
that two sites show is read once.
"""

from __future__ import annotations

import gc
import json
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from refrakt.project.confinement import allowed_folders
from refrakt.project.files import FileStamp
from refrakt.project.index.cache_fingerprint import for_facts, for_problems
from refrakt.project.index.page_cache import PageCache, digest, key
from refrakt.project.index.read_stamp import ReadStamp
from refrakt.project.index.reader_pool import ReaderPool, ReadKind, ReadRequest, ReadResult
from refrakt.project.index.reader_process import ReadFailure, content
from refrakt.project.index.site_files import SiteFile
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.site import Project, SiteContext, UnresolvedSite
from refrakt.rules.problem import Problem

_FACTS, _PROBLEMS = "facts", "problems"
_WRITTEN_TOGETHER = 200
"""How many records are written to the cache at once."""


class FileGroup(NamedTuple):
    """Files that are read in the same way: those of a site, or those of the plan."""

    site: str | None
    plan: bool = False


@dataclass(frozen=True, slots=True)
class FileRecord:
    """What is known of a file on disk."""

    stamp: ReadStamp
    facts: PageFacts | None = None
    problems: tuple[Problem, ...] | None = None
    """What the page rules find, with default severities; None if they have not run."""
    failure: ReadFailure | None = None


class FileRecords:
    """The records of a project's files. Not safe for several threads at once."""

    def __init__(self, project: Project, cache: PageCache, pool: ReaderPool) -> None:
        self.project = project
        self._cache = cache
        self._pool = pool
        self._records: dict[FileGroup, dict[str, FileRecord]] = {}
        self._fingerprints: dict[tuple[FileGroup, str], str] = {}
        self._stamps: dict[str, ReadStamp] | None = None
        self._new_stamps: dict[str, ReadStamp] = {}
        """The stamps that are not in the cache yet."""

    def of(self, group: FileGroup) -> Mapping[str, FileRecord]:
        return self._records.get(group, {})

    def context(self, group: FileGroup) -> SiteContext | None:
        """The site for which a group is read; None if none can be chosen."""
        path = self.project.plan_folder if group.plan else None
        found = self.project.site(group.site, path)
        return None if isinstance(found, UnresolvedSite) else found

    def for_project(self, project: Project) -> FileRecords:
        """The records for a changed project. Those that the change does not affect are kept."""
        new = FileRecords(project, self._cache, self._pool)
        new._stamps = self._stamps
        for group, records in self._records.items():
            context = new.context(group)
            if context is None or self._fingerprint(group, _FACTS) != new._fingerprint(group, _FACTS):
                continue
            same = self._fingerprint(group, _PROBLEMS) == new._fingerprint(group, _PROBLEMS)
            new._records[group] = (
                records if same else {path: replace(each, problems=None) for path, each in records.items()}
            )
        return new

    def forget(self, group: FileGroup, paths: Iterable[str]) -> None:
        """Remove the records of deleted files."""
        gone = list(paths)
        records = self._records.get(group, {})
        for path in gone:
            records.pop(path, None)
            if self._stamps is not None:
                self._stamps.pop(path, None)
        self._cache.set_files(str(self.project.root), {}, gone)

    def outdated(self, group: FileGroup, files: Iterable[SiteFile], read_kinds: tuple[ReadKind, ...]) -> list[SiteFile]:
        """The files to be read: those that are new, may have changed, or lack a kind of result."""
        records = self._records.get(group, {})
        problems = _PROBLEMS in read_kinds
        found = []
        for file in files:
            if file.stamp is None:
                continue  # not on disk yet
            record = records.get(file.path)
            if (
                record is None
                or not record.stamp.matches(file.stamp)
                or (problems and record.problems is None and record.failure is None)
            ):
                found.append(file)
        return found

    def read(
        self, group: FileGroup, files: list[SiteFile], read_kinds: tuple[ReadKind, ...], stop: threading.Event
    ) -> Iterator[str | None]:
        """Read files, from the cache first, the others by parsing. Yields paths, and None while waiting for workers."""
        if self.context(group) is None:
            return
        records = self._records.setdefault(group, {})
        uncached: dict[str, ReadStamp] = {}
        collects = gc.isenabled()
        gc.disable()  # all of it stays in memory: collecting it again and again takes longer than reading
        try:
            for path, record in self._cached(group, files, read_kinds, uncached, stop):
                records[path] = _with_shared_facts(record, records.get(path))
                yield path
        finally:
            if collects:
                gc.enable()
        request = ReadRequest(str(self.project.root), group.site, group.plan, self.project.unsaved, allowed_folders())
        fresh: dict[str, FileRecord] = {}
        fingerprint = self._fingerprint(group, _PROBLEMS if _PROBLEMS in read_kinds else _FACTS)
        for result in self._pool.read_or_wait(request, list(uncached), read_kinds, stop):
            if result is None:
                yield None
                continue
            record = _record(result, uncached[result.path])
            if result.fingerprint == fingerprint or record.failure is not None:
                fresh[result.path] = record
            else:
                # The worker read it with another config. It is used until the file is read again.
                record = replace(record, stamp=record.stamp._replace(recorded=0))
            records[result.path] = _with_shared_facts(record, records.get(result.path))
            yield result.path
            if len(fresh) >= _WRITTEN_TOGETHER:
                self._write_to_cache(group, fresh)
                fresh = {}
        self._write_to_cache(group, fresh)

    # The cache --------------------------------------------------------------------------------------------------------

    def _cached(
        self,
        group: FileGroup,
        files: list[SiteFile],
        read_kinds: tuple[ReadKind, ...],
        uncached: dict[str, ReadStamp],
        stop: threading.Event,
    ) -> Iterator[tuple[str, FileRecord]]:
        """The records that the cache has. The stamps of the other files are added to `uncached`."""
        at = {}
        for file in files:
            if stop.is_set():
                return
            if file.stamp is None:
                continue
            stamp = self._read_stamp(file.path, file.stamp)
            if isinstance(stamp, ReadStamp):
                at[file.path] = stamp
            else:
                yield file.path, FileRecord(ReadStamp(file.stamp, b"", 0), failure=stamp)
        kinds: list[str] = list(read_kinds)
        keys = {path: [self._key(group, path, stamp.digest, each) for each in kinds] for path, stamp in at.items()}
        texts = self._cache.get(each for some in keys.values() for each in some)
        for path, stamp in at.items():
            found = [texts.get(each) for each in keys[path]]
            record = _decoded(stamp, found, kinds)
            if record is None:
                uncached[path] = stamp
            else:
                yield path, record
        self._cache.set_files(str(self.project.root), self._new_stamps)
        self._new_stamps = {}

    def _read_stamp(self, path: str, current: FileStamp) -> ReadStamp | ReadFailure:
        """The stamp of a file with the digest of its content: the known one if it matches, else by reading the file."""
        if self._stamps is None:
            self._stamps = self._cache.files(str(self.project.root))
        stamp = self._stamps.get(path)
        if stamp is not None and stamp.matches(current):
            return stamp
        recorded = time.time_ns()
        data = content(self.project.root / path)
        if not isinstance(data, bytes):
            return data
        stamp = self._stamps[path] = self._new_stamps[path] = ReadStamp(current, digest(data), recorded)
        return stamp

    def _write_to_cache(self, group: FileGroup, records: Mapping[str, FileRecord]) -> None:
        items: dict[bytes, str] = {}
        for path, record in records.items():
            if record.facts is not None:
                items[self._key(group, path, record.stamp.digest, _FACTS)] = _encoded(record.facts.plain())
            if record.problems is not None:
                problems = [each.to_json() for each in record.problems]
                items[self._key(group, path, record.stamp.digest, _PROBLEMS)] = _encoded(problems)
        self._cache.put(items)

    def _key(self, group: FileGroup, path: str, of: bytes, what: str) -> bytes:
        fingerprint, context = self._fingerprint(group, what), self.context(group)
        # The declared frontmatter depends on the folder of a page; all else is the same for equal contents.
        schema = context.frontmatter_schema(path) if what == _PROBLEMS and context is not None else None
        return key(of, what, fingerprint if schema is None else f"{fingerprint}{schema!r}")

    def _fingerprint(self, group: FileGroup, what: str) -> str:
        found = self._fingerprints.get((group, what))
        if found is None:
            context = self.context(group)
            assert context is not None, "a group without a site is not read"
            made = for_facts(context) if what == _FACTS else for_problems(context, self.project)
            found = self._fingerprints[group, what] = made
        return found


def _encoded(plain: object) -> str:
    return json.dumps(plain, separators=(",", ":"))


def _decoded(stamp: ReadStamp, texts: list[str | None], read_kinds: list[str]) -> FileRecord | None:
    """The record of a file from the texts in the cache; None if one is missing or cannot be decoded."""
    facts: PageFacts | None = None
    problems: tuple[Problem, ...] | None = None
    try:
        for text, what in zip(texts, read_kinds, strict=True):
            if text is None:
                return None
            if what == _FACTS:
                facts = PageFacts.from_plain(json.loads(text))
            else:
                problems = tuple(Problem.from_json(each) for each in json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return FileRecord(stamp, facts, problems)


def _record(result: ReadResult, before: ReadStamp) -> FileRecord:
    # If the file was written to while it was read, this stamp never matches, and the file is read again.
    stamp = before if result.digest in (None, before.digest) else before._replace(digest=result.digest, recorded=0)
    return FileRecord(stamp, result.facts, result.problems, result.failure)


def _with_shared_facts(record: FileRecord, before: FileRecord | None) -> FileRecord:
    """The record with the facts object of the one before if they are equal, because others may hold it."""
    same = before is not None and before.facts is not None and before.facts == record.facts
    return replace(record, facts=before.facts) if same and before is not None else record
