"""The state that all parts of the language server share."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from refrakt.hosts.lsp.client_capabilities import ClientCapabilities
from refrakt.hosts.lsp.position_encoding import PositionEncoder
from refrakt.hosts.lsp.protocol import LspProtocol, LspServer
from refrakt.project.snapshot import Buffer
from refrakt.project.workspace import Workspace

log = logging.getLogger("refrakt.lsp")


@dataclass
class Session:
    """One editor session. Used only on the event loop's thread."""

    workspace: Workspace
    client: ClientCapabilities
    server: LspServer
    positions: PositionEncoder
    folders: dict[Path, str] = field(default_factory=dict)
    """By resolved path: the workspace folders and the URIs the editor uses for them."""
    has_pending_messages: Callable[[], bool] = lambda: False
    """Whether client messages are queued."""
    hold_messages: Callable[[asyncio.Task[Any]], None] = lambda task: None
    """Handle no further client message until a task has ended."""
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    uri_cache: dict[Path, str] = field(default_factory=dict)
    """Building a URI is slow, and a workspace may have ten thousand files."""

    oversized: dict[Path, str] = field(default_factory=dict)
    """By path: open files over the size limit, with their language ids."""

    @property
    def protocol(self) -> LspProtocol:
        return self.server.protocol

    def buffer(self, uri: str) -> Buffer | None:
        return self.workspace.snapshot.buffers.get(uri)

    def uri(self, path: Path) -> str:
        """The URI of a file, as the editor spells it inside a folder that was opened through a symbolic link."""
        uri = self.uri_cache.get(path)
        if uri is None:
            uri = self.uri_cache[path] = self._build_uri(path)
        return uri

    def forget(self, uri: str) -> None:
        """Drop the cached URI of a closed file."""
        path = path_from_uri(uri)
        if path is not None:
            self.uri_cache.pop(path, None)

    def _build_uri(self, path: Path) -> str:
        for folder, uri in tuple(self.folders.items()):
            if path.is_relative_to(folder):
                return "/".join([uri.removesuffix("/"), *map(quote, path.relative_to(folder).parts)])
        return path.as_uri()

    def is_in_folders(self, path: Path) -> bool:
        """Whether a file is inside a workspace folder."""
        return any(map(path.is_relative_to, tuple(self.folders)))

    def start_task(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a background task."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        # The event loop has no threads any more once the server shuts down.
        if error is not None and "Executor shutdown" not in str(error):
            log.error("background task failed", exc_info=error)


def path_from_uri(uri: str) -> Path | None:
    """The resolved path of a `file:` URI; None for other URIs and invalid paths."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    path = unquote(parts.path)
    if parts.scheme != "file":
        return None
    if os.name == "nt":
        path = path.lstrip("/") if not parts.netloc else f"//{parts.netloc}{path}"
    return real_path(path)


def real_path(path: str) -> Path | None:
    """The path without symbolic links; None if it cannot be a file name."""
    if not path or "\0" in path:
        return None
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        pass
    except (OSError, ValueError):
        # Such as a name that is too long.
        return None
    return Path(os.path.realpath(path))
