"""`workspace/willRenameFiles` and `workspace/didRenameFiles`: update links when files or folders move."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from lsprotocol import types

from refrakt.features.rename.edit_collector import merge_edits
from refrakt.features.rename.move_files import link_updates
from refrakt.hosts.lsp.capabilities import RENAME_GLOB
from refrakt.hosts.lsp.edit_encoder import EditEncoder
from refrakt.hosts.lsp.index_wait import wait_for_pages
from refrakt.hosts.lsp.request_context import RequestContext
from refrakt.hosts.lsp.session import path_from_uri
from refrakt.project.index.site_files import relative_path

if TYPE_CHECKING:
    from refrakt.project.index.project_index import ProjectIndex
    from refrakt.project.index.site_view import SiteView
    from refrakt.project.snapshot import Snapshot
    from refrakt.project.workspace_edit import WorkspaceEdit

_PAGES_TIMEOUT = 20.0
"""Seconds to wait for pages that are not read yet. VS Code waits for a minute."""
_INCOMPLETE = "Not all pages are read yet: links from the others to the moved files were not updated."


def register(context: RequestContext) -> None:
    session = context.session
    every = types.FileOperationFilter(types.FileOperationPattern(RENAME_GLOB), "file")
    options = types.FileOperationRegistrationOptions([every])

    @session.server.feature(types.WORKSPACE_WILL_RENAME_FILES, options)
    async def will_rename(params: types.RenameFilesParams) -> dict[str, Any] | None:
        renames = _renames(params)
        edits = []
        if not await wait_for_pages(session, _PAGES_TIMEOUT):
            message = types.ShowMessageParams(types.MessageType.Warning, _INCOMPLETE)
            session.server.window_show_message(message)
        for index in session.workspace.indexes():
            snapshot = session.workspace.snapshot
            sites, opened = site_views(index, snapshot), open_paths(index.root, snapshot)
            # Any page may link to the moved files.
            changes = await asyncio.to_thread(_link_edits, index, sites, renames, opened)
            if changes.edits:
                edits.append(EditEncoder(session, index.root).workspace_edit(changes))
        return _merge(edits)

    @session.server.feature(types.WORKSPACE_DID_RENAME_FILES, options)
    async def did_rename(params: types.RenameFilesParams) -> None:
        workspace = session.workspace
        paths = frozenset(path for pair in _renames(params) for path in pair)
        await asyncio.to_thread(workspace.refresh_all)
        workspace.files_changed(paths)


def _renames(params: types.RenameFilesParams) -> list[tuple[Path, Path]]:
    pairs = ((_unresolved_path(each.old_uri), _unresolved_path(each.new_uri)) for each in params.files)
    return [(old, new) for old, new in pairs if old is not None and new is not None]


def _unresolved_path(uri: str) -> Path | None:
    """The path with its parent resolved. A symbolic link itself is not followed, since the link is what moves."""
    folder, _, name = uri.rstrip("/").rpartition("/")
    parent = path_from_uri(folder)
    return parent / unquote(name) if parent is not None else None


def site_views(index: ProjectIndex, snapshot: Snapshot) -> list[SiteView]:
    """All sites of a project."""
    from refrakt.project.index.site_view import site_view

    return [site_view(index, each, snapshot) for each in index.sites().values()]


def open_paths(root: Path, snapshot: Snapshot) -> tuple[str, ...]:
    """Open files of a project, relative to its root. The index may not know their latest text."""
    return tuple(path.relative_to(root).as_posix() for path in snapshot.paths if path.is_relative_to(root))


def _link_edits(
    index: ProjectIndex, sites: list[SiteView], renames: list[tuple[Path, Path]], opened: tuple[str, ...]
) -> WorkspaceEdit:

    # Pages can only link to files inside the project or next to its root.
    relevant = [
        (old, new) for old, new in renames if old.is_relative_to(index.root) or index.root.is_relative_to(old.parent)
    ]
    pairs = [(relative_path(index.root, old), relative_path(index.root, new)) for old, new in relevant]
    return merge_edits(*(link_updates(site, pairs, open_paths=opened) for site in sites))


def _merge(edits: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Merge the edits of several projects."""
    if not edits:
        return None
    found: dict[str, Any] = {}
    for each in edits:
        for key, value in each.items():
            if isinstance(value, dict):
                found.setdefault(key, {}).update(value)
            else:
                found.setdefault(key, []).extend(value)
    return found
