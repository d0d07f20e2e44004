"""`textDocument/documentHighlight`."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from refrakt.hosts.lsp.request_context import RequestContext

_READ, _WRITE = types.DocumentHighlightKind.Read, types.DocumentHighlightKind.Write


def register(context: RequestContext) -> None:
    session = context.session

    @session.server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlights(params: types.DocumentHighlightParams) -> list[dict[str, Any]] | None:
        from refrakt.features.highlight import highlight

        cursor = context.cursor(params.text_document.uri, params.position)
        if cursor is None or cursor.page is None:
            return None
        document = cursor.buffer.document
        found = [
            {
                "range": session.positions.range(document, *each.span.bounds),
                "kind": _WRITE if each.is_declaration else _READ,
            }
            for each in highlight(cursor.page, cursor.offset)
        ]
        return found or None
