"""`textDocument/codeLens`, and `codeLens/resolve` for the references that a lens counts."""

from __future__ import annotations

import asyncio
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.features.code_lens import PageLens
from refrakt.features.page_context import PageContext
from refrakt.features.results import CodeLens, Location
from refrakt.hosts.lsp.edit_encoder import EditEncoder
from refrakt.hosts.lsp.position_encoding import Range
from refrakt.hosts.lsp.refresh_requests import RefreshRequests
from refrakt.hosts.lsp.request_context import RequestContext
from refrakt.hosts.lsp.session import Session
from refrakt.project.snapshot import Buffer
from refrakt.project.workspace import WorkspaceEvent

if TYPE_CHECKING:
    pass

SHOW_REFERENCES = "refrakt.showReferences"
"""A client-side command. Arguments: the URI of a page, a position on it, and locations to show."""
OPEN_PREVIEW = "refrakt.openPreviewToSide"
"""A client-side command without arguments, for the URL and the layout of a page."""
_MAX_LOCATIONS = 500
"""Locations shown at most: each one may require reading a file."""
_RETRY_DELAY = 2.0
"""Seconds before a refresh when a plugin was not ready."""
_NO_COMMAND = ""
"""An empty command: every lens requires one."""


def register(context: RequestContext) -> None:
    session = context.session
    page_command = OPEN_PREVIEW if OPEN_PREVIEW in session.client.commands else _NO_COMMAND
    requested: set[str] = set()
    """URIs with requested lenses."""
    with_notes: set[str] = set()
    """URIs with plugin lenses, which may depend on any other file."""

    @session.server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def code_lens(params: types.CodeLensParams) -> list[dict[str, Any]] | None:
        # Lazy import: not needed for the first diagnostics.
        from refrakt.features.code_lens import code_lenses

        uri = params.text_document.uri
        buffer = session.buffer(uri)
        if buffer is None or not session.workspace.snapshot.settings.code_lens:
            return None
        page, client = context.page(buffer), context.providers.client_for(buffer)
        requested.add(uri)
        found = await asyncio.to_thread(code_lenses, page) if page is not None else []
        lenses_json = [
            _encode(each, session.positions.range(buffer.document, *each.span.bounds), uri, page_command)
            for each in found
        ]
        if client.has("code_lenses"):
            with_notes.add(uri)
            notes = await client.code_lenses()
            if notes is None and session.client.refresh_code_lenses:
                asyncio.get_running_loop().call_later(_RETRY_DELAY, refresh.schedule)
            lenses_json += await asyncio.to_thread(_encode_notes, session, buffer, client.root, notes) if notes else []
        return lenses_json if lenses_json or page is not None else None

    @session.server.feature(types.CODE_LENS_RESOLVE)
    async def resolve(lens: types.CodeLens) -> dict[str, Any]:
        resolved: dict[str, Any] = session.protocol.unstructure(lens)
        match resolved.get("data"):
            case {"uri": str(uri), "title": str(title), "thing": list(symbol)}:
                page = context.page(session.buffer(uri))
                resolved["command"] = {"title": title, "command": _NO_COMMAND}
                if page is not None and SHOW_REFERENCES in session.client.commands:
                    locations = await asyncio.to_thread(_references, context, page, symbol)
                    arguments = [uri, resolved["range"]["start"], locations]
                    resolved["command"] = {"title": title, "command": SHOW_REFERENCES, "arguments": arguments}
        return resolved

    refresh = RefreshRequests(session, types.WORKSPACE_CODE_LENS_REFRESH, asyncio.get_running_loop())

    def on_change(change: WorkspaceEvent) -> None:
        if change.kind == "buffer" and change.uri is not None and session.buffer(change.uri) is None:
            requested.discard(change.uri)
            with_notes.discard(change.uri)
        # The client requests the lenses of an edited file itself.
        affected = with_notes - {change.uri} if change.kind in ("buffer", "files") else requested
        if affected and session.client.refresh_code_lenses:
            refresh.schedule()

    def plugins_found() -> None:
        if requested and session.client.refresh_code_lenses:
            refresh.schedule()

    session.workspace.listeners.append(on_change)
    context.providers.listeners.append(plugins_found)


def _encode(lens: PageLens, range: Range, uri: str, page_command: str) -> dict[str, Any]:
    if lens.symbol is None:
        return {"range": range, "command": {"title": lens.title, "command": page_command}}
    return {"range": range, "data": {"uri": uri, "title": lens.title, "thing": list(lens.symbol)}}


def _encode_notes(session: Session, buffer: Buffer, root: Path, notes: list[CodeLens]) -> list[dict[str, Any]]:
    """Lenses of plugins with their locations. May read files."""
    encoder, lenses_json = EditEncoder(session, root), []
    for note in notes:
        range = session.positions.range(buffer.document, *note.span.bounds)
        command: dict[str, Any] = {"title": note.title, "command": _NO_COMMAND}
        if note.locations and SHOW_REFERENCES in session.client.commands:
            locations = [encoder.location(each) for each in note.locations[:_MAX_LOCATIONS]]
            command |= {"command": SHOW_REFERENCES, "arguments": [buffer.uri, range["start"], locations]}
        lenses_json.append({"range": range, "command": command})
    return lenses_json


def _references(context: RequestContext, page: PageContext, symbol: list[Any]) -> list[dict[str, Any]]:
    from refrakt.features.symbols.occurrences import occurrences_of
    from refrakt.features.symbols.symbol import Symbol

    if page.view is None or len(symbol) != len(Symbol._fields):
        return []
    encoder = EditEncoder(context.session, page.site.root)
    found = (each for each in occurrences_of(page.view, Symbol(*symbol)) if not each.is_declaration)
    return [encoder.location(Location(each.path, each.span)) for each in islice(found, _MAX_LOCATIONS)]
