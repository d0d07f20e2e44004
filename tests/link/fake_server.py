"""A fake MCP server for the tests of the link: it starts at once, reports its process, and dies on request.

As a program (`fake_server.py headless|private …`) it is a host that a relay can start.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from refrakt.hosts.link.host_role import ServeConnection
from refrakt.hosts.mcp import headless_host, single_client_host

TOOLS = [
    {"name": "demo.state", "annotations": {"readOnlyHint": True}},
    {"name": "demo.count", "annotations": {"readOnlyHint": True}},
    {"name": "demo.write", "annotations": {"readOnlyHint": False}},
    {"name": "demo.silent"},
]
CAPABILITIES = {"tools": {"listChanged": True}, "resources": {"listChanged": True, "subscribe": True}}


class FakeConnection:
    """One connection to it."""

    def __init__(self, kind: str, options: dict[str, str], writer: asyncio.StreamWriter) -> None:
        self.kind = kind
        self.options = options
        self.writer = writer
        self.received: list[str] = []

    def say(self, **message: Any) -> None:
        self.writer.write(json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n")

    async def hear(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except ValueError:
            self.say(id=None, error={"code": -32700, "message": "not JSON"})
            return
        method, params = message.get("method", "an answer"), message.get("params") or {}
        self.received.append(method)
        if "id" not in message or "method" not in message:
            return
        if method == "tools/call":
            result = await self.call(params["name"], params.get("arguments") or {})
        elif method == "subscriptions/listen":
            self.say(method="notifications/subscriptions/acknowledged", params={"by": os.getpid()})
            return
        elif method == "demo/never":
            return
        elif method == "demo/goodbye":
            self.say(id=message["id"], error={"code": -32000, "message": "Connection closed"})
            await die()
        else:
            result = self.answer(method, params)
        self.say(id=message["id"], result=result)

    def answer(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "initialize":
            return {"protocolVersion": "2025-11-25", "capabilities": CAPABILITIES, "serverInfo": {"name": "small"}}
        if method == "tools/list":
            first = "cursor" not in params  # in two pages, so that the client must follow `nextCursor`
            return {"tools": TOOLS[:1], "nextCursor": "more"} if first else {"tools": TOOLS[1:]}
        if method == "demo/size":
            return {"size": len(params["text"]), "back": params["text"] if params.get("back") else ""}
        return {}

    async def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        if name == "demo.write" and (path := arguments.get("path")):
            with open(path, "a", encoding="utf-8") as file:
                file.write("written\n")
        if arguments.get("die"):
            await die()
        if (path := arguments.get("die_once")) and not os.path.exists(path):
            Path(path).touch()
            await die()
        if gate := arguments.get("gate"):  # a pipe: opening it ends when the test opens its other end
            await asyncio.to_thread(lambda: Path(gate).read_bytes())
        return {"pid": os.getpid(), "kind": self.kind, "received": self.received[-20:], "options": self.options}


async def die() -> None:
    """Like a crash: a line being written stays unfinished."""
    os.kill(os.getpid(), signal.SIGKILL)


async def lines(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Whole lines, however long they are."""
    started: list[bytes] = []
    while chunk := await reader.read(1 << 18):
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield b"".join([*started, end])
            started.clear()
        started.append(rest)


def fake_server(kind: str) -> ServeConnection:
    """Serves the connections of an `Endpoint` in a process of this kind."""

    async def serve(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, root: str, options: dict[str, str]
    ) -> None:
        connection = FakeConnection(kind, options, writer)
        calls = set()
        try:
            async for line in lines(reader):
                task = asyncio.create_task(connection.hear(line))
                calls.add(task)
                task.add_done_callback(calls.discard)
                await asyncio.sleep(0)
        finally:
            for task in calls:
                task.cancel()

    return serve


def main(kind: str, argv: list[str]) -> int:
    with open(os.environ["FAKE_HOST_PIDS"], "a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    if os.environ.get("FAKE_HOST_BROKEN"):
        return 1
    while (gate := os.environ.get("FAKE_HOST_GATE")) and not os.path.exists(gate):
        time.sleep(0.01)

    @contextmanager
    def server() -> Iterator[ServeConnection]:
        yield fake_server(kind)

    return headless_host.main(argv, server) if kind == "headless" else single_client_host.main(argv, server)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
