"""The tags of a site that is not refrakt's own: their definitions in its schema, and their uses on all pages."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Span
from refrakt.project.index.site_view import SiteView
from refrakt.project.site import SiteContext


def tag_symbol(site: SiteContext, name: str) -> Symbol:
    rune = site.vocabulary.get(name)
    return Symbol("tag", rune.location.path if rune is not None and rune.location is not None else "", name)


def tag_occurrence_at(site: SiteContext, document: Document, path: str, offset: int) -> Occurrence | None:
    """The tag whose name is at an offset, in its opening or closing tag; None on a site of refrakt, whose runes are fixed."""
    tag = document.tag_at(offset) if not site.vocabulary.refrakt else None
    if tag is None or not tag.name:
        return None
    start, end = document.offsets(tag.name_span)
    if not start <= offset <= end:
        return None
    return Occurrence(tag_symbol(site, tag.name), path, Span(start, end))


def tag_occurrences(view: SiteView, symbol: Symbol, open_paths: tuple[str, ...] = ()) -> Iterator[Occurrence]:
    """The definition of a tag, then its uses: the names in opening tags."""
    rune = view.site.spec.context.vocabulary.get(symbol.name)
    location = rune.location if rune is not None else None
    if location is not None:
        yield Occurrence(symbol, location.path, Span(location.start, location.end), True)
    for path in files_with_tag(view, symbol.name, open_paths):
        source = view.source(path)
        for each in source.facts.tags if source is not None else ():
            if each.name == symbol.name:
                yield Occurrence(symbol, path, Span(each.start, each.end))


def files_with_tag(view: SiteView, name: str, open_paths: tuple[str, ...] = ()) -> list[str]:
    """The files that use a tag, and those that are open."""
    with view.lock:
        entries = list(view.site.entries.values())
    using = {each.path for each in entries if any(tag.name == name for tag in each.facts.tags)}
    return sorted(using | {each.path for each in entries if each.path in open_paths})
