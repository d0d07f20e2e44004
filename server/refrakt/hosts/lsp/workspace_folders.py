"""The workspace folders, from `initialize` and `didChangeWorkspaceFolders`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from lsprotocol import types

from refrakt.hosts.lsp.session import Session, path_from_uri, real_path


def folders_in(params: Mapping[str, Any]) -> dict[Path, str]:
    """The folders in the parameters of `initialize`, in any of the three forms, with their URIs."""
    listed = params.get("workspaceFolders")
    uris = [each.get("uri") for each in listed if isinstance(each, Mapping)] if isinstance(listed, list) else []
    if not uris and isinstance(params.get("rootUri"), str):
        uris = [params["rootUri"]]
    if not uris and isinstance(params.get("rootPath"), str):
        path = real_path(params["rootPath"])
        return {path: path.as_uri()} if path is not None else {}
    return _by_path(uri for uri in uris if isinstance(uri, str))


def register(session: Session, changed: Callable[[], None]) -> None:
    @session.server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders_changed(params: types.DidChangeWorkspaceFoldersParams) -> None:
        for path in _by_path(each.uri for each in params.event.removed):
            session.folders.pop(path, None)
        session.folders.update(_by_path(each.uri for each in params.event.added))
        session.uri_cache.clear()
        changed()


def _by_path(uris: Iterable[str]) -> dict[Path, str]:
    return {path: uri for uri in uris if (path := path_from_uri(uri)) is not None}
