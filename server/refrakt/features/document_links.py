"""The links of a page that an editor can follow: to pages, headings, images, partials, files and other sites."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import NamedTuple

from refrakt.features.page_context import PageContext
from refrakt.features.symbols.file_occurrences import OccurrenceFinder
from refrakt.features.symbols.file_text import file_text
from refrakt.features.symbols.link_definitions import unused_definitions
from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.markdoc.tree import Span

_LINK_KINDS = frozenset({"xref", "expand", "partial", "file", "sandbox", "nav"})
"""References that a reader would call a link."""
_WEB_SCHEMES = ("https:", "http:", "mailto:")


class DocumentLink(NamedTuple):
    """A link to a symbol of the project or, where there is none, to a URL."""

    span: Span
    symbol: Symbol | None = None
    url: str = ""
    tooltip: str = ""
    """The title of the target."""


def document_links(page: PageContext) -> list[DocumentLink]:
    """Every link with a known target, in document order."""
    facts, naming = page.facts, OccurrenceFinder(None, page.facts, page.path or "", file_text(page.document))
    lock = page.view.lock if page.view is not None else nullcontext()
    with lock:
        naming.tracked = page.tracked
    found: dict[Span, DocumentLink] = {}

    def add(mentions: list[Occurrence], start: int) -> None:
        if mentions:
            # The last one is the most specific: a heading rather than its page.
            span = Span(start, mentions[-1].span.end)
            found[span] = DocumentLink(span, mentions[-1].symbol, "", "".join(_title(page, mentions[-1].symbol)))

    for link in (*facts.links, *unused_definitions(page.document, facts.links)):
        if link.written is not None:
            if link.target.lower().startswith(_WEB_SCHEMES):
                found[Span(*link.written)] = DocumentLink(Span(*link.written), None, link.target)
                continue
            with lock:  # per link, so that other threads can take it in between
                mentions = [*naming.link(link)]
            add(mentions, link.written[0])
    for reference in facts.references:
        if reference.kind in _LINK_KINDS:
            with lock:
                mentions = [*naming.reference(reference)]
            add(mentions, reference.start)
    return sorted(found.values(), key=lambda each: each.span)


def _title(page: PageContext, symbol: Symbol) -> Iterator[str]:
    """The title of a page with the heading on it; the path of a file."""
    if page.view is None or symbol.kind in ("partial", "layout", "file"):
        yield symbol.path
        return
    with page.view.lock:
        entry = page.view.site.entries.get(symbol.path)
    yield (entry.facts.title if entry is not None else None) or symbol.path
    if symbol.name:
        yield f" › {symbol.name}"
