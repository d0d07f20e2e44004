"""`textDocument/codeLens`, and `codeLens/resolve` for the places that a lens counts."""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.features.answers import Location
from refrakt.features.page import PageContext
from refrakt.project.workspace import Change

from ..edits import Files
from ..pages import Pages
from ..positions import Place
from ..refreshing import Refreshing

if TYPE_CHECKING:
    from refrakt.features.code_lens import Lens

SHOW_REFERENCES = "refrakt.showReferences"
"""A command of the client's: it gets the address of a page, a position on it, and locations to show."""
_MOST_PLACES = 500
"""So many are shown: nobody goes through more, and each of them is a file that has to be read."""
_NOTHING = ""
"""A command that does nothing: a lens has to have one, also if it is only to be read."""


def register(pages: Pages) -> None:
    session = pages.session
    asked: set[str] = set()
    """The pages that somebody has asked about, by address."""

    @session.server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def code_lens(params: types.CodeLensParams) -> list[dict[str, Any]] | None:
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.code_lens import lenses

        uri = params.text_document.uri
        buffer = session.buffer(uri)
        page = pages.page(buffer) if buffer is not None else None
        if page is None or not session.workspace.snapshot.settings.code_lens:
            return None
        asked.add(uri)
        found = await asyncio.to_thread(lenses, page)
        return [_told(each, session.codec.place(page.document, *each.place), uri) for each in found]

    @session.server.feature(types.CODE_LENS_RESOLVE)
    async def resolve(lens: types.CodeLens) -> dict[str, Any]:
        told: dict[str, Any] = session.protocol.plain(lens)
        match told.get("data"):
            case {"uri": str(uri), "title": str(title), "thing": list(thing)}:
                buffer = session.buffer(uri)
                page = pages.page(buffer) if buffer is not None else None
                told["command"] = {"title": title, "command": _NOTHING}
                if page is not None and SHOW_REFERENCES in session.client.commands:
                    places = await asyncio.to_thread(_places, pages, page, thing)
                    arguments = [uri, told["range"]["start"], places]
                    told["command"] = {"title": title, "command": SHOW_REFERENCES, "arguments": arguments}
        return told

    refreshing = Refreshing(session, types.WORKSPACE_CODE_LENS_REFRESH, asyncio.get_running_loop())

    def heard(change: Change) -> None:
        if change.kind == "buffer":
            if change.uri in asked and session.buffer(change.uri) is None:
                asked.discard(change.uri)
        elif asked and change.kind != "files" and session.client.refreshes_lenses:
            refreshing.soon()

    session.workspace.listeners.append(heard)


def _told(lens: Lens, place: Place, uri: str) -> dict[str, Any]:
    if lens.thing is None:
        return {"range": place, "command": {"title": lens.title, "command": _NOTHING}}
    return {"range": place, "data": {"uri": uri, "title": lens.title, "thing": list(lens.thing)}}


def _places(pages: Pages, page: PageContext, thing: list[Any]) -> list[dict[str, Any]]:
    from refrakt.features.things.mentions import mentions_of
    from refrakt.features.things.thing import Thing

    if page.view is None or len(thing) != len(Thing._fields):
        return []
    files = Files(pages.session, page.site.root)
    found = (each for each in mentions_of(page.view, Thing(*thing)) if not each.declares)
    return [files.location(Location(each.path, each.place)) for each in islice(found, _MOST_PLACES)]
