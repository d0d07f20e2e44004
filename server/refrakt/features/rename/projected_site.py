"""A site as it will be once files have moved.

Nothing is read or indexed again: moved files are looked up by their new path and URL, everything else in the current index.
Links are resolved on both, so it is known whether they keep their target.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from refrakt.features.rename.moved_paths import MovedPaths, is_below
from refrakt.project.index.export_tables import PathTable
from refrakt.project.index.exports import LOWER_URL, PAGE_PATH, PARTIAL, URL, exports_of
from refrakt.project.index.indexed_file import IndexedFile, index_file
from refrakt.project.index.link_target import Target, normal_url
from refrakt.project.index.site_files import kind_and_name, relative_path
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import PageFacts


class AffectedTargets(NamedTuple):
    """What a move affects: URLs and source paths of pages, and whether other files and static files move."""

    urls: frozenset[str]
    files: frozenset[str]
    other_files: bool
    static_files: bool

    def may_affect(self, target: Target) -> bool:
        """Whether a link with this target may resolve to something else after the move."""
        if target.kind == "source":
            return self.other_files or not self.files.isdisjoint(target.candidates)
        if not self.urls.isdisjoint(target.candidates):
            return True
        return self.other_files if target.kind == "asset" else self.static_files


class ProjectedSite:
    """Paths and URLs after a move. The caller holds the lock of the index."""

    def __init__(
        self, index: SiteIndex, moved_paths: MovedPaths | None = None, facts: Mapping[str, PageFacts] | None = None
    ) -> None:
        """`facts` are those of files whose text changes."""
        self.spec = index.spec
        self.moved_paths = moved_paths or MovedPaths()
        self._index = index
        self._gone: set[str] = set()
        self._moved: dict[str, IndexedFile] = {}
        self._urls: dict[str, list[str]] = {}
        self._slugs: dict[str, list[str]] = {}
        self._files: dict[str, list[str]] = {}
        self._partials: dict[str, list[str]] = {}
        changed_facts = dict(facts or {})
        if self.moved_paths:
            others = (each for each in index.entries.values() if self.moved_paths.new_path(each.path) != each.path)
            changed_facts = {each.path: each.facts for each in others} | changed_facts
        for path, new_facts in changed_facts.items():
            self._gone.add(path)
            self._add(self.moved_paths.new_path(path), new_facts)

    @cached_property
    def affected(self) -> AffectedTargets:
        """What resolves differently than on the current site."""
        entries = [each for path in self._gone if (each := self._index.entries.get(path)) is not None]
        exported = [exports_of(each, self.spec) for each in entries]
        urls = {*self._urls, *(url for each in exported for url in each.of(URL))}
        files = {*self._files, *(path for each in exported for path in each.of(PAGE_PATH))}
        paths = {path for pair in self.moved_paths.pairs for path in pair}
        others = {old for old, _ in self.moved_paths.pairs} - self._gone
        served = any(is_below(path, self.relative_path(str(top))) for path in paths for top in self.spec.static)
        return AffectedTargets(frozenset(urls), frozenset(files), bool(others), served)

    def _add(self, path: str, facts: PageFacts) -> None:
        spec = self.spec
        placement = kind_and_name(spec, spec.root / path)
        if placement is None:
            return
        found = self._moved[path] = index_file(spec, path, *placement, facts)
        exported = exports_of(found, spec)
        for table, names in (
            (self._urls, exported.of(URL)),
            (self._slugs, exported.of(LOWER_URL)),
            (self._files, exported.of(PAGE_PATH)),
            (self._partials, exported.of(PARTIAL)),
        ):
            for name in names:
                if path not in table.setdefault(name, []):
                    table[name].append(path)

    def entry(self, path: str) -> IndexedFile | None:
        """The indexed file at a path."""
        found = self._moved.get(path)
        return found if found is not None or path in self._gone else self._index.entries.get(path)

    def page_at(self, url: str) -> str | None:
        """The file served at a URL."""
        return self._first(self._index.urls, self._urls, normal_url(url))

    def page_ignoring_case(self, url: str) -> str | None:
        """The same, ignoring case."""
        return self._first(self._index.lower_urls, self._slugs, normal_url(url).lower())

    def page_by_path(self, name: str) -> str | None:
        """A page by its path relative to the content folder."""
        return self._first(self._index.files, self._files, name)

    def partial(self, name: str) -> str | None:
        return self._first(self._index.partials, self._partials, name)

    def _first(self, table: PathTable, more: dict[str, list[str]], name: str) -> str | None:
        entries = table.get(name, [])
        if not self._moved and not self._gone:
            return entries[0] if entries else None
        left = [each for each in entries if each not in self._gone] + more.get(name, [])
        return min(left, key=self._order) if left else None

    def _order(self, path: str) -> tuple[bool, str]:
        entry = self.entry(path)
        return entry is None or entry.kind != "page", path

    def urls(self, path: str) -> tuple[str, ...]:
        """The URLs of a file: its own, and those of pages generated for its entities."""
        entry = self.entry(path)
        return (*((entry.url,) if entry is not None and entry.url is not None else ()), *self.generated_urls(path))

    def generated_urls(self, path: str) -> tuple[str, ...]:
        """The URLs of pages that the config generates for the entities of a file."""
        entry = self.entry(path)
        if entry is None:
            return ()
        own = normal_url(entry.url) if entry.url is not None else None
        return tuple(each for each in exports_of(entry, self.spec).of(URL) if each != own)

    def lacks_anchor(self, path: str, fragment: str) -> bool:
        """Whether a page certainly has no such fragment."""
        entry = self.entry(path)
        return entry is not None and TrackedSite(self._index, entry).has_anchor(entry, fragment) is False

    @cached_property
    def pages(self) -> tuple[IndexedFile, ...]:
        """Every written page."""
        entries = (*self._index.entries.values(), *self._moved.values())
        return tuple(each for each in entries if each.url is not None and self.entry(each.path) is each)

    @cached_property
    def pages_below(self) -> dict[str, frozenset[str]]:
        """The pages directly below the URL of each folder."""
        found: dict[str, set[str]] = {}
        for entry in self.pages:
            if entry.url is not None and entry.url != "/":
                found.setdefault(posixpath.dirname(normal_url(entry.url)), set()).add(entry.path)
        return {folder: frozenset(pages) for folder, pages in found.items()}

    def folder(self, entry: IndexedFile) -> str:
        """The folder of a file, relative to the content folder."""
        return entry.path.removeprefix(self.spec.content_path).rpartition("/")[0]

    # Other files ------------------------------------------------------------------------------------------------------

    def relative_path(self, file: str) -> str:
        """An absolute path made relative to the project root."""
        return relative_path(self.spec.root, self.spec.root / file)

    def file(self, file: str | None) -> str | None:
        """The relative path of a file given by its absolute one; None where it does not exist."""
        return self._existing(file, False)

    def file_or_folder(self, file: str | None) -> str | None:
        """The same for a file or a folder."""
        return self._existing(file, True)

    def _existing(self, file: str | None, folders: bool) -> str | None:
        if file is None:
            return None
        name = self.relative_path(file)
        now = self.moved_paths.old_path(name) if self.moved_paths else name
        if now is None:
            return None
        path = str(self.spec.root / now)
        return name if self.spec.is_file(path) or (folders and self.spec.is_folder(path)) else None
