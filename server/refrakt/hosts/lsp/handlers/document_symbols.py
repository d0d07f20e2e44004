"""`textDocument/documentSymbol`: as a tree where the client can show one, else as a list."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from lsprotocol import types

from refrakt.features.results import DocumentSymbol
from refrakt.hosts.lsp.position_encoding import Range
from refrakt.hosts.lsp.request_context import RequestContext
from refrakt.hosts.lsp.session import Session
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Span

KINDS: dict[str, types.SymbolKind] = {
    "page": types.SymbolKind.File,
    "heading": types.SymbolKind.String,
    "rune": types.SymbolKind.Class,
    "entity": types.SymbolKind.Object,
    "partial": types.SymbolKind.Module,
    "key": types.SymbolKind.Property,
}
"""LSP has no kind for headings. `String` has the plainest icon, and other Markdown servers use it."""


def register(context: RequestContext) -> None:
    session = context.session

    @session.server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def document_symbols(params: types.DocumentSymbolParams) -> list[dict[str, Any]] | None:
        # Lazy import: not needed for the first diagnostics.
        from refrakt.features.outline import outline

        uri = params.text_document.uri
        buffer = session.buffer(uri)
        page = context.page(buffer)
        if page is None:
            return None
        encoder = _SymbolEncoder(session, page.document)
        found = outline(page)
        if session.client.hierarchical_symbols:
            return [encoder.tree(each) for each in found]
        return [each for symbol in found for each in encoder.list(uri, symbol)]


class _SymbolEncoder:
    """Encodes the symbols of one page. Caches positions: many symbols share a start or end."""

    def __init__(self, session: Session, document: Document) -> None:
        self._position = cache(partial(session.positions.position, document))

    def _range(self, span: Span) -> Range:
        return {"start": self._position(span.start), "end": self._position(span.end)}

    def tree(self, symbol: DocumentSymbol) -> dict[str, Any]:
        symbol_json: dict[str, Any] = {
            "name": symbol.name,
            "kind": KINDS[symbol.kind],
            "range": self._range(symbol.span),
            "selectionRange": self._range(symbol.selection_span),
        }
        if symbol.detail:
            symbol_json["detail"] = symbol.detail
        if symbol.children:
            symbol_json["children"] = [self.tree(each) for each in symbol.children]
        return symbol_json

    def list(self, uri: str, symbol: DocumentSymbol, container: str = "") -> Iterator[dict[str, Any]]:
        location = {"uri": uri, "range": self._range(symbol.span)}
        symbol_json = {"name": symbol.name, "kind": KINDS[symbol.kind], "location": location}
        yield {**symbol_json, "containerName": container} if container else symbol_json
        for each in symbol.children:
            yield from self.list(uri, each, symbol.name)
