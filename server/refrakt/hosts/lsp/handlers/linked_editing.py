"""`textDocument/linkedEditingRange`: editing the name of an opening tag edits its closing tag."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from refrakt.hosts.lsp.request_context import RequestContext


def register(context: RequestContext) -> None:
    session = context.session

    @session.server.feature(types.TEXT_DOCUMENT_LINKED_EDITING_RANGE)
    def linked_editing(params: types.LinkedEditingRangeParams) -> dict[str, Any] | None:
        # Lazy import: not needed for the first diagnostics.
        from refrakt.features.linked_editing import NAME_PATTERN, linked_names

        cursor = context.cursor(params.text_document.uri, params.position)
        if cursor is None or cursor.page is None:
            return None
        document = cursor.buffer.document
        found = linked_names(document, cursor.offset)
        if found is None:
            return None
        return {
            "ranges": [session.positions.range(document, *each.bounds) for each in found],
            "wordPattern": NAME_PATTERN,
        }
