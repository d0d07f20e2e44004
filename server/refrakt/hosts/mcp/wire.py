"""MCP's messages over a pair of byte streams: one JSON object a line.

The protocol library brings streams for standard input and output only, and those belong to the editor here. These two go over
any asyncio streams, and mend what a careless client does: a line that is no message gets an error reply instead of silence,
a line without end is skipped, and a client that sends its questions and closes at once still gets its answers.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)

LONGEST = 64 * 1024 * 1024
"""How many bytes one message may have."""
PATIENCE = 5.0
"""How many seconds answers may take that are not finished when the client stops sending."""
LIFTED = ("errorCode", "hint")
"""What clients look for at the top of a failed result, where the protocol library would not let it stand."""
ENDLESS = "subscriptions/listen"
"""A request that is answered when the connection ends, if at all."""

_CHUNK = 256 * 1024
log = logging.getLogger("refrakt.mcp")


class _Stream:
    """What the protocol library asks of every stream."""

    async def aclose(self) -> None:
        raise NotImplementedError

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
        self._waiting: set[str | int] = set()
        self._all_answered = asyncio.Event()
        self._all_answered.set()

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
            self._waiting.add(message.id)
            self._all_answered.clear()
        elif getattr(message, "method", None) == "notifications/cancelled":
            # What the client has taken back is not answered.
            cancelled = (getattr(message, "params", None) or {}).get("requestId")
            if isinstance(cancelled, str | int):
                self._settle(cancelled)

    async def all_answered(self) -> None:
        """Wait, but not for ever, until nothing is owed."""
        with anyio.move_on_after(PATIENCE):
            await self._all_answered.wait()
        if self._waiting:
            log.info("the client stopped sending before %d answers were ready", len(self._waiting))

    def _settle(self, request: str | int) -> None:
        self._waiting.discard(request)
        if not self._waiting:
            self._all_answered.set()

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
            message: JSONRPCMessage = jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            await self._refuse(line)
            return None
        return message

    async def _refuse(self, line: bytes) -> None:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            await self._complain(None, PARSE_ERROR, "This line is no JSON")
            return
        request = data.get("id") if isinstance(data, dict) else None
        known = request if isinstance(request, str | int) and not isinstance(request, bool) else None
        await self._complain(known, INVALID_REQUEST, "This line is no JSON-RPC 2.0 message")

    async def _complain(self, request: str | int | None, code: int, message: str) -> None:
        log.warning("refused a message: %s", message)
        try:
            await self._outgoing.write({"jsonrpc": "2.0", "id": request, "error": {"code": code, "message": message}})
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            self._ended = True


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
