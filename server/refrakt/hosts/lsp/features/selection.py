"""`textDocument/selectionRange`."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from ..pages import Pages


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    def selection(params: types.SelectionRangeParams) -> list[dict[str, Any]] | None:
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.selection import selections

        buffer = session.buffer(params.text_document.uri)
        page = pages.page(buffer) if buffer is not None else None
        if page is None:
            return None
        told = []
        for position in params.positions:
            offset = session.codec.offset(page.document, position.line, position.character)
            chain: dict[str, Any] | None = None
            for place in reversed(selections(page.document, offset)):
                around = {} if chain is None else {"parent": chain}
                chain = {"range": session.codec.place(page.document, *place), **around}
            told.append(chain or {})
        return told
