"""What every part of the language server works with: the workspace, the client, and the conversation with it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from refrakt.project.workspace import Buffer, Workspace

from .client import Client
from .positions import Codec
from .protocol import Protocol, Server


@dataclass
class Session:
    """One editor. Everything in it belongs to the loop's thread."""

    workspace: Workspace
    client: Client
    server: Server
    codec: Codec
    folders: dict[Path, str] = field(default_factory=dict)
    """The folders the editor has open, without links, and their addresses as the editor spells them."""
    is_busy: Callable[[], bool] = lambda: False
    """Whether the client has sent more than has been looked at."""
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    addresses: dict[Path, str] = field(default_factory=dict)
    """Those that have been made. To spell one takes longer than anybody would think, and there may be ten thousand."""

    unread: dict[Path, str] = field(default_factory=dict)
    """The open files that are too large to be read, with their languages."""

    @property
    def protocol(self) -> Protocol:
        return self.server.protocol

    def buffer(self, uri: str) -> Buffer | None:
        return self.workspace.snapshot.buffers.get(uri)

    def address(self, path: Path) -> str:
        """The URI of a file. Below a folder that was opened through a link, it is the one the editor would use."""
        known = self.addresses.get(path)
        if known is None:
            known = self.addresses[path] = self._spelled(path)
        return known

    def forget(self, uri: str) -> None:
        """A file was closed: its address is spelt again when there is something to say of it."""
        path = path_of(uri)
        if path is not None:
            self.addresses.pop(path, None)

    def _spelled(self, path: Path) -> str:
        for folder, uri in tuple(self.folders.items()):
            if path.is_relative_to(folder):
                return "/".join([uri.removesuffix("/"), *map(quote, path.relative_to(folder).parts)])
        return path.as_uri()

    def is_in_folders(self, path: Path) -> bool:
        """Whether a file lies in one of the folders the editor has open."""
        return any(map(path.is_relative_to, tuple(self.folders)))

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Runs something beside the conversation."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task


def path_of(uri: str) -> Path | None:
    """Where the file of a URI lies, without links; None for what is no file, or none that this system could have."""
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
    """The same place without links; None for what no file could be called."""
    if not path or "\0" in path:
        return None
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        pass
    except (OSError, ValueError):
        # Such as a name that is too long: whoever looks for a file of this name would fail in the same way.
        return None
    return Path(os.path.realpath(path))
