"""`textDocument/documentSymbol`: as a tree where the client can show one, else as a list."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from lsprotocol import types

from refrakt.features.answers import Range, Symbol
from refrakt.markdoc import Document

from ..pages import Pages
from ..positions import Place
from ..session import Session

KINDS: dict[str, types.SymbolKind] = {
    "page": types.SymbolKind.File,
    "heading": types.SymbolKind.String,
    "rune": types.SymbolKind.Class,
    "entity": types.SymbolKind.Object,
    "partial": types.SymbolKind.Module,
    "key": types.SymbolKind.Property,
}
"""There is no kind for a heading; a string has the plainest icon, and is what other servers for Markdown take."""


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def document_symbols(params: types.DocumentSymbolParams) -> list[dict[str, Any]] | None:
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.outline import outline, without_headings

        uri = params.text_document.uri
        buffer = session.buffer(uri)
        page = pages.page(buffer) if buffer is not None else None
        if page is None:
            return None
        teller = _Teller(session, page.document)
        found = outline(page)
        if session.client.has_markdown and buffer is not None and buffer.language == "markdown":
            found = without_headings(found)
        if session.client.symbol_tree:
            return [teller.tree(each) for each in found]
        return [each for symbol in found for each in teller.list(uri, symbol)]


class _Teller:
    """Tells of the symbols of one page. They begin and end together more often than not, so positions are kept."""

    def __init__(self, session: Session, document: Document) -> None:
        self._position = cache(partial(session.codec.position, document))

    def _place(self, place: Range) -> Place:
        return {"start": self._position(place.start), "end": self._position(place.end)}

    def tree(self, symbol: Symbol) -> dict[str, Any]:
        told: dict[str, Any] = {
            "name": symbol.name,
            "kind": KINDS[symbol.kind],
            "range": self._place(symbol.place),
            "selectionRange": self._place(symbol.title),
        }
        if symbol.detail:
            told["detail"] = symbol.detail
        if symbol.children:
            told["children"] = [self.tree(each) for each in symbol.children]
        return told

    def list(self, uri: str, symbol: Symbol, around: str = "") -> Iterator[dict[str, Any]]:
        location = {"uri": uri, "range": self._place(symbol.place)}
        told = {"name": symbol.name, "kind": KINDS[symbol.kind], "location": location}
        yield {**told, "containerName": around} if around else told
        for each in symbol.children:
            yield from self.list(uri, each, symbol.name)
