"""`workspace/symbol`, and `workspaceSymbol/resolve` for the place of the one that somebody goes to."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.features.answers import Landmark, Range

from ..edits import Files
from ..pages import Pages
from ..positions import Place
from ..session import Session, path_of
from .symbols import KINDS

if TYPE_CHECKING:
    from refrakt.features.workspace_symbols import Found
    from refrakt.project.index.view import SiteView


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.WORKSPACE_SYMBOL)
    async def workspace_symbols(params: types.WorkspaceSymbolParams) -> list[dict[str, Any]]:
        folders = dict.fromkeys((*session.folders, *(each.parent for each in session.workspace.snapshot.paths)))
        theirs = await pages.providers.landmarks(folders, params.query)
        return await asyncio.to_thread(_found, session, params.query, theirs)

    @session.server.feature(types.WORKSPACE_SYMBOL_RESOLVE)
    async def resolve(symbol: types.WorkspaceSymbol) -> dict[str, Any]:
        told: dict[str, Any] = session.protocol.plain(symbol)
        uri = symbol.location.uri
        path = path_of(uri)
        match told.get("data"):
            case [str(kind), int(start), int(end)] if path is not None and 0 <= start <= end:
                place = await asyncio.to_thread(_resolved, session, path, kind, symbol.name, Range(start, end))
                told["location"] = {"uri": uri, "range": place}
        return told


def _views(session: Session) -> list[SiteView]:
    """The sites of the projects that the editor has open."""
    from refrakt.project.index.view import view_of

    workspace, folders = session.workspace, tuple(session.folders)
    opened = [
        index
        for index in workspace.indexes()
        if any(index.root.is_relative_to(each) or each.is_relative_to(index.root) for each in folders)
    ]
    return [view_of(index, site, workspace.snapshot) for index in opened for site in tuple(index.sites().values())]


def _found(session: Session, query: str, landmarks: list[tuple[Path, Landmark]]) -> list[dict[str, Any]]:
    """What plugins know comes first, and where they name the things of a file, ours of the same file are not told again."""
    from refrakt.features.workspace_symbols import MOST, all_symbols, find_symbols, not_in_markdown

    files: dict[Path, Files] = {}
    # Two projects may share what a plugin knows.
    once = {(root / each.place.path, each.place.place, each.name): (root, each) for root, each in landmarks[:MOST]}
    told = [_landmark(files.setdefault(root, Files(session, root)), each) for root, each in once.values()]
    named = {path for path, _, _ in once}
    wanted = not_in_markdown if session.client.has_markdown else all_symbols
    for each in find_symbols(_views(session), query, wanted):
        root = each.view.site.spec.root
        if each.symbol.kind != "entity" or root / each.symbol.path not in named:
            told.append(_told(session, files.setdefault(root, Files(session, root)), each))
    return told


def _landmark(files: Files, landmark: Landmark) -> dict[str, Any]:
    told = {"name": landmark.name, "kind": KINDS["entity"], "location": files.location(landmark.place)}
    return {**told, "containerName": landmark.around} if landmark.around else told


def _told(session: Session, files: Files, found: Found) -> dict[str, Any]:
    symbol = found.symbol
    location: dict[str, Any] = {"uri": files.address(symbol.path)}
    told = {"name": symbol.name, "kind": KINDS[symbol.kind], "location": location}
    if symbol.around:
        told["containerName"] = symbol.around
    if session.client.resolves_symbols:
        told["data"] = [symbol.kind, *symbol.place]
    else:
        location["range"] = _place(files, found.view, symbol.path, symbol.kind, symbol.name, symbol.place)
    return told


def _resolved(session: Session, path: Path, kind: str, name: str, place: Range) -> Place:
    for view in _views(session):
        root = view.site.spec.root
        if path.is_relative_to(root) and (below := path.relative_to(root).as_posix()) in view.site.entries:
            return _place(Files(session, root), view, below, kind, name, place)
    # It is gone since it was told, and so is the place; no file is read that belongs to no site.
    return Files(session, path.parent).place(path.name, Range(0, 0))


def _place(files: Files, view: SiteView, path: str, kind: str, name: str, place: Range) -> Place:
    if kind == "rune":
        from refrakt.features.workspace_symbols import rune_place

        place = rune_place(view, path, name) or place
    return files.place(path, place)
