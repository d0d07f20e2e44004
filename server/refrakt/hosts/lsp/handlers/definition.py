"""`textDocument/definition`."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types

from refrakt.hosts.lsp.edit_encoder import EditEncoder
from refrakt.hosts.lsp.request_context import RequestContext


def register(context: RequestContext) -> None:
    session = context.session

    @session.server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[dict[str, Any]] | None:
        # Lazy import: not needed for the first diagnostics.
        from refrakt.features.definition import find_definition, find_slow_definition

        cursor = context.cursor(params.text_document.uri, params.position)
        if cursor is None:
            return None
        page, offset, client = cursor.page, cursor.offset, context.providers.client_for(cursor.buffer)
        found = await client.definition(offset)
        if found is not None:
            encoder = EditEncoder(session, client.root)
        elif page is not None:
            found = find_definition(page, offset) or await asyncio.to_thread(find_slow_definition, page, offset)
            encoder = EditEncoder(session, page.site.root)
        if found is None:
            return None
        if not session.client.location_links:
            return [encoder.location(each) for each in found.targets]
        origin = session.positions.range(cursor.buffer.document, *found.origin.bounds)
        return [
            {
                "originSelectionRange": origin,
                "targetUri": encoder.uri(each.path),
                "targetRange": encoder.range(each.path, each.full_span or each.span),
                "targetSelectionRange": encoder.range(each.path, each.span),
            }
            for each in found.targets
        ]
