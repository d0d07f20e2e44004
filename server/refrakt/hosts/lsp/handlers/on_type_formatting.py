"""`textDocument/onTypeFormatting`."""

from __future__ import annotations

from lsprotocol import types

from refrakt.hosts.lsp.capabilities import ON_TYPE_TRIGGERS
from refrakt.hosts.lsp.edit_encoder import JsonEdit, text_edits
from refrakt.hosts.lsp.request_context import RequestContext


def register(context: RequestContext) -> None:
    session = context.session
    options = types.DocumentOnTypeFormattingOptions(ON_TYPE_TRIGGERS[0], ON_TYPE_TRIGGERS[1:])

    @session.server.feature(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, options)
    def on_type_formatting(params: types.DocumentOnTypeFormattingParams) -> list[JsonEdit]:
        from refrakt.features.on_type import on_type_edits

        cursor = context.cursor(params.text_document.uri, params.position)
        if cursor is None or cursor.page is None:
            return []
        return text_edits(session, cursor.buffer.document, on_type_edits(cursor.page, cursor.offset, params.ch))
