"""The index of a project, kept up to date by a background thread.

Queries are answered at once from what is indexed; `indexing` reports the progress of the first indexing. File watchers and editors
report changes; without changes nothing is done.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from refrakt.markdoc.document import Document
from refrakt.project.index.file_records import FileGroup, FileRecord, FileRecords
from refrakt.project.index.indexer import PLAN, Indexer
from refrakt.project.index.page_cache import PageCache
from refrakt.project.index.reader_pool import ReaderPool, ReadKind
from refrakt.project.index.severity import with_severities
from refrakt.project.index.site_files import relative_path
from refrakt.project.index.site_index import SiteCheck, SiteIndex
from refrakt.project.index.unreadable_file import UNREADABLE, unreadable
from refrakt.project.index.work_queue import Batch, WorkQueue
from refrakt.project.page_problems import HabitKey
from refrakt.project.pages.content_tree import SkippedFile
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.site import Project
from refrakt.rules.problem import Problem
from refrakt.rules.severity_settings import Settings, Severities, layers

if TYPE_CHECKING:
    from refrakt.project.snapshot import Snapshot

log = logging.getLogger("refrakt.index")

_ATTEMPTS = 3
"""How often a failed batch is retried before it is left to the next change."""
_REST = 0.5
"""Seconds before a retry."""

Listener = Callable[[frozenset[str]], None]


class ProjectIndex:
    """The index of one project. All public members are safe for all threads."""

    def __init__(
        self,
        project: Project,
        snapshot: Callable[[], Snapshot],
        check: SiteCheck,
        cache: PageCache | None = None,
        pool: ReaderPool | None = None,
    ) -> None:
        """`snapshot` returns the open buffers, `check` runs the site rules."""
        self.root = project.root
        self.listeners: list[Listener] = []
        """Called in the thread of the index with the files that have changed, by paths below the root."""
        self._pool = pool or ReaderPool()
        self._owns_cache = cache is None
        self._cache = cache or PageCache.open()
        self._queue = WorkQueue()
        records = FileRecords(project, self._cache, self._pool)
        self._indexer = Indexer(records, self._pool, self._queue, snapshot, check)
        self._thread: threading.Thread | None = None
        self._scanned: dict[str | None, float] = {}
        self._started = -inf

    # Progress ---------------------------------------------------------------------------------------------------------

    @property
    def indexing(self) -> str | None:
        """The progress of the first indexing; None once it is done."""
        progress = self._indexer.progress
        if progress is None:
            return None
        done, total = progress
        return f"{100 * done // total if total else 0} %"

    def indexing_of(self, site: str | None) -> str | None:
        """The same for the pages of one site, which may be done before the others."""
        return None if self._queue.is_ready(self._indexer.groups_of(site)) else self.indexing

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many of how many files have been read, during the first indexing."""
        return self._indexer.progress

    @property
    def is_reading(self) -> bool:
        """Whether the first indexing is under way."""
        return self._indexer.progress is not None and not self._queue.stop.is_set()

    @property
    def is_busy(self) -> bool:
        """Whether there is work in the queue or under way."""
        return self._queue.is_busy

    # Queries ----------------------------------------------------------------------------------------------------------

    @property
    def project(self) -> Project:
        return self._indexer.records.project

    @property
    def lock(self) -> threading.RLock:
        """To be held while a `SiteIndex` is read."""
        return self._indexer.lock

    def sites(self) -> Mapping[str | None, SiteIndex]:
        """The sites by name."""
        return self._indexer.sites

    def site(self, name: str | None) -> SiteIndex | None:
        """A site by name, or the only one."""
        sites = self._indexer.sites
        if name is None and len(sites) == 1:
            return next(iter(sites.values()))
        return sites.get(name)

    def sites_of(self, path: str) -> list[SiteIndex]:
        """The sites that a file is part of."""
        return self._indexer.sites_of(path)

    def file_record(self, path: str) -> FileRecord | None:
        """The record of a file on disk."""
        for group in (*(FileGroup(name) for name in self._indexer.sites), PLAN):
            found = self._indexer.records.of(group).get(path)
            if found is not None:
                return found
        return None

    def skipped_files(self, site: str | None) -> list[SkippedFile]:
        """The files in the folders of a site that are not indexed, with the reasons."""
        return self._indexer.skipped_files.get(site, [])

    def files(self, site: str | None = None) -> list[str]:
        """The indexed files of one site or of all, sorted by path; also those that cannot be read."""
        sites = self._indexer.sites
        names = [site] if site is not None else [*sites]
        groups = [FileGroup(each) for each in names]
        if any(sites[each].spec.plan is not None for each in names if each in sites):
            groups.append(PLAN)
        with self.lock:
            found = {path for group in groups for path in self._indexer.files.get(group, ())}
        found |= {each.path for name in names for each in self.skipped_files(name) if each.reason in UNREADABLE}
        return sorted(found)

    def problems(self, path: str) -> tuple[Problem, ...]:
        """What the site rules find in a file, for all of its sites, with default severities."""
        with self.lock:
            found = [each for site in self.sites_of(path) for each in site.problems(path)]
        return tuple(dict.fromkeys(found))

    def file_problems(self, path: str, editor: Settings) -> tuple[Problem, ...]:
        """All problems of a file on disk, with the severities of the config, the editor and the page.

        Those of page rules are included once pages are checked (`check_pages`).
        """
        if self._indexer.ignored.is_ignored(path, folder=False):
            return ()
        record = self.file_record(path)
        if record is not None:
            reason: str | None = record.failure
        else:
            skipped = (each for some in tuple(self._indexer.skipped_files.values()) for each in some)
            reason = next((each.reason for each in skipped if each.path == path), None)
        if reason is not None:
            return tuple(unreadable(reason))
        of_page = (record.problems if record is not None else None) or ()
        found = [*self._with_severities(path, of_page, editor), *self.habits_at(path, editor)]
        return tuple(sorted(found, key=lambda each: (each.span.start, each.span.end, each.code)))

    def habits(self, path: str) -> frozenset[HabitKey]:
        """The habits of the sites of a file. Cheap: called when a page is opened."""
        found = [site.habits.habits for site in self.sites_of(path)]
        return frozenset().union(*(each.keys for each in found)) if any(each.by_key for each in found) else frozenset()

    def habits_at(self, path: str, editor: Settings) -> list[Problem]:
        """The habits that are reported in a file, which may be a schema, with the severities of the config and the editor."""
        found: dict[Problem, None] = {}
        for site in self.sites().values():
            strict = Severities(layers(site.spec.context.rules_for(path), editor))
            found |= dict.fromkeys(filter(None, map(strict.applied, site.habits.habits.at(path))))
        return list(found)

    def schema_files(self, site: str | None = None) -> list[str]:
        """The files that are not pages and in which habits of one site or of all are reported, sorted by path."""
        sites = self._indexer.sites
        habits = [each.habits.habits for name, each in sites.items() if site in (None, name)]
        return sorted({path for each in habits for path in each.paths if not self.sites_of(path)})

    def open_problems(self, path: Path, document: Document, editor: Settings) -> tuple[Problem, ...] | None:
        """What the site rules find in an open page; None unless this version of it is indexed."""
        relative = relative_path(self.root, path)
        with self.lock:
            page = self._indexer.open_pages.get(relative)
            if page is None or page.document is not document:
                return None
            return tuple(self._with_severities(relative, (), editor))

    def open_facts(self, path: str, document: Document, site: str | None) -> PageFacts | None:
        """The facts of an open page, by its path below the root; None unless this version of it is indexed."""
        page = self._indexer.open_pages.get(path)
        if page is None or page.document is not document:
            return None
        return page.facts.get(FileGroup(site)) or page.facts.get(PLAN)

    def _with_severities(self, path: str, of_page: tuple[Problem, ...], editor: Settings) -> dict[Problem, None]:
        found: dict[Problem, None] = {}
        with self.lock:
            for site in self.sites_of(path):
                facts, rules = site.entries[path].facts, site.spec.context.rules_for(path)
                alone = (each for each in of_page if not site.habits.habits.includes(each))
                found |= dict.fromkeys(with_severities((*alone, *site.problems(path)), facts, rules, editor))
        return found

    # Changes ----------------------------------------------------------------------------------------------------------

    def start(self, read_kinds: tuple[ReadKind, ...] = ("facts",)) -> None:
        """Start the background thread."""
        self._queue.set_read_kinds(read_kinds)
        with self.lock:
            if self._thread is None:
                self._started = monotonic()
                self._thread = threading.Thread(target=self._run, name="refrakt index", daemon=True)
                self._thread.start()

    def check_pages(self) -> None:
        """From now on, run the page rules on each file as well."""
        self._queue.set_read_kinds(("facts", "problems"))

    def rescan(self, timeout: float | None = None, site: str | None = None, age: float = 0.0) -> bool:
        """Scan the disk and wait for it; returns whether it was done within the timeout, in seconds.

        With a site, only its own pages are waited for. A scan that began less than `age` seconds ago is not repeated.
        """
        began = monotonic()
        if began - self._scanned.get(site, -inf) < age:
            return True
        groups = self._indexer.groups_of(site) if site in self._indexer.sites else []
        done = self._queue.wait(timeout, scan=True, groups=groups)
        if done:
            self._scanned[site] = began
        return done

    def settle(self, timeout: float | None = None) -> bool:
        """Wait until all reported changes are indexed; returns whether that was so within the timeout."""
        settled = self._queue.wait(timeout, scan=False)
        if settled:
            self._scanned.setdefault(None, self._started)
        return settled

    def project_changed(self, project: Project) -> None:
        """The config, the packages, the schema or the partials of the project have changed."""
        self._queue.project_changed(project)

    def files_changed(self, paths: Iterable[Path] | None) -> None:
        """These files have changed on disk; None if it is not known which."""
        self._queue.files_changed(paths)

    def buffer_changed(self, path: Path) -> None:
        """A page was opened, edited or closed. Cheap: called with every keystroke."""
        self._queue.buffer_changed(path)

    def is_typing(self, within: float) -> bool:
        """Whether a page of the project has changed within the last so many seconds."""
        return self._queue.is_typing(within)

    def give_way(self) -> None:
        """For a thread that works on many pages: rest for a moment while the user types."""
        self._queue.give_way()

    def stop(self) -> None:
        """Let the thread end soon."""
        self._queue.end()

    def close(self) -> None:
        """Stop, and wait until the worker processes have ended."""
        self.stop()
        if self._thread is not None:
            self._thread.join(5)

    # The thread -------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        failures = 0
        try:
            while not self._queue.stop.is_set():
                failures = 0 if self._has_run(self._queue.next_batch()) else failures + 1
                self._queue.batch_done()
                if failures:
                    self._recover(failures)
        finally:
            self._queue.end()
            self._pool.close()
            if self._owns_cache:
                self._cache.close()

    def _has_run(self, batch: Batch) -> bool:
        try:
            for changed in self._indexer.run(batch):
                self._notify(changed)
        except Exception:
            log.exception("index update failed")
            return False
        return True

    def _recover(self, failures: int) -> None:
        """After a bug in an update: scan everything again, a few times."""
        if failures <= _ATTEMPTS:
            self._queue.stop.wait(_REST * failures)
            self._queue.files_changed(None)
        else:
            self._indexer.progress = None  # so that no caller waits for it forever

    def _notify(self, changed: set[str]) -> None:
        for listener in tuple(self.listeners) if changed else ():
            try:
                listener(frozenset(changed))
            except Exception:
                log.exception("a listener of the index failed")
