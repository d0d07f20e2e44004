"""`textDocument/references`."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types

from ..edits import Files
from ..pages import Pages
from .file_operations import views


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[dict[str, Any]] | None:
        from refrakt.features.references import refer

        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None or spot.page is None:
            return None
        page, offset, declaration = spot.page, spot.offset, params.context.include_declaration
        index = session.workspace.known_index(spot.buffer.path)
        others = views(index, session.workspace.snapshot) if index is not None else []

        def found() -> list[dict[str, Any]]:
            files = Files(session, page.site.root)
            return [files.location(each) for each in refer(page, offset, declaration, others)]

        # A thing may be named on every page of a site.
        return await asyncio.to_thread(found) or None
