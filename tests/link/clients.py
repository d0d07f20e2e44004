"""MCP clients for the tests of the link: lines of JSON, with a timeout."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Any

Message = dict[str, Any]
LONG = 30.0
"""Seconds after which a test has failed; a loaded machine must not fail it."""
MODERN_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Client:
    """A client that has started a relay."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.notices: list[Message] = []
        """Messages that are not responses."""
        self._answers: dict[Any, Message] = {}
        self._next = 0

    @classmethod
    async def spawn(cls, root: Path, *argv: str, idle: float = 20.0) -> Client:
        script = Path(__file__).with_name("fake_relay.py")
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                str(script),
                str(root),
                str(idle),
                *argv,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                limit=1 << 27,
            )
        )

    def write(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)

    def send_request(self, method: str, _id: Any = None, **params: Any) -> Any:
        """Send a request and return its id."""
        self._next += 1
        id_ = self._next if _id is None else _id
        # The order of keys that the TypeScript library has: the id comes last.
        message = {"method": method, "params": params, "jsonrpc": "2.0", "id": id_}
        self.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        return id_

    def notify(self, method: str, **params: Any) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode() + b"\n")

    async def next_message(self) -> Message:
        """The next message of any kind."""
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), LONG)
        assert line.endswith(b"\n"), f"the relay ended: {await self.stderr_text()}"
        message: Message = json.loads(line)
        return message

    async def answer(self, id_: Any) -> Message:
        """The answer to a request; other messages before it are kept in `notices`."""
        while id_ not in self._answers:
            message = await self.next_message()
            if "method" in message:
                self.notices.append(message)
            else:
                self._answers[message["id"]] = message
        return self._answers.pop(id_)

    async def request(self, method: str, **params: Any) -> Message:
        answer = await self.answer(self.send_request(method, **params))
        assert "result" in answer, answer
        result: Message = answer["result"]
        return result

    async def call(self, tool: str, **arguments: Any) -> Message:
        return await self.request("tools/call", name=tool, arguments=arguments)

    async def host_state(self) -> Message:
        return await self.call("demo.state")

    async def greet(self) -> Message:
        """The handshake of the old era."""
        result = await self.request("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={})
        self.notify("notifications/initialized")
        return result

    async def stderr_text(self) -> str:
        assert self.process.stderr is not None
        return (await asyncio.wait_for(self.process.stderr.read(), LONG)).decode()

    async def leave(self) -> int:
        """Close standard input and wait for the end."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return await asyncio.wait_for(self.process.wait(), LONG)

    async def end(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.communicate()
