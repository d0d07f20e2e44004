"""What is known of each file on disk: when it was looked at, and what came of reading it.

Files of one site are read in one way, items of the plan in another, whichever site shows them; so they are kept by group, and an
item that two sites show is read once.
"""

from __future__ import annotations

import gc
import json
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..confinement import allowed_folders
from ..files import FileStamp
from ..pages.facts import PageFacts
from ..site import NoSite, Project, SiteContext
from .cache import PageCache, digest, key
from .fingerprint import for_facts, for_problems
from .problem import PageProblem
from .reading_pool import Reading, ReadingPool, Request, Want
from .seen import Seen
from .sources import Source
from .worker import Trouble, content

_FACTS, _PROBLEMS = "facts", "problems"
_TOGETHER = 200
"""How many readings are written to the cache at once."""


class Group(NamedTuple):
    """Files that are read in the same way: those of a site, or those of the project's plan."""

    site: str | None
    plan: bool = False


@dataclass(frozen=True, slots=True)
class FileReading:
    """A file that has been read."""

    seen: Seen
    facts: PageFacts | None = None
    problems: tuple[PageProblem, ...] | None = None
    """What the rules find on it alone, with their usual severities; None while nobody has asked."""
    trouble: Trouble | None = None


class Readings:
    """The files of a project, read. To be used from one thread at a time."""

    def __init__(self, project: Project, cache: PageCache, pool: ReadingPool, config: str | None = None) -> None:
        self.project = project
        self._config = config
        self._cache = cache
        self._pool = pool
        self._known: dict[Group, dict[str, FileReading]] = {}
        self._prints: dict[tuple[Group, str], str] = {}
        self._seen: dict[str, Seen] | None = None
        self._new: dict[str, Seen] = {}
        """What has been seen and is not written down yet."""

    def of(self, group: Group) -> Mapping[str, FileReading]:
        return self._known.get(group, {})

    def context(self, group: Group) -> SiteContext | None:
        """The site a group is read for; None where none can be chosen."""
        path = self.project.plan_folder if group.plan else None
        found = self.project.site(group.site, path)
        return None if isinstance(found, NoSite) else found

    def taken_over(self, project: Project, config: str | None) -> Readings:
        """The same files for a project whose config has changed. What reads the same is not read again."""
        new = Readings(project, self._cache, self._pool, config)
        new._seen = self._seen
        for group, known in self._known.items():
            context = new.context(group)
            if context is None or self._print(group, _FACTS) != new._print(group, _FACTS):
                continue
            same = self._print(group, _PROBLEMS) == new._print(group, _PROBLEMS)
            new._known[group] = known if same else {path: replace(each, problems=None) for path, each in known.items()}
        return new

    def forget(self, group: Group, paths: Iterable[str]) -> None:
        """Files are gone."""
        gone = list(paths)
        known = self._known.get(group, {})
        for path in gone:
            known.pop(path, None)
            if self._seen is not None:
                self._seen.pop(path, None)
        self._cache.saw(str(self.project.root), {}, gone)

    def stale(self, group: Group, files: Iterable[Source], want: tuple[Want, ...]) -> list[Source]:
        """The files that have to be read, because they are new, may have changed, or were not asked so much before."""
        known = self._known.get(group, {})
        problems = _PROBLEMS in want
        found = []
        for file in files:
            if file.stamp is None:
                continue  # there is nothing on disk yet
            reading = known.get(file.path)
            if (
                reading is None
                or not reading.seen.is_still(file.stamp)
                or (problems and reading.problems is None and reading.trouble is None)
            ):
                found.append(file)
        return found

    def read(
        self, group: Group, files: list[Source], want: tuple[Want, ...], stop: threading.Event
    ) -> Iterator[str | None]:
        """Read files: what the cache knows first, the rest by parsing. Yields paths, and None while nothing has come."""
        if self.context(group) is None:
            return
        known = self._known.setdefault(group, {})
        missing: dict[str, Seen] = {}
        collects = gc.isenabled()
        gc.disable()  # what comes now stays, all of it: going through it again and again would take longer than reading it
        try:
            for path, reading in self._kept(group, files, want, missing, stop):
                known[path] = _sharing(reading, known.get(path))
                yield path
        finally:
            if collects:
                gc.enable()
        request = Request(str(self.project.root), group.site, group.plan, self._config, allowed_folders())
        fresh: dict[str, FileReading] = {}
        mine = self._print(group, _PROBLEMS if _PROBLEMS in want else _FACTS)
        for answer in self._pool.read_or_wait(request, list(missing), want, stop):
            if answer is None:
                yield None
                continue
            reading = _read(answer, missing[answer.path])
            if answer.fingerprint == mine or reading.trouble is not None:
                fresh[answer.path] = reading
            else:
                # The config has changed since we looked at it. What was read then is better than nothing, for now.
                reading = replace(reading, seen=reading.seen._replace(recorded=0))
            known[answer.path] = _sharing(reading, known.get(answer.path))
            yield answer.path
            if len(fresh) >= _TOGETHER:
                self._keep(group, fresh)
                fresh = {}
        self._keep(group, fresh)

    # The cache --------------------------------------------------------------------------------------------------------

    def _kept(
        self,
        group: Group,
        files: list[Source],
        want: tuple[Want, ...],
        missing: dict[str, Seen],
        stop: threading.Event,
    ) -> Iterator[tuple[str, FileReading]]:
        """What need not be parsed. The others are noted in `missing`."""
        at = {}
        for file in files:
            if stop.is_set():
                return
            if file.stamp is None:
                continue
            seen = self._marks(file.path, file.stamp)
            if isinstance(seen, Seen):
                at[file.path] = seen
            else:
                yield file.path, FileReading(Seen(file.stamp, b"", 0), trouble=seen)
        wanted: list[str] = list(want)
        keys = {path: [self._key(group, seen.digest, each) for each in wanted] for path, seen in at.items()}
        texts = self._cache.get(each for some in keys.values() for each in some)
        for path, seen in at.items():
            found = [texts.get(each) for each in keys[path]]
            reading = _unpacked(seen, found, wanted)
            if reading is None:
                missing[path] = seen
            else:
                yield path, reading
        self._cache.saw(str(self.project.root), self._new)
        self._new = {}

    def _marks(self, path: str, stamp: FileStamp) -> Seen | Trouble:
        """What a file looks like, and the digest of its content: as it was seen before, else by reading it."""
        if self._seen is None:
            self._seen = self._cache.files(str(self.project.root))
        seen = self._seen.get(path)
        if seen is not None and seen.is_still(stamp):
            return seen
        recorded = time.time_ns()
        data = content(self.project.root / path)
        if not isinstance(data, bytes):
            return data
        seen = self._seen[path] = self._new[path] = Seen(stamp, digest(data), recorded)
        return seen

    def _keep(self, group: Group, readings: Mapping[str, FileReading]) -> None:
        items: dict[bytes, str] = {}
        for reading in readings.values():
            if reading.facts is not None:
                items[self._key(group, reading.seen.digest, _FACTS)] = _packed(reading.facts.plain())
            if reading.problems is not None:
                told = [each.plain() for each in reading.problems]
                items[self._key(group, reading.seen.digest, _PROBLEMS)] = _packed(told)
        self._cache.put(items)

    def _key(self, group: Group, of: bytes, what: str) -> bytes:
        return key(of, what, self._print(group, what))

    def _print(self, group: Group, what: str) -> str:
        found = self._prints.get((group, what))
        if found is None:
            context = self.context(group)
            assert context is not None, "a group without a site is not read"
            made = for_facts(context) if what == _FACTS else for_problems(context, self.project)
            found = self._prints[group, what] = made
        return found


def _packed(plain: object) -> str:
    return json.dumps(plain, separators=(",", ":"))


def _unpacked(seen: Seen, texts: list[str | None], want: list[str]) -> FileReading | None:
    """A reading from what the cache has; None where something is missing, or was written by somebody else."""
    facts: PageFacts | None = None
    problems: tuple[PageProblem, ...] | None = None
    try:
        for text, what in zip(texts, want, strict=True):
            if text is None:
                return None
            if what == _FACTS:
                facts = PageFacts.from_plain(json.loads(text))
            else:
                problems = tuple(PageProblem.from_plain(each) for each in json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return FileReading(seen, facts, problems)


def _read(answer: Reading, before: Seen) -> FileReading:
    # A file that was written to while it was read is known by what was read; its marks will not fit, and it is read again.
    seen = before if answer.digest in (None, before.digest) else before._replace(digest=answer.digest, recorded=0)
    return FileReading(seen, answer.facts, answer.problems, answer.trouble)


def _sharing(reading: FileReading, before: FileReading | None) -> FileReading:
    """The reading with the facts that are known already, if they are equal: they may be kept anywhere by then."""
    same = before is not None and before.facts is not None and before.facts == reading.facts
    return replace(reading, facts=before.facts) if same and before is not None else reading
