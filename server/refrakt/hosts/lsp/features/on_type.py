"""`textDocument/onTypeFormatting`."""

from __future__ import annotations

from lsprotocol import types

from ..capabilities import TYPED
from ..edits import Edit, text_edits
from ..pages import Pages


def register(pages: Pages) -> None:
    session = pages.session
    options = types.DocumentOnTypeFormattingOptions(TYPED[0], TYPED[1:])

    @session.server.feature(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, options)
    def on_type_formatting(params: types.DocumentOnTypeFormattingParams) -> list[Edit]:
        from refrakt.features.on_type import after_typing

        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None or spot.page is None:
            return []
        return text_edits(session, spot.buffer.document, after_typing(spot.page, spot.offset, params.ch))
