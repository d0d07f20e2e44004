"""Keeps the indexes of a project's sites up to date with its files on disk and the open buffers.

One thread does this. Others read the indexes, and hold the `lock` while they do.
"""

from __future__ import annotations

import gc
import logging
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from refrakt.markdoc.document import Document, parse
from refrakt.project.files import LARGEST_PAGE
from refrakt.project.gitignore import GitIgnore
from refrakt.project.index.file_records import FileGroup, FileRecord, FileRecords
from refrakt.project.index.indexed_file import index_file
from refrakt.project.index.reader_pool import ReaderPool, ReadKind
from refrakt.project.index.severity import with_severities
from refrakt.project.index.site_files import SiteFile, list_site_files, relative_path, site_file_at, unsaved_site_file
from refrakt.project.index.site_index import SiteCheck, SiteIndex
from refrakt.project.index.site_spec import specs_of
from refrakt.project.index.work_queue import Batch, WorkQueue
from refrakt.project.pages.content_tree import SkippedFile
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.facts_cache import FactsCache
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.site import Project
from refrakt.rules.problem import Problem

if TYPE_CHECKING:
    from refrakt.project.snapshot import Snapshot

log = logging.getLogger("refrakt.index")

PLAN = FileGroup(None, plan=True)
_MOST_SINGLE_FILES = 50
"""Up to so many changed files are updated one by one; with more, the folders are scanned."""
_FREEZE_AFTER = 200
"""After so many files in one batch, their objects are exempted from garbage collection."""
_REPORTED_TOGETHER = 500
_NO_FACTS = PageFacts(open_ended=True)
"""For an open page that could not be read: it may have any anchor."""


class OpenPage(NamedTuple):
    """An open page, with its facts for each group of files it is part of."""

    document: Document
    cache: FactsCache
    facts: dict[FileGroup, PageFacts]


class Indexer:
    """The indexes of a project's sites, and the files they were made from."""

    def __init__(
        self,
        records: FileRecords,
        pool: ReaderPool,
        queue: WorkQueue,
        snapshot: Callable[[], Snapshot],
        check: SiteCheck,
    ) -> None:
        self.root = records.project.root
        self.lock = threading.RLock()
        self.records = records
        self._check = check
        self.sites = self._indexes(records.project)
        self.files: dict[FileGroup, dict[str, SiteFile]] = {}
        self.skipped_files: dict[str | None, list[SkippedFile]] = {}
        self.open_pages: dict[str, OpenPage] = {}
        """The open pages, by path, as they are in the index."""
        self.ignored = GitIgnore(self.root)
        self.progress: tuple[int, int] | None = (0, 0)
        """How many of how many files have been read; None once all have been."""
        self._pool = pool
        self._queue = queue
        self._snapshot = snapshot
        self._read_count = 0
        """How many files have been read in this batch."""
        self._read_kinds: tuple[ReadKind, ...] = ()
        self._is_interrupted = False
        self._changed: set[str] = set()
        """The files that have changed and were not reported yet."""

    def run(self, batch: Batch) -> Iterator[set[str]]:
        """Do the work of a batch. Yields the files that have changed, or whose problems have, as soon as possible."""
        self._read_count, self._read_kinds = 0, batch.read_kinds
        scan, paths = batch.scan, batch.paths
        if batch.project is not None:
            self._changed |= self._replace(batch.project)
            scan = True
        if self._need_scan(paths):
            scan, paths = True, set()
        if scan:
            yield from self._scan(batch.read_kinds)
        for path in paths:
            yield from self._update_file(path, batch.read_kinds)
        self._pool.close()
        self._changed |= self._read_open_pages() | self._update_habits()
        yield from self._changes()
        if self._read_count >= _FREEZE_AFTER:
            # These objects live long. Each full collection would visit them all and stop every thread, also the one that
            # handles keystrokes: for a quarter of a second with ten thousand pages.
            gc.freeze()

    def _changes(self) -> Iterator[set[str]]:
        """Check the stale files; yields what has changed."""
        for some in self._check_stale_files():
            changed, self._changed = self._changed, set()
            yield changed | some

    def _changes_of_open_pages(self) -> set[str]:
        """Check the open pages alone; returns what has changed."""
        problems = self._check_open_pages()
        changed, self._changed = self._changed, set()
        return changed | problems

    def _handle_interrupt(self) -> Iterator[set[str]]:
        """Handle changed pages and files in the middle of a long batch, which may take seconds."""
        if self._is_interrupted or not self._queue.is_interrupted:
            return
        self._is_interrupted = True
        try:
            self._changed |= self._read_open_pages()
            if self.progress is None:  # nothing is reported before all files are read
                paths = self._queue.take_paths()
                if self._need_scan(paths):
                    self._queue.files_changed(None)
                    paths = set()
                for path in paths:
                    yield from self._update_file(path, self._read_kinds)
                yield self._changes_of_open_pages()
        finally:
            self._is_interrupted = False

    def _indexes(self, project: Project) -> dict[str | None, SiteIndex]:
        return {spec.name: SiteIndex(spec, self._check) for spec in specs_of(project)}

    def groups_of(self, site: str | None) -> list[FileGroup]:
        """The groups of files that determine the URLs of a site."""
        known = self.sites.get(site)
        plans = known is not None and known.spec.plan is not None and bool(known.spec.entity_routes.rules)
        return [FileGroup(site), PLAN] if plans else [FileGroup(site)]

    def sites_of(self, path: str) -> list[SiteIndex]:
        """The sites a file is part of."""
        return [each for each in self.sites.values() if path in each.entries]

    def _replace(self, project: Project) -> set[str]:
        """Start again with a changed project. Open pages are read again, because names may refer to other runes."""
        records, sites = self.records.for_project(project), self._indexes(project)
        with self.lock:
            before = {path for files in self.files.values() for path in files}
            self.records, self.sites, self.files, self.open_pages, self.skipped_files = records, sites, {}, {}, {}
            self.progress = (0, 0)
        self._queue.restart(self._snapshot().paths)
        return before

    # Files ------------------------------------------------------------------------------------------------------------

    def _scan(self, read_kinds: tuple[ReadKind, ...]) -> Iterator[set[str]]:
        """List the folders, read the files that have changed, remove those that were deleted."""
        self.ignored = GitIgnore(self.root)
        found, skipped_files = self._list_files()
        for group, known in self.files.items():
            for path in known.keys() - found.get(group, {}).keys():
                self._changed |= self._remove_from_index(group, path)
        with self.lock:
            self.files, self.skipped_files = found, skipped_files
        self._changed |= self._read_open_pages()
        if self.progress is None:  # reading may take seconds
            yield self._changes_of_open_pages()
        with self.lock:
            for site in self.sites.values():
                site.assets_changed()
        due = {group: self.records.outdated(group, tuple(files.values()), read_kinds) for group, files in found.items()}
        first = self.progress is not None or not all(site.complete for site in self.sites.values())
        if first:
            self.progress = (0, sum(map(len, due.values())))
            for group, files in found.items():
                outdated = {each.path for each in due[group]}
                for path in [each for each in files if each not in outdated]:
                    self._changed |= self._index_file(group, path)
                    self._queue.give_way()
        for group in sorted(due, key=lambda each: each.plan):
            yield from self._read(group, due[group], read_kinds)
            if self._queue.is_obsolete:
                return
            self._queue.group_done(group)
        for group in {*(FileGroup(name) for name in self.sites), PLAN} - due.keys():
            self._queue.group_done(group)
        if first and not self._queue.stop.is_set():
            self._finish()

    def _list_files(self) -> tuple[dict[FileGroup, dict[str, SiteFile]], dict[str | None, list[SkippedFile]]]:
        """The files of each group, also those that are open and not saved yet; and the skipped files of each site."""
        found: dict[FileGroup, dict[str, SiteFile]] = {}
        skipped_files: dict[str | None, list[SkippedFile]] = {}
        for name, site in self.sites.items():
            listing = list_site_files(site.spec)
            skipped_files[name] = listing.skipped_files
            site.cut_off = listing.cut_off
            new = (unsaved_site_file(site.spec, path) for path in self._snapshot().paths)
            for file in (*listing.files, *filter(None, new)):
                found.setdefault(_group(name, file), {}).setdefault(file.path, file)
        return found, skipped_files

    def _read(self, group: FileGroup, files: list[SiteFile], read_kinds: tuple[ReadKind, ...]) -> Iterator[set[str]]:
        for path in self.records.read(group, files, read_kinds, self._queue.stop):
            if path is not None:
                self._changed |= self._index_file(group, path)
                self._read_count += 1
                if self.progress is not None:
                    self.progress = (self.progress[0] + 1, self.progress[1])
                self._queue.give_way()
            if self._queue.is_interrupted and not self._is_interrupted:
                yield from self._handle_interrupt()
                if self.progress is None:
                    yield from self._changes()
            if self._queue.is_obsolete:
                break

    def _finish(self) -> None:
        with self.lock:
            for site in self.sites.values():
                site.complete = not site.cut_off
            self.progress = None

    def _need_scan(self, paths: set[Path]) -> bool:
        return len(paths) > _MOST_SINGLE_FILES or any(map(self._needs_scan, paths))

    def _needs_scan(self, path: Path) -> bool:
        """Whether a change may affect several files, or one that was or will be skipped."""
        relative = relative_path(self.root, path)
        if any(each.path == relative for some in self.skipped_files.values() for each in some):
            return True
        try:
            status = path.lstat()
        except (OSError, ValueError):
            status = None
        if status is not None and (stat.S_ISDIR(status.st_mode) or status.st_size > LARGEST_PAGE):
            return True
        if any(relative in files for files in self.files.values()):
            return False
        # It may have been a folder.
        return any(each.startswith(f"{relative}/") for files in self.files.values() for each in files)

    def _update_file(self, path: Path, read_kinds: tuple[ReadKind, ...]) -> Iterator[set[str]]:
        """Read a file that has changed on disk."""
        relative = relative_path(self.root, path)
        for name, site in self.sites.items():
            file = site_file_at(site.spec, path)
            if file is None and path in self._snapshot().paths:
                file = unsaved_site_file(site.spec, path)
            if file is None:
                for group in [each for each in (FileGroup(name), PLAN) if relative in self.files.get(each, {})]:
                    self._changed |= self._remove_file(group, relative)
                with self.lock:
                    site.asset_changed(str(path))
                continue
            group = _group(name, file)
            with self.lock:
                self.files.setdefault(group, {})[relative] = file
            if file.stamp is None:
                self.records.forget(group, [relative])
                self._changed |= self._index_file(group, relative)
            yield from self._read(group, self.records.outdated(group, [file], read_kinds), read_kinds)

    def _remove_file(self, group: FileGroup, path: str) -> set[str]:
        """A file is neither on disk nor in the editor any more."""
        with self.lock:
            self.files[group].pop(path)
        return self._remove_from_index(group, path)

    def _remove_from_index(self, group: FileGroup, path: str) -> set[str]:
        self.records.forget(group, [path])
        with self.lock:
            for site in self._sites_of_group(group):
                site.remove(path)
        return {path}

    def _sites_of_group(self, group: FileGroup) -> list[SiteIndex]:
        if group.plan:
            return [each for each in self.sites.values() if each.spec.plan is not None]
        return [self.sites[group.site]]

    def _index_file(self, group: FileGroup, path: str) -> set[str]:
        """Put a file into the indexes of its sites, as it is in the editor, else as it was read."""
        file = self.files.get(group, {}).get(path)
        if file is None:
            return set()  # deleted while others were read
        record = self.records.of(group).get(path)
        page = self.open_pages.get(path)
        if page is not None and group not in page.facts:
            page.facts[group] = self._facts_of_buffer(group, page.document, page.cache)
        if page is None and record is not None and record.failure == "gone":  # deleted since the scan
            return self._remove_file(group, path)
        facts = page.facts[group] if page is not None else record.facts if record is not None else None
        with self.lock:
            for site in self._sites_of_group(group):
                if facts is None:
                    site.remove(path)
                else:
                    site.put(index_file(site.spec, path, file.kind, file.name, facts))
                    site.habits.put(path, _repeatable_problems(site, path, record))
        return {path}

    # Open pages -------------------------------------------------------------------------------------------------------

    def _read_open_pages(self) -> set[str]:
        """Read the pages that were opened, edited or closed."""
        changed: set[str] = set()
        typed = self._queue.take_changed_buffers()
        buffers = self._snapshot().paths if typed else {}
        for path in typed:
            relative = relative_path(self.root, path)
            buffer = buffers.get(path)
            groups = self._groups_of_file(relative, path if buffer is not None else None)
            if buffer is None:
                # Report it also if it was never read: from now on the file on disk counts.
                was_open = self.open_pages.pop(relative, None) is not None
                for group in groups:
                    changed |= self._close_page(group, relative) if was_open else {relative}
                continue
            known = self.open_pages.get(relative)
            if groups and (known is None or known.document is not buffer.document):
                document, cache = buffer.document, buffer.facts_cache
                facts = {group: self._facts_of_buffer(group, document, cache) for group in groups}
                # Together, so that the problems of the old text are never taken for those of the new one.
                with self.lock:
                    self.open_pages[relative] = OpenPage(document, cache, facts)
                    for group in groups:
                        changed |= self._index_file(group, relative)
        return changed

    def _groups_of_file(self, relative: str, path: Path | None) -> list[FileGroup]:
        """The groups of a file. An open file has groups before it is saved."""
        known = [group for group, files in self.files.items() if relative in files]
        if known or path is None:
            return known
        for name, site in self.sites.items():
            new = unsaved_site_file(site.spec, path)
            if new is not None:
                group = _group(name, new)
                with self.lock:
                    self.files.setdefault(group, {})[relative] = new
                known.append(group)
        return list(dict.fromkeys(known))

    def _close_page(self, group: FileGroup, relative: str) -> set[str]:
        is_on_disk = self.files[group][relative].stamp is not None
        return self._index_file(group, relative) if is_on_disk else self._remove_file(group, relative)

    def _facts_of_buffer(self, group: FileGroup, document: Document, cache: FactsCache) -> PageFacts:
        context = self.records.context(group)
        if context is None:
            return _NO_FACTS
        try:
            if document.options != context.options:
                return facts_of(parse(document.text, context.options), context.vocabulary)
            return facts_of(document, context.vocabulary, cache)
        except Exception:
            log.exception("an open page could not be read")
            return _NO_FACTS

    # Problems ---------------------------------------------------------------------------------------------------------

    def _check_stale_files(self) -> Iterator[set[str]]:
        """Check the stale files one by one, the open pages first. Yields those whose problems have changed."""
        yield self._check_open_pages()
        for site in tuple(self.sites.values()):
            while site.complete and not self._queue.stop.is_set() and (path := self._next_stale(site)):
                yield from self._handle_interrupt()
                self._check_file(site, path)
                self._queue.give_way()
                if len(site.changed_problems) >= _REPORTED_TOGETHER:
                    yield self._take_changed_problems(site)
            with self.lock:
                site.cached_results.clear()
            yield self._take_changed_problems(site)

    def _check_open_pages(self) -> set[str]:
        """Check the open pages; returns the files whose problems have changed."""
        for path in tuple(self.open_pages):
            for site in self.sites_of(path):
                self._check_file(site, path)
        return {path for site in self.sites.values() for path in self._take_changed_problems(site)}

    def _update_habits(self) -> set[str]:
        """Find the habits of the sites again; returns the files whose problems have changed."""
        with self.lock:
            return {path for site in self.sites.values() for path in site.habits.update()}

    def _next_stale(self, site: SiteIndex) -> str:
        with self.lock:
            return next(iter(site.stale), "")

    def _check_file(self, site: SiteIndex, path: str) -> None:
        with self.lock:
            site.problems(path)

    def _take_changed_problems(self, site: SiteIndex) -> set[str]:
        with self.lock:
            changed, site.changed_problems = site.changed_problems, set()
        return changed


def _repeatable_problems(site: SiteIndex, path: str, record: FileRecord | None) -> tuple[Problem, ...]:
    """The problems of a file on disk that count as occurrences of habits: those that are not suppressed."""
    if record is None or record.facts is None or not record.problems:
        return ()
    return with_severities(record.problems, record.facts, site.spec.context.rules_for(path))


def _group(site: str | None, file: SiteFile) -> FileGroup:
    return PLAN if file.kind == "plan" else FileGroup(site)
