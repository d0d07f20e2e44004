"""The index of one site: its files, the tables of what they export, who depends on what, and the problems between pages.

A file can be replaced by another version at any time. The files whose dependencies are invalidated by that become stale, and are
checked again when their problems are requested. The index opens no file; it only checks whether files exist.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Literal, TypeVar, cast

from refrakt.project.index.export_tables import ExportTable
from refrakt.project.index.exports import (
    ENTITY,
    ENTITY_NAME,
    EXPANDS,
    EXPORTS,
    INCLUDED_PARTIAL,
    INCLUDES,
    LOWER_URL,
    MEDIA_PATHS,
    PAGE_PATH,
    PARTIAL,
    TAG,
    TYPE,
    URL,
    URL_FOLDER,
    Export,
    Key,
    PageExports,
    exports_of,
    invalidated_keys,
)
from refrakt.project.index.fragment_share import FragmentShare, language_of
from refrakt.project.index.habits import HabitCounter
from refrakt.project.index.inclusion_cycles import CycleGraph
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.media_attributes import MediaAttributes
from refrakt.project.index.name_resolution import expanded_file
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.index.tag_use import NearMiss, near_misses
from refrakt.project.index.tracked_site import (
    FILE,
    TrackedSite,
    cycle_key,
    file_key,
    folder_key,
    media_attribute_key,
    near_miss_key,
    reliable_fragments_key,
)
from refrakt.project.index.unreadable_file import unreadable
from refrakt.rules.problem import Problem

log = logging.getLogger("refrakt.index")

_MANY = 500
"""With so many problems, rules may have stopped before they made all their queries."""

T = TypeVar("T", bound=ExportTable[Any])

CycleKind = Literal["partial", "expand"]
"""Partials that include partials, by name; items of a plan that expand items, by path."""

SiteCheck = Callable[[TrackedSite], tuple[Problem, ...]]
"""Runs the site rules on one file. Rules depend on the index, so the index does not import them."""


class SiteIndex:
    """All files of a site. Not safe for several threads at once."""

    def __init__(self, spec: SiteSpec, check: SiteCheck) -> None:
        self.spec = spec
        self.check = check
        self.entries: dict[str, IndexedFile] = {}
        """By path below the project root."""
        self.complete = False
        """Whether every file has been read once. Before that, a missing file may be one that was not read yet."""
        self.cut_off = False
        """Whether the site has more files than are indexed. Then it is never complete."""
        self.revision = 0
        """Incremented by every change."""
        self.tables: dict[Export[Any, Any], ExportTable[Any]] = {each: each.table() for each in EXPORTS}
        self.urls = self.table(URL)
        self.lower_urls = self.table(LOWER_URL)
        self.folders = self.table(URL_FOLDER)
        self.files = self.table(PAGE_PATH)
        self.partials = self.table(PARTIAL)
        self.used = self.table(INCLUDED_PARTIAL)
        self.records = self.table(ENTITY)
        self.named = self.table(ENTITY_NAME)
        self.types = self.table(TYPE)
        self.tags = self.table(TAG)
        self.cached_results: dict[Hashable, Any] = {}
        """Computed since the last change and shared by many files; see `TrackedSite.cached`."""
        self.sorted_names: dict[str, list[str]] = {}
        """URLs and page paths, sorted and grouped by last segment and by folder; cleared when the URLs change."""
        self.anchors: dict[str, tuple[frozenset[str], bool]] = {}
        """By path, for files that others link into: the ids of their anchors, and whether a build may add others."""
        self.habits = HabitCounter(spec.context)
        self.changed_problems: set[str] = set()
        """The files whose problems have changed; cleared when they are reported."""
        self._stale: dict[str, None] = {}
        self._cycles: dict[CycleKind, CycleGraph] = {"partial": CycleGraph({}), "expand": CycleGraph({})}
        self._changed_cycles: set[CycleKind] = set()
        """The kinds to find again. That is left to the next query: many files may change at once."""
        self._near_misses: dict[str, NearMiss] = {}
        self._tags_changed = False
        """Whether to find the near misses again, at the next query."""
        self._fragments = FragmentShare()
        self._uses_fragments = False
        """Whether a problem depends on the share of fragments."""
        self._media = MediaAttributes()
        self._dependents: dict[Key, set[str]] = {}
        self._key_revisions: dict[Key, int] = {}
        """When the result of a query has changed last, since the index is complete; for `changed_since`."""
        self._dependencies: dict[str, frozenset[Key]] = {}
        self._problems: dict[str, tuple[Problem, ...]] = {}

    def table(self, export: Export[Any, T]) -> T:
        """The table of an export."""
        return cast(T, self.tables[export])

    @property
    def stale(self) -> dict[str, None]:
        """The files to be checked again, in the order in which they became stale."""
        if self._changed_cycles and self.complete:
            self._find_cycles()
        if self._tags_changed and self.complete:
            self._find_near_misses()
        if self._uses_fragments and self.complete:
            self._count_fragments()
        if self.complete:
            self._find_media_attributes()
        return self._stale

    # Changes ----------------------------------------------------------------------------------------------------------

    def put(self, entry: IndexedFile) -> None:
        """Add a file, or replace it by another version."""
        path = entry.path
        old = self.entries.get(path)
        if old == entry:
            return
        before, after = exports_of(old, self.spec), exports_of(entry, self.spec)
        self.entries[path] = entry
        self._update(path, before, after)
        self._fragments.changed(path)
        self._stale[path] = None

    def remove(self, path: str) -> None:
        """Remove a file."""
        old = self.entries.get(path)
        if old is None:
            return
        self._update(path, exports_of(old, self.spec), PageExports())
        self._fragments.changed(path)
        del self.entries[path]
        self.habits.put(path, ())
        self._stale.pop(path, None)
        self._problems.pop(path, None)
        self._set_dependencies(path, frozenset())

    def assets_changed(self) -> None:
        """Files that are not pages may have been created or deleted, and it is not known which."""
        self.revision += 1
        self.cached_results.clear()
        self._invalidate(map(file_key, self.spec.changed_files()))
        self._invalidate(map(folder_key, self.spec.changed_folders()))

    def asset_changed(self, path: str) -> None:
        """A file that is not a page may have been created or deleted, and folders with it; the path is absolute."""
        folder = path
        self.revision += 1
        self.cached_results.clear()
        self.spec.forget_names(os.path.dirname(path))
        self._invalidate([folder_key(os.path.dirname(path))])
        if self.spec.forget(path):
            self._invalidate([file_key(path)])
        for each in self.spec.forget_below(path):
            self._invalidate([file_key(each), folder_key(os.path.dirname(each))])
        while len(folder) >= len(str(self.spec.root)):
            if self.spec.forget(folder + os.sep):
                self._invalidate([file_key(folder + os.sep)])
            folder = os.path.dirname(folder)

    def _update(self, path: str, old: PageExports, new: PageExports) -> None:
        self.revision += 1
        self.cached_results.clear()
        self.anchors.pop(path, None)
        changed = list(old.differences(new))
        if not changed:
            return
        for export, before, after in changed:
            self.tables[export].update_file(path, before, after)
            if export is MEDIA_PATHS:
                self._media.values_changed(before.keys() | after.keys())
        self._update_derived({export for export, _, _ in changed}, new)
        if self._dependents or self.complete:
            self._invalidate(invalidated_keys(old, new))

    def _update_derived(self, changed: set[Export[Any, Any]], new: PageExports) -> None:
        """Discard what was computed from the tables that have changed."""
        if TAG in changed:
            self._tags_changed = self.spec.context.vocabulary.inferred
        if URL in changed:
            self.sorted_names.clear()
        if PARTIAL in changed or (PARTIAL in new and INCLUDES in changed):
            self._changed_cycles.add("partial")
        if self.table(EXPANDS) or self._cycles["expand"].cycles:
            self._changed_cycles.add("expand")  # any new name may be one that is expanded

    def _invalidate(self, keys: Iterable[Key]) -> None:
        keys = list(keys)
        self._fragments.invalidate(keys)
        if self.complete:
            self._key_revisions.update(dict.fromkeys(keys, self.revision))
        for key in keys:
            if key[0] == FILE:
                self._media.file_changed(key[1])
            # A stale file records its dependencies again when it is checked; until then it need not be found twice.
            for path in sorted(self._dependents.pop(key, ())):
                self._stale[path] = None

    # Queries ----------------------------------------------------------------------------------------------------------

    def problems(self, path: str) -> tuple[Problem, ...]:
        """The problems of a file that depend on others, with default severities. None before the site is complete."""
        entry = self.entries.get(path)
        if entry is None:
            self._stale.pop(path, None)
            return ()
        if not self.complete:
            return ()
        if path in self.stale or path not in self._problems:
            self._stale.pop(path, None)
            site = TrackedSite(self, entry)
            found = self._check(site)
            if found != self._problems.get(path, ()):
                self.changed_problems.add(path)
            self._problems[path] = found
            self._set_dependencies(path, frozenset(site.dependencies))
        return self._problems[path]

    def _check(self, site: TrackedSite) -> tuple[Problem, ...]:
        try:
            return self.check(site)
        except Exception:
            # A rule that fails on one page is a bug, and must not cost the problems of the others.
            log.exception("%s could not be checked", site.entry.path)
            return tuple(unreadable("failed"))

    def cycles(self, kind: CycleKind) -> CycleGraph:
        """The current cycles of a kind."""
        if self._changed_cycles:
            self._find_cycles()
        return self._cycles[kind]

    def language_of(self, entry: IndexedFile) -> str:
        """The language of a page on a site with a folder for each; empty for none."""
        return language_of(self.spec, entry)

    def has_reliable_fragments(self, language: str) -> bool:
        """Whether most fragments on the pages of a language are found."""
        self._uses_fragments = True
        self._count_fragments()
        return self._fragments.is_reliable(language)

    def _count_fragments(self) -> None:
        self._invalidate(map(reliable_fragments_key, self._fragments.update(self)))

    def is_media_attribute(self, term: str) -> bool:
        """Whether an attribute, after its tag, is the path of a media file."""
        self._find_media_attributes()
        return self._media.is_path(term, self.spec, self.table(MEDIA_PATHS))

    def _find_media_attributes(self) -> None:
        changed = self._media.update(self.spec, self.table(MEDIA_PATHS))
        self._invalidate(map(media_attribute_key, changed))

    def _find_cycles(self) -> None:
        changed, self._changed_cycles = self._changed_cycles, set()
        for kind in changed:
            edges = self._partial_edges() if kind == "partial" else self._expand_edges()
            before, self._cycles[kind] = self._cycles[kind], CycleGraph(edges)
            self._invalidate(cycle_key(kind, each) for each in sorted(self._cycles[kind].changed_nodes(before)))

    def _partial_edges(self) -> dict[str, dict[str, str]]:
        includes = self.table(INCLUDES)
        edges: dict[str, dict[str, str]] = {}
        for name, paths in self.partials.items():
            found = includes.get(paths[0])
            edges[name] = {each: each for each in found.partials if each in self.partials} if found else {}
        return edges

    def _expand_edges(self) -> dict[str, dict[str, str]]:
        expands = self.table(EXPANDS)
        edges: dict[str, dict[str, str]] = {}
        for path, names in expands.items():
            site = TrackedSite(self, self.entries[path])
            found = edges[path] = {}
            for name, type in names:
                file = expanded_file(site, name, type)
                if file is not None and file.path in expands:
                    found.setdefault(file.path, name)
        return edges

    def near_miss(self, tag: str) -> NearMiss | None:
        """The tag that is probably meant by one that is not in the schema, if the schema is not completely known."""
        if self._tags_changed:
            self._find_near_misses()
        return self._near_misses.get(tag)

    def _find_near_misses(self) -> None:
        self._tags_changed = False
        before, self._near_misses = self._near_misses, near_misses(self.tags, self.spec.context.vocabulary.names)
        changed = {*before.items()} ^ {*self._near_misses.items()}
        self._invalidate(map(near_miss_key, sorted({name for name, _ in changed})))

    def changed_since(self, keys: Iterable[Key], revision: int) -> bool:
        """Whether the result of one of these queries may have changed since a revision of the complete index."""
        revisions = self._key_revisions
        return any(revisions.get(key, 0) > revision for key in keys)

    def dependents(self, keys: Iterable[Key]) -> set[str]:
        """The files that may depend on one of these keys: those that do, and those that have not been checked yet."""
        unchecked = {path for path in self.entries if path not in self._problems} if self.complete else {*self.entries}
        many = (path for path, found in self._problems.items() if len(found) >= _MANY)
        found = unchecked.union(self.stale, many, *(self._dependents.get(key, ()) for key in keys))
        return found & self.entries.keys()

    def _set_dependencies(self, path: str, dependencies: frozenset[Key]) -> None:
        for key in self._dependencies.get(path, frozenset()) - dependencies:
            paths = self._dependents.get(key)
            if paths is not None:
                paths.discard(path)
                if not paths:
                    del self._dependents[key]
        for key in dependencies:
            self._dependents.setdefault(key, set()).add(path)
        if dependencies:
            self._dependencies[path] = dependencies
        else:
            self._dependencies.pop(path, None)
