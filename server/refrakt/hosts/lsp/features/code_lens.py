"""`textDocument/codeLens`, and `codeLens/resolve` for the places that a lens counts."""

from __future__ import annotations

import asyncio
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.features.answers import Location, Note
from refrakt.features.page import PageContext
from refrakt.project.workspace import Buffer, Change

from ..edits import Files
from ..pages import Pages
from ..positions import Place
from ..refreshing import Refreshing
from ..session import Session

if TYPE_CHECKING:
    from refrakt.features.code_lens import Lens

SHOW_REFERENCES = "refrakt.showReferences"
"""A command of the client's: it gets the address of a page, a position on it, and locations to show."""
_MOST_PLACES = 500
"""So many are shown: nobody goes through more, and each of them is a file that has to be read."""
_LATER = 2.0
"""Seconds before an editor is told to ask again for what a plugin could not say yet."""
_NOTHING = ""
"""A command that does nothing: a lens has to have one, also if it is only to be read."""


def register(pages: Pages) -> None:
    session = pages.session
    asked: set[str] = set()
    """The files that somebody has asked about, by address."""
    noted: set[str] = set()
    """Those of them that plugins may have something to say about, which any other file may change."""

    @session.server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def code_lens(params: types.CodeLensParams) -> list[dict[str, Any]] | None:
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.code_lens import lenses

        uri = params.text_document.uri
        buffer = session.buffer(uri)
        if buffer is None or not session.workspace.snapshot.settings.code_lens:
            return None
        page, about = pages.page(buffer), pages.providers.about(buffer)
        asked.add(uri)
        found = await asyncio.to_thread(lenses, page) if page is not None else []
        told = [_told(each, session.codec.place(buffer.document, *each.place), uri) for each in found]
        if about.has("notes"):
            noted.add(uri)
            notes = await about.notes()
            if notes is None and session.client.refreshes_lenses:
                asyncio.get_running_loop().call_later(_LATER, refreshing.soon)
            told += await asyncio.to_thread(_notes, session, buffer, about.root, notes) if notes else []
        return told if told or page is not None else None

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
        if change.kind == "buffer" and change.uri is not None and session.buffer(change.uri) is None:
            asked.discard(change.uri)
            noted.discard(change.uri)
        # Of the file that has been changed an editor asks by itself.
        concerned = noted - {change.uri} if change.kind in ("buffer", "files") else asked
        if concerned and session.client.refreshes_lenses:
            refreshing.soon()

    def plugins_found() -> None:
        if asked and session.client.refreshes_lenses:
            refreshing.soon()

    session.workspace.listeners.append(heard)
    pages.providers.listeners.append(plugins_found)


def _told(lens: Lens, place: Place, uri: str) -> dict[str, Any]:
    if lens.thing is None:
        return {"range": place, "command": {"title": lens.title, "command": _NOTHING}}
    return {"range": place, "data": {"uri": uri, "title": lens.title, "thing": list(lens.thing)}}


def _notes(session: Session, buffer: Buffer, root: Path, notes: list[Note]) -> list[dict[str, Any]]:
    """What plugins say, with the places that are shown to whoever follows it. Files may have to be read for these."""
    files, told = Files(session, root), []
    for note in notes:
        place = session.codec.place(buffer.document, *note.place)
        command: dict[str, Any] = {"title": note.title, "command": _NOTHING}
        if note.places and SHOW_REFERENCES in session.client.commands:
            places = [files.location(each) for each in note.places[:_MOST_PLACES]]
            command |= {"command": SHOW_REFERENCES, "arguments": [buffer.uri, place["start"], places]}
        told.append({"range": place, "command": command})
    return told


def _places(pages: Pages, page: PageContext, thing: list[Any]) -> list[dict[str, Any]]:
    from refrakt.features.things.mentions import mentions_of
    from refrakt.features.things.thing import Thing

    if page.view is None or len(thing) != len(Thing._fields):
        return []
    files = Files(pages.session, page.site.root)
    found = (each for each in mentions_of(page.view, Thing(*thing)) if not each.declares)
    return [files.location(Location(each.path, each.place)) for each in islice(found, _MOST_PLACES)]
