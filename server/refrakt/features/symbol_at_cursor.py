"""The symbol under the cursor, and its occurrences on the open page.

Works on the text of the buffer as it is now; `symbols` does the same for any file of a site.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.page_context import PageContext
from refrakt.features.symbols.candidate_files import is_same_symbol, last_segments
from refrakt.features.symbols.file_occurrences import OccurrenceFinder
from refrakt.features.symbols.file_text import file_text
from refrakt.features.symbols.filter_queries import field_values
from refrakt.features.symbols.frontmatter_keys import key_occurrences
from refrakt.features.symbols.link_definitions import definition_occurrences, unused_definitions
from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.features.unfinished_reference import unfinished_value_at
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Span
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Link, PageFacts


def occurrence_at(page: PageContext, offset: int) -> Occurrence | None:
    """The innermost occurrence whose name covers the offset, else the innermost link or heading that does."""
    facts = page.facts  # computed before the lock is taken: it may be slow
    if page.view is None:
        return _innermost(page, facts, None, offset)
    with page.view.lock:
        return _innermost(page, facts, page.tracked, offset)


def occurrences_on(page: PageContext, symbol: Symbol) -> list[Occurrence]:
    """The occurrences of a symbol on one page."""
    finder = OccurrenceFinder(None, page.facts, page.path or "", file_text(page.document))
    if page.view is None:
        return [each for each in finder.find(symbol) if is_same_symbol(each.symbol, symbol)]
    ends = last_segments(page.view, symbol)
    with page.view.lock:
        finder.tracked = page.tracked
        return [each for each in finder.find(symbol, ends) if is_same_symbol(each.symbol, symbol)]


def declaration_on(page: PageContext, symbol: Symbol) -> Occurrence | None:
    """The declaration of a symbol on one page."""
    finder = OccurrenceFinder(None, page.facts, page.path or "", file_text(page.document))
    return next((each for each in finder.declarations(symbol) if each.symbol == symbol), None)


def _innermost(page: PageContext, facts: PageFacts, tracked: TrackedSite | None, offset: int) -> Occurrence | None:
    text, in_target = page.document.text, any(_is_in_target(each, offset) for each in facts.links)
    best: tuple[tuple[int, ...], Occurrence] | None = None
    for each in _occurrences_around(page, facts, tracked, offset):
        order: tuple[int, ...]
        if _covers(each.span, offset):
            # An id may be composed of several attributes, each of which names another symbol.
            order = _size(each.span), 0, int(each.is_declaration and not _is_literal(each, text))
        elif each.full_span is not None and _covers(each.full_span, offset) and not in_target:
            # The last part of a link wins: the heading, not its page.
            order = _size(each.full_span), 1, -each.span.start
        else:
            continue
        if best is None or order < best[0]:
            best = order, each
    return best[1] if best is not None else None


def _occurrences_around(
    page: PageContext, facts: PageFacts, tracked: TrackedSite | None, offset: int
) -> Iterator[Occurrence]:
    """The occurrences of all facts that cover an offset."""
    document = page.document
    finder = OccurrenceFinder(tracked, facts, page.path or "", file_text(document))
    yield from _declarations_around(finder, document, offset)
    yield from _references_around(finder, offset)
    links = [each for each in facts.links if _covers_link(each, offset)]
    for link in links:
        yield from finder.link(link)
    unfinished = unfinished_value_at(page, offset)
    if unfinished is not None:
        yield from finder.link(unfinished) if isinstance(unfinished, Link) else finder.reference(unfinished)
    if document.blocks and document.blocks[document.block_at(offset)].definitions:
        unused = unused_definitions(document, facts.links)
        for link in unused:
            if _is_in_target(link, offset):
                yield from finder.link(link)
        links = [*facts.links, *unused]
    yield from definition_occurrences(links, finder.path, document.text)


def _declarations_around(finder: OccurrenceFinder, document: Document, offset: int) -> Iterator[Occurrence]:
    facts, frontmatter = finder.facts, document.frontmatter
    if frontmatter is not None and _covers(Span(*document.offsets(frontmatter.span)), offset):
        yield from key_occurrences(finder.path, file_text(document))
    for entity in facts.entities:
        if entity.start <= offset <= entity.end:
            yield from finder.entity(entity)
    for anchor in facts.anchors:
        if anchor.start <= offset <= anchor.end:
            yield from finder.anchor(anchor)
    heading = next((each for each in facts.headings if each.start <= offset <= each.end), None)
    if heading is not None and heading == next(each for each in facts.headings if each.id == heading.id):
        yield from finder.heading(heading)  # of several headings with one id, links resolve to the first
    if finder.tracked is not None and finder.tracked.entry.kind == "layout":
        yield from finder.layout(document, offset)


def _references_around(finder: OccurrenceFinder, offset: int) -> Iterator[Occurrence]:
    facts = finder.facts
    for reference in facts.references:
        if reference.start <= offset <= reference.end:
            yield from finder.reference(reference)
    for value in field_values(each for each in facts.filters if each.start <= offset <= each.end):
        yield from finder.query(value)


def _covers(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end


def _covers_link(link: Link, offset: int) -> bool:
    return link.start <= offset <= link.end or _is_in_target(link, offset)


def _is_in_target(link: Link, offset: int) -> bool:
    return link.written is not None and link.written[0] <= offset <= link.written[1]


def _is_literal(occurrence: Occurrence, text: str) -> bool:
    span = occurrence.span
    return occurrence.symbol.kind != "entity" or text[span.start : span.end] == occurrence.symbol.name


def _size(span: Span) -> int:
    return span.end - span.start
