"""`textDocument/linkedEditingRange`: the name in the closing tag is typed along with the one in the opening tag."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from ..pages import Pages


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.TEXT_DOCUMENT_LINKED_EDITING_RANGE)
    def linked_editing(params: types.LinkedEditingRangeParams) -> dict[str, Any] | None:
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.linked_editing import NAME_PATTERN, linked_names

        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None or spot.page is None:
            return None
        document = spot.buffer.document
        found = linked_names(document, spot.offset)
        if found is None:
            return None
        return {"ranges": [session.codec.place(document, *each) for each in found], "wordPattern": NAME_PATTERN}
