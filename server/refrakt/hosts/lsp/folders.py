"""The folders the editor has open, as it says at the start and as it adds and removes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lsprotocol import types

from .session import Session, path_of


def folders_in(params: Mapping[str, Any]) -> list[Path]:
    """The folders in the parameters of `initialize`, in any of the three ways to name them."""
    listed = params.get("workspaceFolders")
    uris = [each.get("uri") for each in listed if isinstance(each, Mapping)] if isinstance(listed, list) else []
    if not uris and isinstance(params.get("rootUri"), str):
        uris = [params["rootUri"]]
    found = [path for uri in uris if isinstance(uri, str) and (path := path_of(uri)) is not None]
    if not uris and isinstance(params.get("rootPath"), str):
        found = [Path(params["rootPath"]).resolve()]
    return list(dict.fromkeys(found))


def register(session: Session, changed: Callable[[], None]) -> None:
    @session.server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders_changed(params: types.DidChangeWorkspaceFoldersParams) -> None:
        removed = {path_of(each.uri) for each in params.event.removed}
        added = [path for each in params.event.added if (path := path_of(each.uri)) is not None]
        kept = [each for each in session.folders if each not in removed]
        session.folders[:] = dict.fromkeys([*kept, *added])
        changed()
