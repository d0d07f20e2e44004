"""`textDocument/prepareRename` and `textDocument/rename`.

What a plugin has a name for is renamed by the plugin and by us, as one change: the plugin knows its own files, we know the pages
that speak of the thing and of the files that get other names with it.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.errors import RefraktError
from refrakt.features.answers import Changes, Prepared
from refrakt.project.workspace import Workspace

from ..edits import Files
from ..pages import Pages, Spot
from .file_operations import opened_in, views

if TYPE_CHECKING:
    from refrakt.project.index.view import SiteView


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: types.PrepareRenameParams) -> dict[str, Any] | None:
        from refrakt.features.renaming.rename import prepare

        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None:
            return None
        about = await pages.providers.all_about(spot.buffer)
        found = await about.prepare_rename(spot.offset)
        if found is None and spot.page is not None:
            found = prepare(spot.page, spot.offset)
        if found is None:
            return None
        return {"range": session.codec.place(spot.buffer.document, *found.place), "placeholder": found.name}

    @session.server.feature(types.TEXT_DOCUMENT_RENAME)
    async def rename(params: types.RenameParams) -> dict[str, Any] | None:
        from refrakt.features.renaming.refusing import still_read
        from refrakt.features.renaming.rename import rename

        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None:
            return None
        new, offset = params.new_name, spot.offset
        index = session.workspace.known_index(spot.buffer.path)
        snapshot = session.workspace.snapshot
        others = views(index, snapshot) if index is not None else []
        about = await pages.providers.all_about(spot.buffer)
        theirs = await about.rename(offset, new)
        # A thing may be named on every page of a site.
        if theirs is not None:
            if await asyncio.to_thread(_is_unread, session.workspace, about.root, others):
                raise still_read()
            opened = opened_in(about.root, snapshot)
            prepared = await about.prepare_rename(offset)
            changes = await asyncio.to_thread(_both, theirs, prepared, spot, new, others, opened)
            return Files(session, about.root).workspace_edit(changes)
        if spot.page is None:
            return None
        opened = opened_in(spot.page.site.root, snapshot)
        changes = await asyncio.to_thread(rename, spot.page, offset, new, others, opened)
        return Files(session, spot.page.site.root).workspace_edit(changes)


def _is_unread(workspace: Workspace, root: Path, sites: list[SiteView]) -> bool:
    """Whether the project has pages that may name the thing and have not been read."""
    return workspace.index(root) is not None and not (sites and all(each.site.complete for each in sites))


def _both(
    theirs: Changes,
    prepared: Prepared | None,
    spot: Spot,
    new: str,
    others: list[SiteView],
    opened: tuple[str, ...],
) -> Changes:
    """What a plugin changes, and what we change for the same reason."""
    from refrakt.features.renaming.merging import merged
    from refrakt.features.renaming.moving import moved

    ours = _ours(prepared, spot, new, others, opened)
    places = dict(theirs.moved)
    if any(places.get(old, to) != to for old, to in ours.moved):
        ours = Changes()  # files go where the plugin says, and links to them follow
    every = [theirs, ours, *(moved(site, theirs.moved, also=opened) for site in others if theirs.moved)]
    texts: dict[str, str] = {}
    for edit in (edit for changes in every for edit in changes.edits):
        if texts.setdefault(edit.path, edit.text) != edit.text:
            raise RefraktError(
                "VALIDATION_ERROR", f"{edit.path} was changed meanwhile", "Nothing was changed; try again."
            )
    return merged(*every)


def _ours(prepared: Prepared | None, spot: Spot, new: str, others: list[SiteView], opened: tuple[str, ...]) -> Changes:
    """Nothing where we do not know the thing, or would call something else at this place by the new name."""
    from refrakt.features.renaming.asking import asked, name_of
    from refrakt.features.renaming.rename import rename

    page = spot.page
    if page is None or page.view is None:
        return Changes()
    try:
        found = asked(page, spot.offset)
        name = name_of(page, found) if found is not None else None
    except RefraktError:
        return Changes()
    if name is None or (prepared is not None and prepared.name != name):
        return Changes()
    return rename(page, spot.offset, new, others, opened)
