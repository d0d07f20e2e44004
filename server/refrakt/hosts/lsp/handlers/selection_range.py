"""`textDocument/selectionRange`."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from refrakt.hosts.lsp.request_context import RequestContext


def register(context: RequestContext) -> None:
    session = context.session

    @session.server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    def selection(params: types.SelectionRangeParams) -> list[dict[str, Any]] | None:
        # Lazy import: not needed for the first diagnostics.
        from refrakt.features.selection_range import selection_ranges

        page = context.page(session.buffer(params.text_document.uri))
        if page is None:
            return None
        ranges = []
        for position in params.positions:
            offset = session.positions.offset(page.document, position.line, position.character)
            innermost: dict[str, Any] | None = None
            for span in reversed(selection_ranges(page.document, offset)):
                parent = {} if innermost is None else {"parent": innermost}
                innermost = {"range": session.positions.range(page.document, *span.bounds), **parent}
            ranges.append(innermost or {})
        return ranges
