"""`workspace/symbol`, and `workspaceSymbol/resolve` for the range."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.features.results import WorkspaceSymbol
from refrakt.hosts.lsp.edit_encoder import EditEncoder
from refrakt.hosts.lsp.handlers.document_symbols import KINDS
from refrakt.hosts.lsp.index_wait import wait_for_pages
from refrakt.hosts.lsp.position_encoding import Range
from refrakt.hosts.lsp.request_context import RequestContext
from refrakt.hosts.lsp.session import Session, path_from_uri
from refrakt.markdoc.tree import Span

if TYPE_CHECKING:
    from refrakt.features.workspace_symbols import SymbolMatch
    from refrakt.project.index.site_view import SiteView

_PAGES_TIMEOUT = 5.0
"""Seconds to wait for pages that are not read yet; then the symbols of the others are returned."""


log = logging.getLogger("refrakt.lsp")


def register(context: RequestContext) -> None:
    session = context.session

    @session.server.feature(types.WORKSPACE_SYMBOL)
    async def workspace_symbols(params: types.WorkspaceSymbolParams) -> list[dict[str, Any]]:
        folders = dict.fromkeys((*session.folders, *(each.parent for each in session.workspace.snapshot.paths)))
        if not await wait_for_pages(session, _PAGES_TIMEOUT):
            log.info("workspace/symbol: not all pages are read yet")
        from_plugins = await context.providers.workspace_symbols(folders, params.query)
        return await asyncio.to_thread(_symbols, session, params.query, from_plugins)

    @session.server.feature(types.WORKSPACE_SYMBOL_RESOLVE)
    async def resolve(symbol: types.WorkspaceSymbol) -> dict[str, Any]:
        resolved: dict[str, Any] = session.protocol.unstructure(symbol)
        uri = symbol.location.uri
        path = path_from_uri(uri)
        match resolved.get("data"):
            case [str(kind), int(start), int(end)] if path is not None and 0 <= start <= end:
                resolved_range = await asyncio.to_thread(
                    _resolve_range, session, path, kind, symbol.name, Span(start, end)
                )
                resolved["location"] = {"uri": uri, "range": resolved_range}
        return resolved


def _views(session: Session) -> list[SiteView]:
    """The sites of the open projects."""
    from refrakt.project.index.site_view import site_view

    workspace, folders = session.workspace, tuple(session.folders)
    opened = [
        index
        for index in workspace.indexes()
        if any(index.root.is_relative_to(each) or each.is_relative_to(index.root) for each in folders)
    ]
    return [site_view(index, site, workspace.snapshot) for index in opened for site in tuple(index.sites().values())]


def _symbols(
    session: Session, query: str, workspace_symbols: list[tuple[Path, WorkspaceSymbol]]
) -> list[dict[str, Any]]:
    """Plugin symbols come first; own entities in the same files are omitted."""
    from refrakt.features.workspace_symbols import MAX_SYMBOLS, all_symbols, find_symbols, without_markdown_headings

    encoders: dict[Path, EditEncoder] = {}
    # Two projects may share plugin symbols.
    unique = {
        (root / each.location.path, each.location.span, each.name): (root, each)
        for root, each in workspace_symbols[:MAX_SYMBOLS]
    }
    symbols = [
        _encode_landmark(encoders.setdefault(root, EditEncoder(session, root)), each) for root, each in unique.values()
    ]
    plugin_paths = {path for path, _, _ in unique}
    selection = without_markdown_headings if session.client.has_markdown else all_symbols
    for each in find_symbols(_views(session), query, selection):
        root = each.view.site.spec.root
        if each.symbol.kind != "entity" or root / each.symbol.path not in plugin_paths:
            symbols.append(_encode(session, encoders.setdefault(root, EditEncoder(session, root)), each))
    return symbols


def _encode_landmark(encoder: EditEncoder, landmark: WorkspaceSymbol) -> dict[str, Any]:
    symbol_json = {"name": landmark.name, "kind": KINDS["entity"], "location": encoder.location(landmark.location)}
    return {**symbol_json, "containerName": landmark.container_name} if landmark.container_name else symbol_json


def _encode(session: Session, encoder: EditEncoder, found: SymbolMatch) -> dict[str, Any]:
    symbol = found.symbol
    location: dict[str, Any] = {"uri": encoder.uri(symbol.path)}
    symbol_json = {"name": symbol.name, "kind": KINDS[symbol.kind], "location": location}
    if symbol.container_name:
        symbol_json["containerName"] = symbol.container_name
    if session.client.resolve_symbols:
        symbol_json["data"] = [symbol.kind, *symbol.span.bounds]
    else:
        location["range"] = _symbol_range(encoder, found.view, symbol.path, symbol.kind, symbol.name, symbol.span)
    return symbol_json


def _resolve_range(session: Session, path: Path, kind: str, name: str, span: Span) -> Range:
    for view in _views(session):
        root = view.site.spec.root
        if path.is_relative_to(root) and (below := path.relative_to(root).as_posix()) in view.site.entries:
            return _symbol_range(EditEncoder(session, root), view, below, kind, name, span)
    # The symbol no longer exists. Never read a file outside of all sites.
    return EditEncoder(session, path.parent).range(path.name, Span(0, 0))


def _symbol_range(encoder: EditEncoder, view: SiteView, path: str, kind: str, name: str, span: Span) -> Range:
    if kind == "rune":
        from refrakt.features.workspace_symbols import rune_span

        span = rune_span(view, path, name) or span
    return encoder.range(path, span)
