"""Agents that work beside the person who types: one door for each project the editor has open, and perhaps a pair of pipes.

Whatever goes wrong here is written to the log; the editor never notices.
"""

from __future__ import annotations

import asyncio
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refrakt import __version__
from refrakt.hosts.link.buffers import fingerprint
from refrakt.hosts.link.endpoint import Endpoint
from refrakt.hosts.link.rendezvous import Nowhere, meeting_of
from refrakt.project.config import FILE_NAME
from refrakt.project.roots import project_root
from refrakt.project.workspace import Change

from .applying import editor_of
from .session import Session

if TYPE_CHECKING:
    from refrakt.hosts.mcp.serving import McpSide

log = logging.getLogger("refrakt.lsp")

STATUS = "refrakt/status"
_LIMIT = 256 << 10
"""How much of what an agent sends is read ahead; lines may be longer."""
_PATIENCE = 1.0


class Agents:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._loop = asyncio.get_running_loop()
        self._editor = editor_of(session)
        self._side: McpSide | None = None
        self._endpoints: dict[str, Endpoint] = {}
        self._ready = False

    def register(self) -> None:
        self._session.workspace.listeners.append(self._heard)

        @self._session.server.feature(STATUS)
        def status(params: Any) -> dict[str, Any]:
            return self.status()

    def open(self) -> None:
        """Begin to let agents in."""
        self._ready = True
        self.look()

    def look(self) -> None:
        """Open a door for every project that has none, and close those of projects that are gone."""
        if not self._ready:
            return
        allowed = self._session.workspace.snapshot.settings.mcp
        wanted = self._roots() if allowed else []
        for root in wanted:
            if root not in self._endpoints:
                endpoint = self._endpoints[root] = Endpoint(
                    root, self._serve, headless=False, open_files=self._open_files
                )
                self._session.start(self._opened(endpoint))
        for root in [each for each in self._endpoints if each not in wanted]:
            self._session.start(_closed(self._endpoints.pop(root)))

    async def serve_pipes(self, incoming: int, outgoing: int) -> None:
        """Serve an agent on descriptors that were inherited."""
        try:
            loop = self._loop
            await self._spoken(incoming)
            reader = asyncio.StreamReader(limit=_LIMIT)
            await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(incoming, "rb", 0))
            # The protocol of a StreamWriter wants a reader; of a pipe that is only written to there is none to give.
            transport, protocol = await loop.connect_write_pipe(
                lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), os.fdopen(outgoing, "wb", 0)
            )
            writer = asyncio.StreamWriter(transport, protocol, None, loop)
        except (OSError, ValueError) as error:
            log.warning("no agent can be served on descriptors %d and %d: %s", incoming, outgoing, error)
            return
        roots = self._roots() or [project_root(os.getcwd())]
        await self._serve(reader, writer, roots[0], {})

    async def _spoken(self, incoming: int) -> None:
        """Waits until the agent says something: what serves it is loaded then, and not while the editor starts."""
        spoken = asyncio.Event()
        self._loop.add_reader(incoming, spoken.set)
        try:
            await spoken.wait()
        finally:
            self._loop.remove_reader(incoming)

    def status(self) -> dict[str, Any]:
        return {
            "version": __version__,
            "pid": os.getpid(),
            "revision": self._session.workspace.snapshot.revision,
            "roots": [{"root": root, **self._door(root), **self._pages(root)} for root in self._roots()],
        }

    async def close(self) -> None:
        endpoints = [_closed(each) for each in self._endpoints.values()]
        self._endpoints.clear()
        await asyncio.gather(*endpoints)
        if self._side is not None:
            self._side.close()

    def _roots(self) -> list[str]:
        return list(dict.fromkeys(map(project_root, self._session.folders)))

    def _pages(self, root: str) -> dict[str, Any]:
        """How many pages of a project are known, how far reading has come, and whether anything is being done about them."""
        index = self._session.workspace.known_index(Path(root, FILE_NAME))
        if index is None:
            return {"pages": None, "indexing": None, "busy": False}
        pages = sum(len(each.entries) for each in index.sites().values())
        return {"pages": pages, "indexing": index.indexing, "busy": index.is_busy}

    def _door(self, root: str) -> dict[str, Any]:
        endpoint = self._endpoints.get(root)
        if endpoint is None or isinstance(meeting_of(root), Nowhere):
            return {"socket": "off", "clients": 0}
        return {"socket": "owner" if endpoint.owner else "waiting", "clients": endpoint.clients}

    def _open_files(self) -> dict[str, str]:
        """What is open, by the fingerprints of the texts, for those who are about to write files."""
        found = self._session.workspace.snapshot.paths.items()
        # The text of a file that is not read is not known, so it may be another than the one on disk.
        unread = {str(path): "" for path in self._session.unread}
        return {**{str(path): fingerprint(each.document.text) for path, each in found}, **unread}

    def _heard(self, change: Change) -> None:
        if change.kind != "buffer":
            self._loop.call_soon_threadsafe(self.look)

    async def _opened(self, endpoint: Endpoint) -> None:
        try:
            await endpoint.start()
        except Exception as error:  # the editor goes on without agents
            log.warning("agents cannot reach %s", endpoint.root, exc_info=error)

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, root: str, options: dict[str, str]
    ) -> None:
        if self._side is None:
            from refrakt.hosts.mcp.serving import McpSide

            self._side = McpSide(self._session.workspace, has_editor=True, editor=self._editor)
        await self._side.serve(reader, writer, root, options)


async def _closed(endpoint: Endpoint) -> None:
    try:
        await endpoint.close(_PATIENCE)
    except Exception as error:  # leaving is not held up
        log.warning("the door of %s does not close well", endpoint.root, exc_info=error)
