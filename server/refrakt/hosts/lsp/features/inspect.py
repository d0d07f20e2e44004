"""Requests of our own: `refrakt/inspect` for the rune at a place, `refrakt/pages` for the pages of a site."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from refrakt.errors import RefraktError
from refrakt.features.answers import Range
from refrakt.project.checking import problems
from refrakt.project.roots import project_root
from refrakt.project.workspace import Buffer

from ..pages import Pages, Spot
from ..positions import Codec
from ..session import path_of

INSPECT = "refrakt/inspect"
PAGES = "refrakt/pages"
_PATIENCE = 2.0
"""Seconds for pages that have not been read; the answer tells how far reading has come."""


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(INSPECT)
    def inspect_rune(params: Any) -> dict[str, Any] | None:
        spot = _spot(pages, params)
        if spot is None or spot.page is None:
            return None
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.inspect import inspect

        found = inspect(spot.page, spot.offset)
        if found is None:
            return None
        told: dict[str, Any] = _plain(found, spot.buffer, session.codec)
        told["problems"] = _problems(pages, spot, found.range)
        return {"uri": spot.buffer.uri, "version": spot.buffer.version, **told}

    @session.server.feature(PAGES)
    async def list_pages(params: Any) -> Any:
        query = dict(params) if isinstance(params, Mapping) else {}
        uri = query.pop("uri", None)
        # The whole site may have to be looked at.
        return await asyncio.to_thread(_pages, pages, uri, query)


def _spot(pages: Pages, said: Any) -> Spot | None:
    match said:
        case {"textDocument": {"uri": str(uri)}, "position": {"line": int(line), "character": int(character)}}:
            return pages.spot(uri, types.Position(line, character))
    raise JsonRpcInvalidParams(message="`textDocument` and `position` are needed")


def _plain(value: Any, buffer: Buffer, codec: Codec) -> Any:
    """An answer as JSON: places become ranges, and what says nothing is left out."""
    if isinstance(value, Range):
        return codec.place(buffer.document, *value)
    if is_dataclass(value) and not isinstance(value, type):
        from refrakt.services.payload import camel

        found = {camel(each.name): _plain(getattr(value, each.name), buffer, codec) for each in fields(value)}
        return {name: each for name, each in found.items() if each is not None}
    if isinstance(value, list | tuple):
        return [_plain(each, buffer, codec) for each in value]
    return value


def _problems(pages: Pages, spot: Spot, place: Range) -> list[dict[str, Any]]:
    """What is wrong inside of a rune."""
    settings, page, buffer = pages.session.workspace.snapshot.settings, spot.page, spot.buffer
    if page is None:
        return []
    document, codec = buffer.document, pages.session.codec
    told = [
        (*document.offsets(each.span), each.code, each.severity, each.message)
        for each in problems(document, page.site, page.path, settings.rules, buffer.remembered)
    ]
    for across in buffer.across:
        each = across.now()
        told.append((each.start, each.end, each.code, each.severity, each.message))
    return [
        {"range": codec.place(document, start, end), "code": code, "severity": severity, "message": message}
        for start, end, code, severity, message in sorted(told)
        if place.start <= start and end <= place.end
    ]


def _pages(pages: Pages, uri: Any, query: dict[str, Any]) -> Any:
    from refrakt.services.context import Context
    from refrakt.services.pages import PagesQuery, every_page
    from refrakt.services.payload import as_json, from_json

    workspace = pages.session.workspace
    root = _root(pages, uri)
    context = Context(workspace.refresh(root), workspace.snapshot, lambda: workspace.index(root), _PATIENCE)
    return as_json(every_page(context, from_json(PagesQuery, query)))


def _root(pages: Pages, uri: Any) -> Path:
    """The project that is meant: that of a file, or the only one."""
    path = path_of(uri) if isinstance(uri, str) else None
    if path is not None:
        return Path(project_root(path.parent if not path.is_dir() else path))
    roots = dict.fromkeys(map(project_root, pages.session.folders))
    if len(roots) != 1:
        raise RefraktError("INVALID_ARGS", f"{len(roots)} projects are open", "Name a file of one of them as `uri`.")
    return Path(next(iter(roots)))
