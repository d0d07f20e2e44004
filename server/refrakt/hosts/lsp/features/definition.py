"""`textDocument/definition`."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types

from ..edits import Files
from ..pages import Pages


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[dict[str, Any]] | None:
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.definition import define, define_elsewhere

        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None:
            return None
        page, offset, about = spot.page, spot.offset, pages.providers.about(spot.buffer)
        found = await about.define(offset)
        if found is not None:
            files = Files(session, about.root)
        elif page is not None:
            found = define(page, offset) or await asyncio.to_thread(define_elsewhere, page, offset)
            files = Files(session, page.site.root)
        if found is None:
            return None
        if not session.client.location_links:
            return [files.location(each) for each in found.targets]
        origin = session.codec.place(spot.buffer.document, *found.origin)
        return [
            {
                "originSelectionRange": origin,
                "targetUri": files.address(each.path),
                "targetRange": files.place(each.path, each.whole or each.place),
                "targetSelectionRange": files.place(each.path, each.place),
            }
            for each in found.targets
        ]
