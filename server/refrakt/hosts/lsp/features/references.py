"""`textDocument/references`: every place that names a thing, those that we know and those that plugins know, each once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types

from refrakt.features.answers import Location

from ..edits import Files
from ..pages import Pages, Spot
from .file_operations import views


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[dict[str, Any]] | None:
        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None:
            return None
        declared = params.context.include_declaration
        ours = await _ours(pages, spot, declared)
        about = await pages.providers.all_about(spot.buffer)
        theirs = await about.references(spot.offset, declared)
        found = [(spot.page.site.root, each) for each in ours] if spot.page is not None else []
        found += [(about.root, each) for each in theirs]
        # Those that nobody has open are read.
        return await asyncio.to_thread(_told, pages, found) or None


async def _ours(pages: Pages, spot: Spot, declared: bool) -> list[Location]:
    if spot.page is None:
        return []
    from refrakt.features.references import refer

    workspace = pages.session.workspace
    index = workspace.known_index(spot.buffer.path)
    others = views(index, workspace.snapshot) if index is not None else []
    # A thing may be named on every page of a site.
    return await asyncio.to_thread(refer, spot.page, spot.offset, declared, others)


def _told(pages: Pages, found: Iterable[tuple[Path, Location]]) -> list[dict[str, Any]]:
    files: dict[Path, Files] = {}
    told = {
        (root / each.path, each.place): files.setdefault(root, Files(pages.session, root)).location(each)
        for root, each in found
    }
    return list(told.values())
