"""`textDocument/prepareRename` and `textDocument/rename`.

A symbol that a plugin renames is renamed by the plugin and by refrakt in one edit: the plugin knows its own files, refrakt the
pages that refer to the symbol and to renamed files.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.errors import RefraktError
from refrakt.features.results import RenameTarget
from refrakt.hosts.lsp.edit_encoder import EditEncoder
from refrakt.hosts.lsp.handlers.file_operations import open_paths, site_views
from refrakt.hosts.lsp.request_context import CursorPosition, RequestContext
from refrakt.project.workspace import Workspace
from refrakt.project.workspace_edit import WorkspaceEdit

if TYPE_CHECKING:
    from refrakt.project.index.site_view import SiteView


def register(context: RequestContext) -> None:
    session = context.session

    @session.server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: types.PrepareRenameParams) -> dict[str, Any] | None:
        from refrakt.features.rename.rename import prepare_rename

        cursor = context.cursor(params.text_document.uri, params.position)
        if cursor is None:
            return None
        client = await context.providers.wait_client_for(cursor.buffer)
        found = await client.prepare_rename(cursor.offset)
        if found is None and cursor.page is not None:
            found = prepare_rename(cursor.page, cursor.offset)
        if found is None:
            return None
        return {
            "range": session.positions.range(cursor.buffer.document, *found.span.bounds),
            "placeholder": found.placeholder,
        }

    @session.server.feature(types.TEXT_DOCUMENT_RENAME)
    async def rename(params: types.RenameParams) -> dict[str, Any] | None:
        from refrakt.features.rename.rename import rename_at
        from refrakt.features.rename.rename_error import index_incomplete

        cursor = context.cursor(params.text_document.uri, params.position)
        if cursor is None:
            return None
        new, offset = params.new_name, cursor.offset
        index = session.workspace.known_index(cursor.buffer.path)
        snapshot = session.workspace.snapshot
        others = site_views(index, snapshot) if index is not None else []
        client = await context.providers.wait_client_for(cursor.buffer)
        from_plugin = await client.rename(offset, new)
        # Any page of the site may hold a reference.
        if from_plugin is not None:
            if await asyncio.to_thread(_has_unread_pages, session.workspace, client.root, others):
                raise index_incomplete()
            opened = open_paths(client.root, snapshot)
            prepared = await client.prepare_rename(offset)
            changes = await asyncio.to_thread(_merged_edit, from_plugin, prepared, cursor, new, others, opened)
            return EditEncoder(session, client.root).workspace_edit(changes)
        if cursor.page is None:
            return None
        opened = open_paths(cursor.page.site.root, snapshot)
        changes = await asyncio.to_thread(rename_at, cursor.page, offset, new, others, opened)
        return EditEncoder(session, cursor.page.site.root).workspace_edit(changes)


def _has_unread_pages(workspace: Workspace, root: Path, sites: list[SiteView]) -> bool:
    """Whether the project has pages that are not indexed yet."""
    return workspace.index(root) is not None and not (sites and all(each.site.complete for each in sites))


def _merged_edit(
    from_plugin: WorkspaceEdit,
    prepared: RenameTarget | None,
    cursor: CursorPosition,
    new: str,
    others: list[SiteView],
    opened: tuple[str, ...],
) -> WorkspaceEdit:
    """Merge the plugin's edit with refrakt's own."""
    from refrakt.features.rename.edit_collector import merge_edits
    from refrakt.features.rename.move_files import link_updates

    own = _own_edit(prepared, cursor, new, others, opened)
    targets = dict(from_plugin.moved)
    if any(targets.get(old, to) != to for old, to in own.moved):
        own = WorkspaceEdit()  # the plugin decides where files move; links follow
    every = [
        from_plugin,
        own,
        *(link_updates(site, from_plugin.moved, open_paths=opened) for site in others if from_plugin.moved),
    ]
    texts: dict[str, str] = {}
    for edit in (edit for changes in every for edit in changes.edits):
        if texts.setdefault(edit.path, edit.text) != edit.text:
            raise RefraktError(
                "VALIDATION_ERROR", f"{edit.path} was changed in the meantime", "Nothing was changed; try again."
            )
    return merge_edits(*every)


def _own_edit(
    prepared: RenameTarget | None, cursor: CursorPosition, new: str, others: list[SiteView], opened: tuple[str, ...]
) -> WorkspaceEdit:
    """The edit of refrakt's own symbols; empty if the symbol is unknown or has another name than the plugin's."""
    from refrakt.features.rename.prepare_rename import current_name, renamable_at
    from refrakt.features.rename.rename import rename_at

    page = cursor.page
    if page is None or page.view is None:
        return WorkspaceEdit()
    try:
        found = renamable_at(page, cursor.offset)
        name = current_name(page, found) if found is not None else None
    except RefraktError:
        return WorkspaceEdit()
    if name is None or (prepared is not None and prepared.placeholder != name):
        return WorkspaceEdit()
    return rename_at(page, cursor.offset, new, others, opened)
