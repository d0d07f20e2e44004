"""`textDocument/hover`."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from ..pages import Pages


def register(pages: Pages) -> None:
    session = pages.session
    kind = "markdown" if session.client.markdown_in_hover else "plaintext"

    @session.server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> dict[str, Any] | None:
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.hover import explain

        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None:
            return None
        found = explain(spot.page, spot.offset) if spot.page is not None else None
        found = found or pages.providers.hover(spot.buffer, spot.offset)
        if found is None:
            return None
        place = session.codec.place(spot.buffer.document, *found.place)
        return {"contents": {"kind": kind, "value": found.markdown}, "range": place}
