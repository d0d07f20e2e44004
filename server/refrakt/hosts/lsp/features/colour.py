"""`textDocument/documentColor`, and `textDocument/colorPresentation` for another colour in the place of one."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from ..pages import Pages


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.TEXT_DOCUMENT_DOCUMENT_COLOR)
    def document_colour(params: types.DocumentColorParams) -> list[dict[str, Any]]:
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.colour import colours

        buffer = session.buffer(params.text_document.uri)
        page = pages.page(buffer) if buffer is not None else None
        if page is None:
            return []
        return [
            {
                "range": session.codec.place(page.document, *each.place),
                "color": {name: getattr(each.colour, name) for name in ("red", "green", "blue", "alpha")},
            }
            for each in colours(page)
        ]

    @session.server.feature(types.TEXT_DOCUMENT_COLOR_PRESENTATION)
    def colour_presentation(params: types.ColorPresentationParams) -> list[dict[str, Any]]:
        from refrakt.features.answers import Range
        from refrakt.features.colour import presentations
        from refrakt.features.colour_notation import Colour

        start = pages.spot(params.text_document.uri, params.range.start)
        end = pages.spot(params.text_document.uri, params.range.end)
        if start is None or end is None or start.page is None:
            return []
        chosen = params.color
        colour = Colour(chosen.red, chosen.green, chosen.blue, chosen.alpha)
        place = Range(start.offset, end.offset)
        range = session.codec.place(start.buffer.document, *place)
        return [
            {"label": each, "textEdit": {"range": range, "newText": each}}
            for each in presentations(start.page, colour, place)
        ]
