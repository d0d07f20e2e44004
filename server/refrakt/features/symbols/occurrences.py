"""Every occurrence of a symbol: in one file, on a site, in a project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refrakt.features.symbols.attributes import attribute_occurrences
from refrakt.features.symbols.candidate_files import candidate_files, is_same_symbol, last_segments
from refrakt.features.symbols.file_occurrences import OccurrenceFinder
from refrakt.features.symbols.file_text import FileText
from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.features.symbols.tags import tag_occurrences
from refrakt.markdoc.tree import Span
from refrakt.project.index.site_view import SiteView
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import PageFacts

_FILES = frozenset({"page", "partial", "layout", "file"})
"""Symbols that are a whole file."""
_INDEX = "index.html"


def occurrences_in(
    tracked: TrackedSite | None, facts: PageFacts, path: str, text: FileText | None = None
) -> Iterator[Occurrence]:
    """Every occurrence in one file.

    Without its text, link targets are not split into path and fragment, a heading is its whole line, and frontmatter keys and
    link definitions are left out. With `tracked`, the caller holds the lock of the site; without it, only the file itself is
    known.
    """
    return OccurrenceFinder(tracked, facts, path, text).find()


def occurrences_of(view: SiteView, symbol: Symbol, open_paths: tuple[str, ...] = ()) -> Iterator[Occurrence]:
    """Every occurrence of a symbol on a site, its declaration first; spans refer to the current texts.

    Files in `open_paths` are always read: they are open in an editor. The lock of the site is taken for one file at a time, so the
    caller must not hold it.
    """
    if symbol.kind in ("tag", "attribute"):
        find = tag_occurrences if symbol.kind == "tag" else attribute_occurrences
        yield from find(view, symbol, open_paths)
        return
    if symbol.kind in _FILES:
        declared = declaration(view, symbol)
        if declared is not None:
            yield declared
    if symbol.kind == "layout":
        yield from _pages_of_layout(view, symbol)
        return
    ends = last_segments(view, symbol)
    for path in candidate_files(view, symbol, open_paths):
        found = _occurrences_in_file(view, symbol, path, ends)
        yield from sorted(found, key=lambda each: (not each.is_declaration, each.span))


def occurrences_on_sites(
    view: SiteView, others: Iterable[SiteView], symbol: Symbol, open_paths: tuple[str, ...] = ()
) -> Iterator[Occurrence]:
    """The occurrences on all sites of a project, each once: sites may share a plan, pages or images."""
    reported: set[tuple[str, Span]] = set()
    for each in (view, *others):
        with each.lock:
            shared = each.site is view.site or symbol.kind == "file" or symbol.path in each.site.entries
        if not shared or (each.site is view.site and each is not view):
            continue
        for occurrence in occurrences_of(each, symbol, open_paths if each is view else ()):
            if (occurrence.path, occurrence.span) not in reported:
                reported.add((occurrence.path, occurrence.span))
                yield occurrence


def _pages_of_layout(view: SiteView, layout: Symbol) -> list[Occurrence]:
    """The pages that use a layout. They need not name it, so the span is the start of each page."""
    with view.lock:
        entries = view.site.entries
        folder = entries[layout.path].name if layout.path in entries else None
        if folder is None:
            return []
        above = f"{folder}/" if folder else ""
        pages = sorted(each.path for each in entries.values() if each.kind == "page" and each.name.startswith(above))
    return [Occurrence(layout, path, Span(0, 0)) for path in pages]


def declaration(view: SiteView, symbol: Symbol) -> Occurrence | None:
    """The declaration of a symbol; that of a file is its start. None where it does not exist."""
    if symbol.kind in _FILES:
        with view.lock:
            site = view.site
            path: str | None = symbol.path
            if symbol.kind != "file":
                path = path if path in site.entries else None
            elif site.spec.is_folder(str(site.spec.root / symbol.path)):
                # An editor opens files, so the folder of an example is represented by its page.
                path = f"{symbol.path}/{_INDEX}"
                path = path if site.spec.is_file(str(site.spec.root / path)) else None
        return Occurrence(symbol, path, Span(0, 0), True) if path is not None else None
    return next((each for each in _occurrences_in_file(view, symbol, symbol.path) if each.is_declaration), None)


def _occurrences_in_file(
    view: SiteView, symbol: Symbol, path: str, ends: frozenset[str] | None = None
) -> list[Occurrence]:
    """The occurrences of a symbol in one file."""
    source = view.source(path)
    if source is None:
        return []
    text = FileText(source.text, view.site.spec.options)
    with view.lock:
        tracked = view.tracked_with(path, source.facts)
        found = OccurrenceFinder(tracked, source.facts, path, text).find(symbol, ends)
        return [each._replace(symbol=symbol) for each in found if is_same_symbol(each.symbol, symbol)]
