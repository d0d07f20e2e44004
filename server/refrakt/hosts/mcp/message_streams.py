"""MCP messages over a pair of byte streams: one JSON object per line.

The streams of the protocol library use standard input and output, which belong to the editor here. These use any asyncio streams
and tolerate careless clients: an invalid line gets an error response instead of silence, a line that is too long is skipped, and a
client that sends its requests and closes at once still gets its responses.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from json.scanner import py_make_scanner  # type: ignore[attr-defined]
from types import TracebackType
from typing import Any, Self

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    UNSUPPORTED_PROTOCOL_VERSION,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)

MAX_MESSAGE = 16 * 1024 * 1024
"""Bytes of one message: enough for the largest page with every character escaped."""
DRAIN_TIMEOUT = 5.0
"""Seconds for pending responses after the client has stopped sending."""
TOP_LEVEL_FIELDS = ("errorCode", "hint")
"""Fields of a failed result that clients expect at the top level, where the protocol library does not allow them."""
LISTEN = "subscriptions/listen"
"""A request whose response comes when the connection ends, if at all."""

MAX_PENDING = 200
"""Pending responses per client. A client that sends more without reading is not read until it does."""
LARGE_MESSAGE = 256 * 1024
"""Bytes from which a message is parsed in a thread."""

_CHUNK = 256 * 1024
_FIRST_ID = re.compile(rb'\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*("[^"\\]*"|-?\d{1,18})\s*,')
_LAST_ID = re.compile(rb',\s*"id"\s*:\s*("[^"\\]{0,200}"|-?\d{1,18})\s*\}\s*\Z')
log = logging.getLogger("refrakt.mcp")


class _AsyncStream(ABC):
    """The interface that the protocol library expects of every stream."""

    @abstractmethod
    async def aclose(self) -> None: ...

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.aclose()


class MessageWriter(_AsyncStream):
    """Writes messages to the client."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._pending: Counter[str | int] = Counter()
        self._handshakes: set[str | int] = set()
        """The ids of pending `initialize` requests."""
        self._response_sent = asyncio.Event()

    async def send(self, item: SessionMessage, /) -> None:
        message = item.message
        data: dict[str, Any]
        if isinstance(message, JSONRPCResponse):
            data = {"jsonrpc": "2.0", "id": message.id, "result": _with_top_level_fields(message.result)}
        else:
            data = message.model_dump(by_alias=True, exclude_unset=True)
            if isinstance(message, JSONRPCError) and self._is_no_method(message):
                data = {**data, "error": {**data["error"], "code": METHOD_NOT_FOUND}}
        try:
            await self.write(data)
        finally:
            if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
                self._finish_request(message.id)

    async def write(self, data: Mapping[str, Any]) -> None:
        if self._writer.is_closing():
            raise anyio.ClosedResourceError
        try:
            self._writer.write(_encode(data))
            await self._writer.drain()
        except (OSError, RuntimeError) as error:
            raise anyio.BrokenResourceError from error

    def _is_no_method(self, message: JSONRPCError) -> bool:
        """Whether `initialize` was sent on a connection without a handshake: the protocol library reports its version."""
        return message.id in self._handshakes and message.error.code == UNSUPPORTED_PROTOCOL_VERSION

    def record(self, message: JSONRPCMessage) -> None:
        """Record a received message: the response to a request is pending."""
        if isinstance(message, JSONRPCRequest) and message.method != LISTEN:
            self._pending[message.id] += 1
            if message.method == "initialize":
                self._handshakes.add(message.id)
        elif getattr(message, "method", None) == "notifications/cancelled":
            # A cancelled request gets no response.
            cancelled = (getattr(message, "params", None) or {}).get("requestId")
            if isinstance(cancelled, str | int):
                self._finish_request(cancelled)

    async def wait_for_capacity(self) -> None:
        """Wait until another response may be pending."""
        await self._wait_until_at_most(MAX_PENDING - 1)

    async def drain(self) -> None:
        """Wait until no response is pending, at most `DRAIN_TIMEOUT`."""
        with anyio.move_on_after(DRAIN_TIMEOUT):
            await self._wait_until_at_most(0)
        if self._pending:
            log.info("client closed its side with %d responses pending", self._pending.total())

    async def _wait_until_at_most(self, limit: int) -> None:
        while self._pending.total() > limit:
            self._response_sent.clear()
            await self._response_sent.wait()

    def _finish_request(self, request: str | int) -> None:
        if request not in self._pending:
            return
        self._pending[request] -= 1
        self._handshakes.discard(request)
        if not self._pending[request]:
            del self._pending[request]
        self._response_sent.set()

    async def aclose(self) -> None:
        self._writer.close()


class MessageReader(_AsyncStream):
    """Reads messages from the client."""

    def __init__(self, reader: asyncio.StreamReader, writer: MessageWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._buffer = bytearray()
        self._searched = 0
        self._at_end = False

    def __aiter__(self) -> MessageReader:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while True:
            await self._writer.wait_for_capacity()
            line = await self._read_line()
            if line is None:
                await self._writer.drain()
                raise StopAsyncIteration
            message = await self._parse(line) if line.strip() else None
            if message is not None:
                self._writer.record(message)
                return SessionMessage(message)

    async def receive(self) -> SessionMessage | Exception:
        try:
            return await self.__anext__()
        except StopAsyncIteration:
            raise anyio.EndOfStream from None

    async def aclose(self) -> None:
        self._at_end = True

    async def _read_line(self) -> bytes | None:
        """The next line. One that is too long gets an error and is skipped; its end may come much later."""
        skipped = 0
        while True:
            end = self._buffer.find(b"\n", self._searched)
            if end >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                self._searched = 0
                if not skipped:
                    return line
                await self._send_error(None, PARSE_ERROR, f"message exceeds {MAX_MESSAGE} bytes")
                skipped = 0
                continue
            self._searched = len(self._buffer)
            if self._searched > MAX_MESSAGE:
                skipped += self._searched
                self._buffer.clear()
                self._searched = 0
            chunk = await self._read_chunk()
            if not chunk:
                rest = bytes(self._buffer)
                self._buffer.clear()
                self._searched = 0
                return rest if rest.strip() and not skipped else None
            self._buffer += chunk

    async def _read_chunk(self) -> bytes:
        if self._at_end:
            return b""
        try:
            chunk = await self._reader.read(_CHUNK)
        except OSError as error:
            log.info("connection failed: %s", error)
            chunk = b""
        self._at_end = not chunk
        return chunk

    async def _parse(self, line: bytes) -> JSONRPCMessage | None:
        try:
            data = _decode(line) if len(line) < LARGE_MESSAGE else await asyncio.to_thread(_decode_in_python, line)
        except RecursionError:
            await self._send_error(_find_id(line), INVALID_REQUEST, "message is nested too deeply")
            return None
        except ValueError:
            await self._send_error(None, PARSE_ERROR, "line is not valid JSON")
            return None
        request = data.get("id") if isinstance(data, dict) else None
        try:
            message: JSONRPCMessage = jsonrpc_message_adapter.validate_python(data, by_name=False)
            # A request with an invalid id would pass as a notification, and its sender would wait forever.
            if not (isinstance(message, JSONRPCNotification) and "id" in data):
                return message
        except ValueError:
            pass
        request_id = request if isinstance(request, str | int) and not isinstance(request, bool) else None
        await self._send_error(request_id, INVALID_REQUEST, "line is not a JSON-RPC 2.0 message")
        return None

    async def _send_error(self, request: str | int | None, code: int, message: str) -> None:
        log.warning("rejected a message: %s", message)
        try:
            await self._writer.write({"jsonrpc": "2.0", "id": request, "error": {"code": code, "message": message}})
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            self._at_end = True


_python_decoder = json.JSONDecoder()
_python_decoder.scan_once = py_make_scanner(_python_decoder)  # type: ignore[attr-defined]


def _decode(line: bytes) -> Any:
    # Not with the parser of the protocol library: it rejects lone surrogates, which a client that splits texts may send,
    # and it parses a long message several times.
    return json.loads(line.decode("utf-8-sig"))


def _decode_in_python(line: bytes) -> Any:
    """The same, in a thread. The decoder in C would hold the interpreter lock, and stop the editor, until it is done."""
    return _python_decoder.decode(line.decode("utf-8-sig"))


def _find_id(line: bytes) -> str | int | None:
    """The id of a request that cannot be parsed, if it is at the start or at the end."""
    found = _FIRST_ID.match(line) or _LAST_ID.search(line, max(0, len(line) - 300))
    request_id: str | int | None = json.loads(found.group(1)) if found is not None else None
    return request_id


def _with_top_level_fields(result: Mapping[str, Any]) -> Mapping[str, Any]:
    meta = result.get("_meta")
    if not result.get("isError") or not isinstance(meta, Mapping):
        return result
    return {**result, **{name: meta[name] for name in TOP_LEVEL_FIELDS if name in meta}}


def _encode(data: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except UnicodeEncodeError:
        # A lone surrogate, which an editor may leave behind, exists in JSON only as an escape.
        return json.dumps(data, separators=(",", ":")).encode() + b"\n"
