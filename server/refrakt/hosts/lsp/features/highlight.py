"""`textDocument/documentHighlight`."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from ..pages import Pages

_READ, _WRITE = types.DocumentHighlightKind.Read, types.DocumentHighlightKind.Write


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlights(params: types.DocumentHighlightParams) -> list[dict[str, Any]] | None:
        from refrakt.features.highlight import highlight

        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None or spot.page is None:
            return None
        document = spot.buffer.document
        found = [
            {"range": session.codec.place(document, *each.place), "kind": _WRITE if each.writes else _READ}
            for each in highlight(spot.page, spot.offset)
        ]
        return found or None
