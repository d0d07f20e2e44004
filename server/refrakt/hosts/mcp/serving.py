"""The door for agents: connections come in here, before anything of the protocol library is loaded.

Loading takes the better part of a second, so it happens on the first connection and in a thread, while what the client has sent
already waits in its stream. Whatever goes wrong with a connection ends that connection and nothing else.
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

from refrakt.project.watching import Watchers
from refrakt.project.workspace import Workspace

from .working import Workers

if TYPE_CHECKING:
    from types import ModuleType

    from refrakt.services.open_files import Editor

    from .project_server import ProjectServer

TOOL_NAMES = "tool-names"
"""The option of a connection that says how tools are spelt: `dotted`, or `underscore` for clients that refuse dots."""
UNDERSCORE = "underscore"

log = logging.getLogger("refrakt.mcp")


class McpSide:
    """All MCP connections of a process. They look at the workspace that the editor types into, if there is an editor."""

    def __init__(self, workspace: Workspace, *, has_editor: bool = False, editor: Editor | None = None) -> None:
        """An editor tells the workspace which files have changed; where there is none, this side does.

        `editor` is who can be asked to change what is open.
        """
        self._workspace = workspace
        self._has_editor = has_editor
        self._editor = editor
        self._loop = asyncio.get_running_loop()
        self._watchers = Watchers(self._files_changed_soon)
        self._workers = Workers()
        self._loading: asyncio.Future[ModuleType] | None = None
        self._servers: dict[tuple[str, bool], ProjectServer] = {}
        self._connections: set[asyncio.Task[object]] = set()
        self._closed = False

    async def serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, root: str, options: Mapping[str, str]
    ) -> None:
        """Serve one connection about the project at a folder, until one side closes it."""
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            server = await self._server(root, options.get(TOOL_NAMES) == UNDERSCORE)
            await server.serve(reader, writer)
        except asyncio.CancelledError:
            if not self._closed:
                raise
            task.uncancel()  # it was us, and for our caller the connection has simply ended
        except Exception:
            log.exception("a connection about %s broke", root)
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

    def _files_changed_soon(self, paths: frozenset[Path] | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has just ended
            self._loop.call_soon_threadsafe(self._files_changed, paths)

    def _files_changed(self, paths: frozenset[Path] | None) -> None:
        if not self._has_editor:
            self._workspace.files_changed(paths)
        for server in self._servers.values():
            server.look_again()

    async def _server(self, root: str, underscores: bool) -> ProjectServer:
        if self._loading is None:
            self._loading = asyncio.ensure_future(self._workers.run(_loaded))
        # One client that leaves meanwhile must not take the loading away from the others.
        module = await asyncio.shield(self._loading)
        key = root, underscores
        server = self._servers.get(key)
        if server is None:
            server = self._servers[key] = module.ProjectServer(
                self._workspace, Path(root), underscores, self._workers, self._watchers, self._editor
            )
        return server


def _loaded() -> ModuleType:
    """Everything else here, loaded.

    It brings some ninety thousand objects that stay. Going through them all takes the garbage collector longer than a
    person who types should wait, and it stops every thread; so it does not run meanwhile, and never looks at them afterwards.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return importlib.import_module(f"{__package__}.project_server")
    finally:
        gc.freeze()
        if collects:
            gc.enable()
