"""`textDocument/references`: own results and those of plugins, without duplicates."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types

from refrakt.features.references import find_references, find_schema_references
from refrakt.features.results import Location
from refrakt.hosts.lsp.edit_encoder import EditEncoder
from refrakt.hosts.lsp.handlers.file_operations import site_views
from refrakt.hosts.lsp.request_context import CursorPosition, RequestContext
from refrakt.project.site import SOURCE_ENDINGS


def register(context: RequestContext) -> None:
    session = context.session

    @session.server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[dict[str, Any]] | None:
        cursor = context.cursor(params.text_document.uri, params.position)
        if cursor is None:
            return None
        declared = params.context.include_declaration
        path = cursor.buffer.path
        if cursor.page is None and path is not None and path.name.endswith(SOURCE_ENDINGS):
            return await asyncio.to_thread(_schema_references, context, path, cursor.offset, declared) or None
        own = await _own_references(context, cursor, declared)
        client = await context.providers.wait_client_for(cursor.buffer)
        from_plugins = await client.references(cursor.offset, declared)
        found = [(cursor.page.site.root, each) for each in own] if cursor.page is not None else []
        found += [(client.root, each) for each in from_plugins]
        # Closed files are read.
        return await asyncio.to_thread(_encode, context, found) or None


async def _own_references(context: RequestContext, cursor: CursorPosition, declared: bool) -> list[Location]:
    if cursor.page is None:
        return []

    workspace = context.session.workspace
    index = workspace.known_index(cursor.buffer.path)
    others = site_views(index, workspace.snapshot) if index is not None else []
    # Any page of the site may hold a reference.
    return await asyncio.to_thread(find_references, cursor.page, cursor.offset, declared, others)


def _schema_references(context: RequestContext, file: Path, offset: int, declared: bool) -> list[dict[str, Any]]:
    """The uses of a tag or attribute, from its definition in the source of a schema."""
    workspace = context.session.workspace
    index = workspace.known_index(file)
    if index is None or not file.is_relative_to(index.root):
        return []
    path = file.relative_to(index.root).as_posix()
    views = site_views(index, workspace.snapshot)
    found = (each for view in views for each in find_schema_references(view, path, offset, declared))
    return _encode(context, ((index.root, each) for each in found))


def _encode(context: RequestContext, found: Iterable[tuple[Path, Location]]) -> list[dict[str, Any]]:
    encoders: dict[Path, EditEncoder] = {}
    locations = {
        (root / each.path, each.span): encoders.setdefault(root, EditEncoder(context.session, root)).location(each)
        for root, each in found
    }
    return list(locations.values())
