"""Handles the MCP connections of a process, and loads the protocol library with the first one.

Loading takes most of a second, so it happens in a thread while the client's messages wait in its stream. A failing connection never
affects others.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.hosts.mcp.worker_threads import WorkerThreads
from refrakt.project.file_watcher import Watchers
from refrakt.project.workspace import Workspace

if TYPE_CHECKING:
    from types import ModuleType

    from refrakt.hosts.link.start_record import HostStart
    from refrakt.hosts.mcp.project_server import ProjectServer
    from refrakt.services.open_files import Editor

TOOL_NAMES = "tool-names"
"""The connection option for the spelling of tool names: `dotted`, or `underscore` for clients that reject dots."""
UNDERSCORE = "underscore"

log = logging.getLogger("refrakt.mcp")


class McpConnectionHandler:
    """All MCP connections of a process. They share the workspace with the editor, if there is one."""

    def __init__(
        self,
        workspace: Workspace,
        *,
        has_editor: bool = False,
        editor: Editor | None = None,
        start: HostStart | None = None,
    ) -> None:
        """`has_editor`: the editor reports changed files to the workspace; otherwise this handler does.

        `editor` applies changes to open files. A host without an editor records its first answers and passes its `start`.
        """
        self._workspace = workspace
        self._has_editor = has_editor
        self._editor = editor
        self._start = start
        self._loop = asyncio.get_running_loop()
        self._watchers = Watchers(self._on_files_changed)
        self._workers = WorkerThreads()
        self._loading: asyncio.Future[ModuleType] | None = None
        self._servers: dict[tuple[str, bool], ProjectServer] = {}
        self._connections: set[asyncio.Task[object]] = set()
        self._closed = False

    async def serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, root: str, options: Mapping[str, str]
    ) -> None:
        """Serve one connection for the project at a folder, until either side closes it."""
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            server = await self._server(root, options.get(TOOL_NAMES) == UNDERSCORE)
            await server.serve(reader, writer)
        except asyncio.CancelledError:
            if not self._closed:
                raise
            task.uncancel()  # cancelled by `close`; for the caller the connection has simply ended
        except Exception:
            log.exception("connection for %s failed", root)
        finally:
            self._connections.discard(task)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    def close(self) -> None:
        """End all connections."""
        self._closed = True
        for task in self._connections:
            task.cancel()
        while self._servers:
            self._servers.popitem()[1].close()

    def _on_files_changed(self, paths: frozenset[Path] | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._files_changed, paths)

    def _files_changed(self, paths: frozenset[Path] | None) -> None:
        if not self._has_editor:
            self._workspace.files_changed(paths)
        for server in self._servers.values():
            server.invalidate()

    async def _server(self, root: str, underscores: bool) -> ProjectServer:
        if self._loading is None:
            self._loading = asyncio.ensure_future(self._workers.run(_load_server_module))
        # A client that disconnects meanwhile must not cancel the loading for the others.
        module = await asyncio.shield(self._loading)
        key = root, underscores
        server = self._servers.get(key)
        if server is None:
            server = self._servers[key] = module.ProjectServer(
                self._workspace, Path(root), underscores, self._workers, self._watchers, self._editor, self._start
            )
        return server


def _load_server_module() -> ModuleType:
    """Import the rest of this package.

    It creates about ninety thousand permanent objects. A garbage collection of them would stop all threads longer than a person who
    types should wait, so collection is off meanwhile, and the objects are frozen afterwards.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return importlib.import_module(f"{__package__}.project_server")
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()
