"""MCP endpoints in the editor's process: a socket for each open project, and an optional pair of pipes.

Failures are logged and never reach the editor.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from refrakt import __version__
from refrakt.hosts.link.host_address import NoSharedAddress, address_of
from refrakt.hosts.link.host_role import Endpoint
from refrakt.hosts.link.open_buffers import fingerprint
from refrakt.hosts.lsp.apply_edit import apply_edit_client
from refrakt.hosts.lsp.session import Session
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.project.config import FILE_NAME
from refrakt.project.frameworks.site_summary import summary
from refrakt.project.project_root import project_root
from refrakt.project.workspace import WorkspaceEvent

log = logging.getLogger("refrakt.lsp")

STATUS = "refrakt/status"
_READ_LIMIT = 256 << 10
"""Read buffer of a connection in bytes; lines may be longer."""
_CLOSE_TIMEOUT = 1.0


class McpEndpoints:
    def __init__(self, session: Session, preview_url: Callable[[Path, Path | None], Awaitable[str]]) -> None:
        """`preview_url` starts the preview of a project for `refrakt preview`."""
        self._session = session
        self._preview_url = preview_url
        self._loop = asyncio.get_running_loop()
        self._editor = apply_edit_client(session)
        self._mcp_side: McpConnectionHandler | None = None
        self._endpoints: dict[str, Endpoint] = {}
        self._ready = False

    def register(self) -> None:
        self._session.workspace.listeners.append(self._on_change)

        @self._session.server.feature(STATUS)
        def status(params: Any) -> dict[str, Any]:
            return self.status()

    def open(self) -> None:
        """Start accepting agents."""
        self._ready = True
        self.update()

    def update(self) -> None:
        """Open an endpoint for each new project, and close those of projects that are gone."""
        if not self._ready:
            return
        allowed = self._session.workspace.snapshot.settings.mcp
        roots = self._roots() if allowed else []
        for root in roots:
            if root not in self._endpoints:
                endpoint = self._endpoints[root] = Endpoint(
                    root, self._serve, headless=False, open_files=self._open_files, preview_url=self._preview_url
                )
                self._session.start_task(self._start_endpoint(endpoint))
        for root in [each for each in self._endpoints if each not in roots]:
            self._session.start_task(_close_endpoint(self._endpoints.pop(root)))

    async def serve_pipes(self, incoming: int, outgoing: int) -> None:
        """Serve an agent on inherited file descriptors."""
        try:
            loop = self._loop
            await self._wait_for_data(incoming)
            reader = asyncio.StreamReader(limit=_READ_LIMIT)
            await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(incoming, "rb", 0))
            # StreamWriter's protocol requires a reader, although this pipe is only written to.
            transport, protocol = await loop.connect_write_pipe(
                lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), os.fdopen(outgoing, "wb", 0)
            )
            writer = asyncio.StreamWriter(transport, protocol, None, loop)
        except (OSError, ValueError) as error:
            log.warning("cannot serve MCP on descriptors %d and %d: %s", incoming, outgoing, error)
            return
        roots = self._roots() or [project_root(os.getcwd())]
        await self._serve(reader, writer, roots[0], {})

    async def _wait_for_data(self, incoming: int) -> None:
        """Wait for the agent's first bytes: the MCP server is imported then, not while the editor starts."""
        data_ready = asyncio.Event()
        self._loop.add_reader(incoming, data_ready.set)
        try:
            await data_ready.wait()
        finally:
            self._loop.remove_reader(incoming)

    def status(self) -> dict[str, Any]:
        return {
            "version": __version__,
            "pid": os.getpid(),
            "revision": self._session.workspace.snapshot.revision,
            "roots": [
                {"root": root, **self._socket_status(root), **self._index_status(root), **self._site_status(root)}
                for root in self._roots()
            ],
        }

    async def close(self) -> None:
        endpoints = [_close_endpoint(each) for each in self._endpoints.values()]
        self._endpoints.clear()
        await asyncio.gather(*endpoints)
        if self._mcp_side is not None:
            self._mcp_side.close()

    def _roots(self) -> list[str]:
        return list(dict.fromkeys(map(project_root, self._session.folders)))

    def _index_status(self, root: str) -> dict[str, Any]:
        """The number of indexed pages, the progress of indexing, and whether the index is busy."""
        index = self._session.workspace.known_index(Path(root, FILE_NAME))
        if index is None:
            return {"pages": None, "indexing": None, "busy": False}
        pages = sum(len(each.entries) for each in index.sites().values())
        return {"pages": pages, "indexing": index.indexing, "busy": index.is_busy}

    def _site_status(self, root: str) -> dict[str, Any]:
        """The Markdoc sites that were recognised, why, and the sources of their schemas; empty on a refrakt site."""
        if not self._session.workspace.is_known(Path(root)):
            return {"sites": [], "sources": []}
        project = self._session.workspace.project(Path(root))
        sites = [summary(each, project.root) for each in project.markdoc_sites.values()]
        return {"sites": sites, "sources": list(map(str, project.schema_sources))}

    def _socket_status(self, root: str) -> dict[str, Any]:
        endpoint = self._endpoints.get(root)
        if endpoint is None or isinstance(address_of(root), NoSharedAddress):
            return {"socket": "off", "clients": 0}
        return {"socket": "owner" if endpoint.is_host else "waiting", "clients": endpoint.clients}

    def _open_files(self) -> dict[str, str]:
        """Fingerprints of the open texts, for processes that are about to write files."""
        found = self._session.workspace.snapshot.paths.items()
        # The text of an oversized file is unknown and may differ from the file on disk.
        oversized = {str(path): "" for path in self._session.oversized}
        return {**{str(path): fingerprint(each.document.text) for path, each in found}, **oversized}

    def _on_change(self, change: WorkspaceEvent) -> None:
        if change.kind != "buffer":
            self._loop.call_soon_threadsafe(self.update)

    async def _start_endpoint(self, endpoint: Endpoint) -> None:
        try:
            await endpoint.start()
        except Exception as error:  # the editor must not be affected
            log.warning("cannot open the MCP endpoint of %s", endpoint.root, exc_info=error)

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, root: str, options: dict[str, str]
    ) -> None:
        if self._mcp_side is None:
            from refrakt.hosts.mcp.connection_handler import McpConnectionHandler

            self._mcp_side = McpConnectionHandler(self._session.workspace, has_editor=True, editor=self._editor)
        await self._mcp_side.serve(reader, writer, root, options)


async def _close_endpoint(endpoint: Endpoint) -> None:
    try:
        await endpoint.close(_CLOSE_TIMEOUT)
    except Exception as error:  # must not delay the shutdown
        log.warning("error while closing the MCP endpoint of %s", endpoint.root, exc_info=error)
