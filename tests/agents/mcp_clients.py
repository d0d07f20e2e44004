"""MCP clients in the process of the test, connected to the server by a socket pair."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import mcp_types as types
from mcp import Client
from mcp.client.session import IncomingMessage
from mcp.shared.exceptions import MCPError

from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.hosts.mcp.message_streams import MessageReader, MessageWriter
from refrakt.project.workspace import Workspace

ERAS = ("legacy", "auto")
"""How the protocol library calls the two ways to begin: the handshake up to 2025-11-25, and the newest that is served."""
PATIENCE = 20.0
"""Seconds after which something that should come is missing; only a failing test waits as long."""

SITE = {"refrakt.config.json": json.dumps({"site": {"contentDir": "./content", "plugins": ["@refrakt-md/marketing"]}})}
TWO_SITES = {
    "refrakt.config.json": json.dumps(
        {"sites": {"main": {"contentDir": "./main", "plugins": []}, "blog": {"contentDir": "./blog", "plugins": []}}}
    )
}


def project(folder: Path, files: Mapping[str, str]) -> Path:
    """Write a project. A folder of version control marks its top, so that nothing above it counts."""
    (folder / ".git").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder.resolve()


@asynccontextmanager
async def streams(
    side: McpConnectionHandler, root: Path, options: Mapping[str, str] | None = None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to the MCP side, as bytes."""
    ours, theirs = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=ours)
    their_reader, their_writer = await asyncio.open_connection(sock=theirs)
    served = asyncio.create_task(side.serve(their_reader, their_writer, str(root), options or {}))
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        async with asyncio.timeout(PATIENCE):
            await served


@dataclass
class News:
    """The notifications of a client."""

    methods: asyncio.Queue[tuple[str, Any]] = field(default_factory=asyncio.Queue)

    async def handle(self, message: IncomingMessage) -> None:
        if isinstance(message, types.ServerNotification):
            await self.methods.put((message.method, getattr(message.params, "uri", None)))

    async def next(self, method: str) -> Any:
        """The address in the next message of this kind."""
        async with asyncio.timeout(PATIENCE):
            while True:
                kind, uri = await self.methods.get()
                if kind == method:
                    return uri


@asynccontextmanager
async def client(
    side: McpConnectionHandler, root: Path, era: str, options: Mapping[str, str] | None = None, news: News | None = None
) -> AsyncIterator[Client]:
    """The protocol library's own client, connected to the MCP side."""

    @asynccontextmanager
    async def transport() -> AsyncIterator[Any]:
        async with streams(side, root, options) as (reader, writer):
            outgoing = MessageWriter(writer)
            yield MessageReader(reader, outgoing), outgoing

    connection: Any = transport()
    async with Client(
        connection,
        mode=era,
        cache=None,
        message_handler=news.handle if news is not None else None,
        read_timeout_seconds=PATIENCE,
    ) as connected:
        yield connected


@asynccontextmanager
async def side(workspace: Workspace | None = None) -> AsyncIterator[McpConnectionHandler]:
    """An MCP side of its own."""
    made = McpConnectionHandler(workspace or Workspace())
    try:
        yield made
    finally:
        made.close()


class Raw:
    """A client that sends any bytes, also invalid messages."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._partial_line = b""

    async def send(self, message: Mapping[str, Any] | bytes) -> None:
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self._writer.write(line + b"\n")
        await self._writer.drain()

    async def line(self) -> bytes:
        async with asyncio.timeout(PATIENCE):
            while b"\n" not in self._partial_line:
                chunk = await self._reader.read(1 << 20)
                if not chunk:
                    raise EOFError
                self._partial_line += chunk
        line, _, self._partial_line = self._partial_line.partition(b"\n")
        return line

    async def receive(self) -> dict[str, Any]:
        received: dict[str, Any] = json.loads(await self.line())
        return received

    async def answer(self, request: int | str) -> dict[str, Any]:
        """The answer to a request; messages in between are left aside."""
        while True:
            message = await self.receive()
            if message.get("id") == request and ("result" in message or "error" in message):
                return message

    async def begin(self) -> dict[str, Any]:
        """The handshake of the older era."""
        params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
        await self.send({"jsonrpc": "2.0", "id": "begin", "method": "initialize", "params": params})
        answer = await self.answer("begin")
        await self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    async def request(
        self, request_id: int | str, method: str, params: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        message = {"jsonrpc": "2.0", "id": request_id, "method": method}
        await self.send(message if params is None else {**message, "params": params})
        return await self.answer(request_id)

    def finish(self) -> None:
        """Nothing more will be sent."""
        self._writer.write_eof()


MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
"""What every request of the newer era carries."""


@asynccontextmanager
async def raw(side: McpConnectionHandler, root: Path, options: Mapping[str, str] | None = None) -> AsyncIterator[Raw]:
    async with streams(side, root, options) as (reader, writer):
        yield Raw(reader, writer)


async def refused(call: Any) -> MCPError:
    """The error an awaited call ends with."""
    try:
        await call
    except MCPError as error:
        return error
    raise AssertionError("it was answered")


def text_of(result: types.CallToolResult) -> str:
    """The first text of a result."""
    first = result.content[0]
    assert isinstance(first, types.TextContent)
    return first.text
