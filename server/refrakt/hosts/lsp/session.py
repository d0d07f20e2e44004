"""What every part of the language server works with: the workspace, the client, and the conversation with it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

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
    folders: list[Path] = field(default_factory=list)
    """The folders the editor has open, without links."""
    is_busy: Callable[[], bool] = lambda: False
    """Whether the client has sent more than has been looked at."""
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    @property
    def protocol(self) -> Protocol:
        return self.server.protocol

    def buffer(self, uri: str) -> Buffer | None:
        return self.workspace.snapshot.buffers.get(uri)

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Runs something beside the conversation."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task


def path_of(uri: str) -> Path | None:
    """Where a file lies, without links; None for what is no file, or none that this system could have."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    path = unquote(parts.path)
    if parts.scheme != "file" or not path or "\0" in path:
        return None
    if os.name == "nt":
        path = path.lstrip("/") if not parts.netloc else f"//{parts.netloc}{path}"
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        pass
    except (OSError, ValueError):
        # Such as a name that is too long: whoever looks for a file of this name would fail in the same way.
        return None
    return Path(os.path.realpath(path))
