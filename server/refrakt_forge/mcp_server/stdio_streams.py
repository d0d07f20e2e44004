"""MCP messages on standard input and output, one JSON object per line.

The streams of the protocol library drop what is pending when a client closes its side, and refuse requests before a handshake. A
script that pipes one line into the server needs neither: its request is answered, and the answer is written before the end.
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)

from refrakt_forge.json_values import well_formed

LONGEST_LINE = 8 * 1024 * 1024
MOST_QUEUED = 100
DRAIN_SECONDS = 35.0
"""For pending answers after the end of input; longer than the timeout of a call."""
_END_PAUSE = 0.1
"""Seconds after which streams are ended again."""
_HANDSHAKE = "initialize"
_VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
"""In the envelope of protocol versions without a handshake."""


class _Stream:
    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Nothing to close: the descriptors belong to the process."""


class LineWriter(_Stream):
    """Writes messages, and knows which requests are pending."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._pending: set[str | int] = set()
        self._answered = asyncio.Event()
        self._broken = False

    async def send(self, item: SessionMessage, /) -> None:
        message = item.message
        try:
            self._write(message.model_dump_json(by_alias=True, exclude_unset=True).encode())
        except ValueError:
            data = message.model_dump(by_alias=True, exclude_unset=True)
            # The answer repeats what is not text. An id is sent back as it was, which in JSON is possible only as an escape.
            self._write(
                json.dumps({name: each if name == "id" else well_formed(each) for name, each in data.items()}).encode()
            )
        if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
            self.finish(message.id)

    def send_error(self, request: str | int | None, code: int, text: str) -> None:
        error = {"jsonrpc": "2.0", "id": request, "error": {"code": code, "message": text}}
        self._write(json.dumps(error).encode())

    def expect(self, request: str | int) -> None:
        self._pending.add(request)

    def finish(self, request: str | int) -> None:
        self._pending.discard(request)
        self._answered.set()

    async def drain(self, end_streams: Callable[[], None]) -> None:
        """Wait until nothing is pending. Requests without an end are ended, also those that are just beginning."""
        with anyio.move_on_after(DRAIN_SECONDS):
            while self._pending and not self._broken:
                end_streams()
                self._answered.clear()
                with anyio.move_on_after(_END_PAUSE):
                    await self._answered.wait()

    def _write(self, line: bytes) -> None:
        rest = memoryview(line + b"\n")
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError as error:
            self._broken = True
            self._answered.set()
            raise anyio.BrokenResourceError from error


class LineReader(_Stream):
    """Reads messages. A thread reads the descriptor, because an event loop cannot wait for files."""

    def __init__(self, descriptor: int, writer: LineWriter, end_streams: Callable[[], None]) -> None:
        """`end_streams` ends requests without an end; it is called after the end of input."""
        self._writer = writer
        self._end_streams = end_streams
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_QUEUED)
        self._loop = asyncio.get_running_loop()
        self._opened = False
        self._ended = False
        self._held: list[SessionMessage] = []
        threading.Thread(target=self._read, args=(descriptor,), daemon=True).start()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while not self._held:
            line = None if self._ended else await self._queue.get()
            if line is None:
                self._ended = True  # the library reads on where the input ends before the first request
                await self._writer.drain(self._end_streams)
                raise StopAsyncIteration
            message = self._parsed(line)
            if message is not None:
                self._held.extend(SessionMessage(each) for each in self._opening(message))
        return self._held.pop(0)

    async def receive(self) -> SessionMessage | Exception:
        try:
            return await self.__anext__()
        except StopAsyncIteration:
            raise anyio.EndOfStream from None

    def _opening(self, message: JSONRPCMessage) -> list[JSONRPCMessage]:
        """A message; a first request without a handshake is preceded by what would have ended one."""
        if isinstance(message, JSONRPCRequest):
            self._writer.expect(message.id)
            first, self._opened = not self._opened, True
            envelope = (message.params or {}).get("_meta") or {}
            if first and message.method not in (_HANDSHAKE, "ping") and _VERSION_KEY not in envelope:
                return [JSONRPCNotification(jsonrpc="2.0", method="notifications/initialized"), message]
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            cancelled = (message.params or {}).get("requestId")
            if isinstance(cancelled, str | int):
                self._writer.finish(cancelled)
        return [message]

    def _parsed(self, line: bytes) -> JSONRPCMessage | None:
        if not line.strip():
            return None
        request = None
        try:
            data = json.loads(line.decode("utf-8-sig"))
            found = data.get("id") if isinstance(data, dict) else None
            request = found if isinstance(found, str | int) and not isinstance(found, bool) else None
        except (ValueError, RecursionError):
            with suppress(anyio.BrokenResourceError):
                self._writer.send_error(None, PARSE_ERROR, "the line is not valid JSON")
            return None
        try:
            message: JSONRPCMessage = jsonrpc_message_adapter.validate_python(data, by_name=False)
            if not (isinstance(message, JSONRPCNotification) and "id" in data):
                return message
        except ValueError:
            pass
        with suppress(anyio.BrokenResourceError):
            self._writer.send_error(request, INVALID_REQUEST, "the line is not a JSON-RPC 2.0 message")
        return None

    def _read(self, descriptor: int) -> None:
        # The loop may be closed, or the client gone.
        with suppress(RuntimeError, OSError), os.fdopen(descriptor, "rb", closefd=False) as file:
            while line := file.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    while not line.endswith(b"\n") and (line := file.readline(LONGEST_LINE)):
                        pass
                    line = b"\x00\n"  # answered as a line that is not valid
                self._put(line)
        with suppress(RuntimeError):
            self._put(None)

    def _put(self, line: bytes | None) -> None:
        asyncio.run_coroutine_threadsafe(self._queue.put(line), self._loop).result()
