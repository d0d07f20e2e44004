"""MCP's messages over a pair of byte streams: one JSON object a line.

The protocol library brings streams for standard input and output only, and those belong to the editor here. These two go over
any asyncio streams, and mend what a careless client does: a line that is no message gets an error reply instead of silence,
a line without end is skipped, and a client that sends its questions and closes at once still gets its answers.
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
    PARSE_ERROR,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)

LONGEST = 16 * 1024 * 1024
"""How many bytes one message may have: enough for the largest page, every character of it escaped."""
PATIENCE = 5.0
"""How many seconds answers may take that are not finished when the client stops sending."""
LIFTED = ("errorCode", "hint")
"""What clients look for at the top of a failed result, where the protocol library would not let it stand."""
ENDLESS = "subscriptions/listen"
"""A request that is answered when the connection ends, if at all."""

MOST_OWED = 200
"""How many answers a client may be owed. One that asks on without reading them is not heard until it does."""
LONG = 256 * 1024
"""From how many bytes on a message is read in a thread."""

_CHUNK = 256 * 1024
_FIRST_ID = re.compile(rb'\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*("[^"\\]*"|-?\d{1,18})\s*,')
_LAST_ID = re.compile(rb',\s*"id"\s*:\s*("[^"\\]{0,200}"|-?\d{1,18})\s*\}\s*\Z')
log = logging.getLogger("refrakt.mcp")


class _Stream(ABC):
    """What the protocol library asks of every stream."""

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


class Outgoing(_Stream):
    """Messages to the client."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._owed: Counter[str | int] = Counter()
        self._answered = asyncio.Event()

    async def send(self, item: SessionMessage, /) -> None:
        message = item.message
        if isinstance(message, JSONRPCResponse):
            data = {"jsonrpc": "2.0", "id": message.id, "result": _lifted(message.result)}
        else:
            data = message.model_dump(by_alias=True, exclude_unset=True)
        try:
            await self.write(data)
        finally:
            if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
                self._settle(message.id)

    async def write(self, data: Mapping[str, Any]) -> None:
        if self._writer.is_closing():
            raise anyio.ClosedResourceError
        try:
            self._writer.write(_line(data))
            await self._writer.drain()
        except (OSError, RuntimeError) as error:
            raise anyio.BrokenResourceError from error

    def expect(self, message: JSONRPCMessage) -> None:
        """A message has come in; if it is a question, an answer is owed."""
        if isinstance(message, JSONRPCRequest) and message.method != ENDLESS:
            self._owed[message.id] += 1
        elif getattr(message, "method", None) == "notifications/cancelled":
            # What the client has taken back is not answered.
            cancelled = (getattr(message, "params", None) or {}).get("requestId")
            if isinstance(cancelled, str | int):
                self._settle(cancelled)

    async def room(self) -> None:
        """Wait until one more answer may be owed."""
        await self._until_owed(MOST_OWED - 1)

    async def all_answered(self) -> None:
        """Wait, but not for ever, until nothing is owed."""
        with anyio.move_on_after(PATIENCE):
            await self._until_owed(0)
        if self._owed:
            log.info("the client stopped sending before %d answers were ready", self._owed.total())

    async def _until_owed(self, most: int) -> None:
        while self._owed.total() > most:
            self._answered.clear()
            await self._answered.wait()

    def _settle(self, request: str | int) -> None:
        if request not in self._owed:
            return
        self._owed[request] -= 1
        if not self._owed[request]:
            del self._owed[request]
        self._answered.set()

    async def aclose(self) -> None:
        self._writer.close()


class Incoming(_Stream):
    """Messages from the client."""

    def __init__(self, reader: asyncio.StreamReader, outgoing: Outgoing) -> None:
        self._reader = reader
        self._outgoing = outgoing
        self._begun = bytearray()
        self._searched = 0
        self._ended = False

    def __aiter__(self) -> Incoming:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while True:
            await self._outgoing.room()
            line = await self._line()
            if line is None:
                await self._outgoing.all_answered()
                raise StopAsyncIteration
            message = await self._message(line) if line.strip() else None
            if message is not None:
                self._outgoing.expect(message)
                return SessionMessage(message)

    async def receive(self) -> SessionMessage | Exception:
        try:
            return await self.__anext__()
        except StopAsyncIteration:
            raise anyio.EndOfStream from None

    async def aclose(self) -> None:
        self._ended = True

    async def _line(self) -> bytes | None:
        """The next line. One that is too long is told about and skipped; its end may come much later."""
        skipped = 0
        while True:
            end = self._begun.find(b"\n", self._searched)
            if end >= 0:
                line = bytes(self._begun[:end])
                del self._begun[: end + 1]
                self._searched = 0
                if not skipped:
                    return line
                await self._complain(None, PARSE_ERROR, f"A message may have {LONGEST} bytes, this one had more")
                skipped = 0
                continue
            self._searched = len(self._begun)
            if self._searched > LONGEST:
                skipped += self._searched
                self._begun.clear()
                self._searched = 0
            chunk = await self._chunk()
            if not chunk:
                rest = bytes(self._begun)
                self._begun.clear()
                self._searched = 0
                return rest if rest.strip() and not skipped else None
            self._begun += chunk

    async def _chunk(self) -> bytes:
        if self._ended:
            return b""
        try:
            chunk = await self._reader.read(_CHUNK)
        except OSError as error:
            log.info("the connection broke: %s", error)
            chunk = b""
        self._ended = not chunk
        return chunk

    async def _message(self, line: bytes) -> JSONRPCMessage | None:
        try:
            data = _read(line) if len(line) < LONG else await asyncio.to_thread(_read_gently, line)
        except RecursionError:
            await self._complain(_id_of(line), INVALID_REQUEST, "This message is nested too deeply")
            return None
        except ValueError:
            await self._complain(None, PARSE_ERROR, "This line is no JSON")
            return None
        request = data.get("id") if isinstance(data, dict) else None
        try:
            message: JSONRPCMessage = jsonrpc_message_adapter.validate_python(data, by_name=False)
            # With an id that is none, a request would pass for a notification, and its sender would wait for ever.
            if not (isinstance(message, JSONRPCNotification) and "id" in data):
                return message
        except ValueError:
            pass
        known = request if isinstance(request, str | int) and not isinstance(request, bool) else None
        await self._complain(known, INVALID_REQUEST, "This line is no JSON-RPC 2.0 message")
        return None

    async def _complain(self, request: str | int | None, code: int, message: str) -> None:
        log.warning("refused a message: %s", message)
        try:
            await self._outgoing.write({"jsonrpc": "2.0", "id": request, "error": {"code": code, "message": message}})
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            self._ended = True


_gentle_decoder = json.JSONDecoder()
_gentle_decoder.scan_once = py_make_scanner(_gentle_decoder)  # type: ignore[attr-defined]


def _read(line: bytes) -> Any:
    # Not by the protocol library's own reader: that one refuses half a surrogate pair, which a client that cuts
    # texts into pieces may well send, and it reads a long message several times over.
    return json.loads(line.decode("utf-8-sig"))


def _read_gently(line: bytes) -> Any:
    """The same, in a thread. The decoder written in C would let nobody else run, the editor's side neither, until it is done."""
    return _gentle_decoder.decode(line.decode("utf-8-sig"))


def _id_of(line: bytes) -> str | int | None:
    """The id of a request that cannot be read, where it stands in one of the usual places: at the beginning, or at the end."""
    found = _FIRST_ID.match(line) or _LAST_ID.search(line, max(0, len(line) - 300))
    known: str | int | None = json.loads(found.group(1)) if found is not None else None
    return known


def _lifted(result: Mapping[str, Any]) -> Mapping[str, Any]:
    meta = result.get("_meta")
    if not result.get("isError") or not isinstance(meta, Mapping):
        return result
    return {**result, **{name: meta[name] for name in LIFTED if name in meta}}


def _line(data: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except UnicodeEncodeError:
        # Half a surrogate pair, as an editor may leave behind, exists in JSON as an escape only.
        return json.dumps(data, separators=(",", ":")).encode() + b"\n"
