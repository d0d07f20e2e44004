"""`textDocument/documentColor`, and `textDocument/colorPresentation` for a replacement colour."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from refrakt.hosts.lsp.request_context import RequestContext


def register(context: RequestContext) -> None:
    session = context.session

    @session.server.feature(types.TEXT_DOCUMENT_DOCUMENT_COLOR)
    def document_colour(params: types.DocumentColorParams) -> list[dict[str, Any]]:
        # Lazy import: not needed for the first diagnostics.
        from refrakt.features.document_colors import document_colors

        page = context.page(session.buffer(params.text_document.uri))
        if page is None:
            return []
        return [
            {
                "range": session.positions.range(page.document, *each.span.bounds),
                "color": {name: getattr(each.color, name) for name in ("red", "green", "blue", "alpha")},
            }
            for each in document_colors(page)
        ]

    @session.server.feature(types.TEXT_DOCUMENT_COLOR_PRESENTATION)
    def colour_presentation(params: types.ColorPresentationParams) -> list[dict[str, Any]]:
        from refrakt.features.css_colors import Color
        from refrakt.features.document_colors import color_presentations
        from refrakt.markdoc.tree import Span

        start = context.cursor(params.text_document.uri, params.range.start)
        end = context.cursor(params.text_document.uri, params.range.end)
        if start is None or end is None or start.page is None:
            return []
        chosen = params.color
        colour = Color(chosen.red, chosen.green, chosen.blue, chosen.alpha)
        span = Span(start.offset, end.offset)
        range = session.positions.range(start.buffer.document, *span.bounds)
        return [
            {"label": each, "textEdit": {"range": range, "newText": each}}
            for each in color_presentations(start.page, colour, span)
        ]
