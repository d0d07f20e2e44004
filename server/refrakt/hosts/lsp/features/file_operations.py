"""`workspace/willRenameFiles` and `workspace/didRenameFiles`: somebody moves files or folders, and links follow."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from lsprotocol import types

from ..capabilities import MOVABLE
from ..edits import Files
from ..pages import Pages
from ..session import path_of

if TYPE_CHECKING:
    from refrakt.features.answers import Changes
    from refrakt.project.index.project_index import ProjectIndex
    from refrakt.project.index.view import SiteView
    from refrakt.project.workspace import Snapshot


def register(pages: Pages) -> None:
    session = pages.session
    every = types.FileOperationFilter(types.FileOperationPattern(MOVABLE), "file")
    options = types.FileOperationRegistrationOptions([every])

    @session.server.feature(types.WORKSPACE_WILL_RENAME_FILES, options)
    async def will_rename(params: types.RenameFilesParams) -> dict[str, Any] | None:
        moves = _moves(params)
        edits = []
        for index in session.workspace.indexes():
            snapshot = session.workspace.snapshot
            sites, opened = views(index, snapshot), opened_in(index.root, snapshot)
            # Every page may link to what is moved.
            changes = await asyncio.to_thread(_changes, index, sites, moves, opened)
            if changes.edits:
                edits.append(Files(session, index.root).workspace_edit(changes))
        return _together(edits)

    @session.server.feature(types.WORKSPACE_DID_RENAME_FILES, options)
    async def did_rename(params: types.RenameFilesParams) -> None:
        workspace = session.workspace
        paths = frozenset(path for pair in _moves(params) for path in pair)
        await asyncio.to_thread(workspace.refresh_all)
        workspace.files_changed(paths)


def _moves(params: types.RenameFilesParams) -> list[tuple[Path, Path]]:
    pairs = ((_place_of(each.old_uri), _place_of(each.new_uri)) for each in params.files)
    return [(old, new) for old, new in pairs if old is not None and new is not None]


def _place_of(uri: str) -> Path | None:
    """Where something lies, in a folder without links. If it is a link itself, the link is moved, and not what it leads to."""
    folder, _, name = uri.rstrip("/").rpartition("/")
    around = path_of(folder)
    return around / unquote(name) if around is not None else None


def views(index: ProjectIndex, snapshot: Snapshot) -> list[SiteView]:
    """All sites of a project."""
    from refrakt.project.index.view import view_of

    return [view_of(index, each, snapshot) for each in index.sites().values()]


def opened_in(root: Path, snapshot: Snapshot) -> tuple[str, ...]:
    """The files of a project that are open, below its folder. What is typed there the index may not know yet."""
    return tuple(path.relative_to(root).as_posix() for path in snapshot.paths if path.is_relative_to(root))


def _changes(
    index: ProjectIndex, sites: list[SiteView], moves: list[tuple[Path, Path]], opened: tuple[str, ...]
) -> Changes:
    from refrakt.features.renaming.merging import merged
    from refrakt.features.renaming.moving import moved
    from refrakt.project.index.sources import relative

    # What lies around the project, or in it, may be named by its pages; all else may not.
    near = [(old, new) for old, new in moves if old.is_relative_to(index.root) or index.root.is_relative_to(old.parent)]
    pairs = [(relative(index.root, old), relative(index.root, new)) for old, new in near]
    return merged(*(moved(site, pairs, also=opened) for site in sites))


def _together(edits: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The edits of several projects as one."""
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
