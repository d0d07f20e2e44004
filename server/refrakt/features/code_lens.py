"""Code lenses above a page and its headings: its URL and layout, how many references it has, which files use a partial.

References are counted in one pass over the files that the index lists as dependents, for all headings of the page at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

from refrakt.features.page_context import PageContext
from refrakt.features.symbols.candidate_files import candidate_files
from refrakt.features.symbols.occurrences import occurrences_in
from refrakt.features.symbols.symbol import Symbol
from refrakt.markdoc.tree import Span
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.site_view import SiteView

_TOP = Span(0, 0)


class PageLens(NamedTuple):
    """A title above a line; where it counts references, the symbol they refer to."""

    span: Span
    title: str
    symbol: Symbol | None = None


def code_lenses(page: PageContext) -> list[PageLens]:
    """The lenses of a page, in document order. Slow where many pages link here: run it in a thread."""
    view, path = page.view, page.path
    if view is None or path is None:
        return []
    with view.lock:
        entry = view.site.entries.get(path)
    if entry is None:
        return []
    if entry.kind == "page":
        return [*_page_lenses(page, view, entry)]
    if entry.kind == "partial":
        symbol = Symbol("partial", path, entry.name)
        with view.lock:
            count = view.site.used[entry.name]
        return [PageLens(_TOP, f"used by {_plural(count, 'file')}" if count else "unused", symbol if count else None)]
    if entry.kind == "layout":
        return [PageLens(_TOP, f"layout of {_plural(_page_count(view, entry.name), 'page')}")]
    return []


def _page_lenses(page: PageContext, view: SiteView, entry: IndexedFile) -> Iterator[PageLens]:
    if entry.url is not None:
        yield PageLens(_TOP, entry.url)
    if entry.layout is not None:
        yield PageLens(_TOP, f"layout {entry.layout}")
    symbol = Symbol("page", entry.path)
    counts = reference_counts(view, symbol)
    if counts[symbol]:
        yield PageLens(_TOP, _references(counts[symbol]), symbol)
    counted: set[str] = set()
    for heading in page.facts.headings:
        # A link to a duplicate id targets the first one.
        if heading.id is None or heading.id in counted:
            continue
        counted.add(heading.id)
        named = Symbol("heading", entry.path, heading.id)
        if counts[named]:
            yield PageLens(Span(heading.start, heading.end), _references(counts[named]), named)


_COUNTS: WeakKeyDictionary[SiteIndex, tuple[int, dict[Symbol, Counter[Symbol]]]] = WeakKeyDictionary()
"""For each site, its revision and the counts made for that revision."""


_COUNT_LOCK = Lock()
"""Parallel requests for one page share a count."""


def reference_counts(view: SiteView, page: Symbol) -> Counter[Symbol]:
    """How many references there are to a page and to each symbol on it."""
    with _COUNT_LOCK:
        revision = view.site.revision
        cached = _COUNTS.get(view.site)
        if cached is None or cached[0] != revision:
            cached = _COUNTS[view.site] = revision, {}
        if page not in cached[1]:
            cached[1][page] = _count(view, page)
        return cached[1][page]


def _count(view: SiteView, page: Symbol) -> Counter[Symbol]:
    # A reference to a heading also refers to its page, so the dependents of the page are enough.
    counts: Counter[Symbol] = Counter()
    for path in candidate_files(view, page):
        with view.lock:
            tracked = view.tracked(path)
            if tracked is not None:
                found = [each for each in occurrences_in(tracked, tracked.facts, path) if each.symbol.path == page.path]
                counts.update(each.symbol for each in found if not each.is_declaration)
    return counts


def _page_count(view: SiteView, folder: str) -> int:
    start = f"{folder}/" if folder else ""
    with view.lock:
        return sum(each.kind == "page" and each.name.startswith(start) for each in view.site.entries.values())


def _references(count: int) -> str:
    return _plural(count, "reference")


def _plural(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
