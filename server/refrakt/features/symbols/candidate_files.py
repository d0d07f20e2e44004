"""The files of a site that may contain an occurrence of a symbol.

The index records which file depends on which name, so only those files are searched. Names that no rule looks up are searched
in the facts of all files, which are in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any
from urllib.parse import unquote

from refrakt.features.symbols.file_occurrences import OccurrenceFinder
from refrakt.features.symbols.symbol import Symbol
from refrakt.project.index.exports import (
    ALIAS,
    ANCHORS,
    ENTITY,
    ENTITY_NAME,
    FRONTMATTER_VALUE,
    LOWER_URL,
    PAGE_PATH,
    TITLE,
    URL,
    Export,
    Key,
    exports_of,
)
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.site_view import SiteView
from refrakt.project.index.tracked_site import TrackedSite, file_key
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.site_rules.link_edits import STATIC_PAGE_SUFFIXES

_CHECKED_KINDS = frozenset({"page", "heading", "anchor", "drawer", "entity"})
"""The kinds of symbols that site rules look up."""
_TOP = "top"
"""A fragment that no rule looks up: every page has it."""


def is_same_symbol(found: Symbol, symbol: Symbol) -> bool:
    """Whether the symbol of an occurrence is this one.

    Layouts and partials use the keys of a page's frontmatter without declaring them, so keys are compared by name.
    """
    return found == symbol or (found.kind == symbol.kind == "key" and found.name == symbol.name)


def candidate_files(view: SiteView, symbol: Symbol, open_paths: Iterable[str] = ()) -> list[str]:
    """The files with a known or possible occurrence of a symbol; the declaring file comes first."""
    if symbol.kind == "definition":
        return [symbol.path]
    ends = last_segments(view, symbol)
    with view.lock:
        site = view.site
        entries = dict(site.entries)
        dependents = site.dependents(_dependency_keys(view, symbol)) if symbol.kind in _CHECKED_KINDS else set()
    if symbol.kind in _CHECKED_KINDS:
        dependents |= {path for path, each in entries.items() if not site.spec.sure or _has_unchecked_links(each)}
        if symbol.kind == "entity":
            dependents |= {path for path, each in entries.items() if _queries_id(each, symbol.name)}
        candidates: Iterable[str] = dependents
    else:
        is_candidate = _candidate_filter(view, symbol, ends)
        candidates = (path for path, each in entries.items() if is_candidate(each))
    always_read = {*open_paths}
    found = {
        path for path in candidates if path not in always_read and _has_occurrence(view, path, symbol, ends)
    } | always_read
    if symbol.path in entries and symbol.kind != "file":
        found.add(symbol.path)
    return sorted(found, key=lambda path: (path != symbol.path, path))


def _dependency_keys(view: SiteView, symbol: Symbol) -> Iterator[Key]:
    """The dependency keys that resolve to this symbol."""
    entry = view.site.entries.get(symbol.path)
    if entry is None:
        return
    exported = exports_of(entry, view.site.spec)
    if symbol.kind == "page" or symbol.name.lower() == _TOP:
        exports: tuple[Export[Any, Any], ...] = (URL, LOWER_URL, PAGE_PATH, TITLE)
        yield from (export.key(value) for export in exports for value in exported.of(export))
        yield file_key(str(view.site.spec.root / symbol.path))
    if symbol.kind in ("heading", "anchor", "entity", "drawer"):
        yield ANCHORS.part_key(symbol.path, symbol.name)
    if symbol.kind == "drawer":
        yield ANCHORS.part_key(symbol.path, f"drawer-{symbol.name}")
    if symbol.kind in ("entity", "drawer"):
        yield ENTITY.key(symbol.name)
        yield from map(URL.key, exported.of(URL))
        for record in exported.of(ENTITY).get(symbol.name, ()):
            yield from map(ENTITY_NAME.key, record.names)
            yield from map(ALIAS.key, record.aliases)


def _has_unchecked_links(entry: IndexedFile) -> bool:
    """Whether a file has links that no rule resolves: those of a plan, and relative links in partials and layouts."""
    if entry.kind != "page":
        return True
    first = next(iter(entry.facts.links), None)
    return first is not None and first.written == (first.start, first.end)


def _queries_id(entry: IndexedFile, name: str) -> bool:
    """Whether a query in a file may contain an id; no rule looks these up."""
    return any(name in each.text for each in entry.facts.filters)


def _candidate_filter(view: SiteView, symbol: Symbol, ends: frozenset[str]) -> Callable[[IndexedFile], bool]:
    """A predicate for files that may refer to a symbol that no rule looks up by name."""
    if symbol.kind == "partial":
        name_of = view.site.spec.partial_name
        return lambda each: (
            symbol.name in (name_of(each.path, name) for name in each.facts.partials) or _has_target_ending(each, ends)
        )
    if symbol.kind == "file":
        return lambda each: _has_target_ending(each, ends)
    return lambda each: uses_key(each.facts, symbol.name) and _share_page(view, each, symbol.path)


def _has_target_ending(entry: IndexedFile, ends: frozenset[str]) -> bool:
    """Whether a link or a file reference of a file contains one of these last segments."""
    facts = entry.facts
    targets = (each.target if "%" not in each.target else unquote(each.target) for each in facts.links)
    names = (each.name for each in facts.references if each.kind in ("file", "sandbox"))
    return any(end in each for each in chain(targets, names) for end in ends)


def uses_key(facts: PageFacts, key: str) -> bool:
    """Whether a file sets or shows a frontmatter key."""
    return key in facts.frontmatter or any(each.kind == "frontmatter" and each.name == key for each in facts.references)


def _share_page(view: SiteView, entry: IndexedFile, path: str) -> bool:
    """Whether two files are shown on the same page: one is the page, the other one of its layouts or partials."""
    if entry.path == path:
        return True
    with view.lock:
        other = view.site.entries.get(path)
        if other is None:
            return False
        page, part = (entry, other) if entry.kind == "page" else (other, entry)
        return page.kind == "page" and any(
            each.path == part.path for each in TrackedSite(view.site, page).included_files()
        )


def last_segments(view: SiteView, symbol: Symbol) -> frozenset[str]:
    """The last segments of all paths that resolve to a symbol: of its file and of its URLs; with other ids of a heading."""
    with view.lock:
        entry = view.site.entries.get(symbol.path)
        exported = exports_of(entry, view.site.spec)
        urls = (*exported.of(URL), *exported.of(FRONTMATTER_VALUE))
    # Static pages are also linked without their ending.
    short = (symbol.path.removesuffix(end) for end in STATIC_PAGE_SUFFIXES if end and symbol.path.endswith(end))
    found = frozenset(each.rpartition("/")[2] for each in (symbol.path, *short, *urls))
    if symbol.kind != "heading" or entry is None:
        return found
    return found.union(*(each.other_ids for each in entry.facts.headings if each.id == symbol.name))


def _has_occurrence(view: SiteView, path: str, symbol: Symbol, ends: frozenset[str]) -> bool:
    """Whether the index knows an occurrence of a symbol in a file."""
    if symbol.kind == "key":
        return True
    with view.lock:
        tracked = view.tracked(path)
        if tracked is None:
            return False
        return any(
            is_same_symbol(each.symbol, symbol)
            for each in OccurrenceFinder(tracked, tracked.facts, path, None).find(symbol, ends)
        )
