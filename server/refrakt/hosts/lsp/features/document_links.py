"""`textDocument/documentLink`, and `documentLink/resolve` for the line in another file, which has to be read for it."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types

from refrakt.features.page import PageContext

from ..edits import Files
from ..pages import Pages

_FILES = ("page", "partial", "layout", "file")
"""Things that are files as a whole: no line has to be found in them."""


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, types.DocumentLinkOptions(resolve_provider=True))
    async def links(params: types.DocumentLinkParams) -> list[dict[str, Any]] | None:
        uri = params.text_document.uri
        buffer = session.buffer(uri)
        page = pages.page(buffer) if buffer is not None else None
        if buffer is None or page is None:
            return None
        # A page may have a thousand links.
        return await asyncio.to_thread(_found, pages, page, uri) or None

    @session.server.feature(types.DOCUMENT_LINK_RESOLVE)
    async def resolve(link: types.DocumentLink) -> dict[str, Any]:
        told: dict[str, Any] = session.protocol.plain(link)
        match link.data:
            case [str(uri), str(kind), str(path), str(name), str() | None as type]:
                buffer = session.buffer(uri)
                page = pages.page(buffer) if buffer is not None else None
                if page is not None:
                    told["target"] = await asyncio.to_thread(_target, pages, page, (kind, path, name, type))
        return told


def _found(pages: Pages, page: PageContext, uri: str) -> list[dict[str, Any]]:
    from refrakt.features.document_links import document_links

    session = pages.session
    files = Files(session, page.site.root)
    found = []
    for each in document_links(page):
        link: dict[str, Any] = {"range": session.codec.place(page.document, *each.place)}
        if each.title and session.client.link_tooltips:
            link["tooltip"] = each.title
        if each.thing is None:
            link["target"] = each.url
        elif each.thing.kind in _FILES:
            link["target"] = files.address(each.thing.path)
        else:
            link["data"] = [uri, *each.thing]
        found.append(link)
    return found


def _target(pages: Pages, page: PageContext, data: tuple[str, str, str, str | None]) -> str:
    """The address of a thing, with its line as editors write it."""
    from refrakt.features.definition import declared
    from refrakt.features.things.thing import Thing

    thing = Thing(*data)  # type: ignore[arg-type]
    files = Files(pages.session, page.site.root)
    found = declared(page, thing)
    if found is None:
        return files.address(thing.path)
    return f"{files.address(found.path)}#L{files.place(found.path, found.place)['start']['line'] + 1}"
