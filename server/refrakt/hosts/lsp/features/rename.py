"""`textDocument/prepareRename` and `textDocument/rename`."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types

from ..edits import Files
from ..pages import Pages
from .file_operations import opened_in, views


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> dict[str, Any] | None:
        from refrakt.features.renaming.rename import prepare

        spot = pages.spot(params.text_document.uri, params.position)
        found = prepare(spot.page, spot.offset) if spot is not None and spot.page is not None else None
        if spot is None or found is None:
            return None
        return {"range": session.codec.place(spot.buffer.document, *found.place), "placeholder": found.name}

    @session.server.feature(types.TEXT_DOCUMENT_RENAME)
    async def rename(params: types.RenameParams) -> dict[str, Any] | None:
        from refrakt.features.renaming.rename import rename

        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None or spot.page is None:
            return None
        page, offset = spot.page, spot.offset
        index = session.workspace.known_index(spot.buffer.path)
        snapshot = session.workspace.snapshot
        others = views(index, snapshot) if index is not None else []
        opened = opened_in(page.site.root, snapshot)
        # A thing may be named on every page of a site.
        changes = await asyncio.to_thread(rename, page, offset, params.new_name, others, opened)
        return Files(session, page.site.root).workspace_edit(changes)
