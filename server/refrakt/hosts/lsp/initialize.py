"""Answers `initialize` before the heavy libraries are imported.

Reads standard input directly, with the standard library alone, and passes on what was read after the request.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from refrakt.hosts.lsp.capabilities import initialize_result
from refrakt.hosts.lsp.client_capabilities import ClientCapabilities, read_client_capabilities
from refrakt.hosts.lsp.message_framing import InvalidFrame, MessageFramer

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
NOT_INITIALIZED = -32002

INVALID_ID = "a request requires a `method`, and a number or string as `id`"


@dataclass(frozen=True, slots=True)
class Handshake:
    """An answered `initialize` request."""

    request: Mapping[str, Any]
    """The complete `initialize` message."""
    client: ClientCapabilities
    framer: MessageFramer
    """Holds the bytes received after the request."""


def handshake(input_fd: int, output_fd: int) -> Handshake | None:
    """Read until `initialize` and answer it. None: the client disconnected or sent `exit`."""
    framer = MessageFramer()
    if os.name == "posix":
        # The parent process may have left them non-blocking.
        os.set_blocking(input_fd, True)
        os.set_blocking(output_fd, True)
    while True:
        body = framer.next()
        if body is None:
            data = os.read(input_fd, 1 << 16)
            if not data:
                return None
            framer.feed(data)
            continue
        message = read_message(body)
        if isinstance(message, InvalidMessage):
            _send(output_fd, error_response(None, message.code, message.reason))
            continue
        method, is_request = message.get("method"), "id" in message
        if method == "exit" and not is_request:
            return None
        if not is_request:
            continue
        if not is_id(message["id"]):
            _send(output_fd, error_response(None, INVALID_REQUEST, INVALID_ID))
        elif method != "initialize":
            _send(output_fd, error_response(message["id"], NOT_INITIALIZED, "the first request must be `initialize`"))
        elif not isinstance(message.get("params"), dict):
            _send(
                output_fd, error_response(message["id"], INVALID_PARAMS, "`params` of `initialize` must be an object")
            )
        else:
            client = read_client_capabilities(message["params"])
            _send(output_fd, {"jsonrpc": "2.0", "id": message["id"], "result": initialize_result(client)})
            return Handshake(message, client, framer)


@dataclass(frozen=True, slots=True)
class InvalidMessage:
    """Why a message is invalid, with the JSON-RPC error code."""

    code: int
    reason: str


def read_message(body: bytes | InvalidFrame) -> dict[str, Any] | InvalidMessage:
    if isinstance(body, InvalidFrame):
        return InvalidMessage(INVALID_REQUEST, body.reason)
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return InvalidMessage(PARSE_ERROR, "a message must be JSON")
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return InvalidMessage(INVALID_REQUEST, 'a message must be an object with "jsonrpc": "2.0"')
    return message


def is_id(value: Any) -> bool:
    """Whether a value is a valid request id."""
    return isinstance(value, (int, str)) and not isinstance(value, bool)


def error_response(request: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": request, "error": {"code": code, "message": message}}


def frame(message: Mapping[str, Any]) -> bytes:
    # ASCII JSON also holds lone surrogates, which UTF-8 cannot encode.
    body = json.dumps(message, separators=(",", ":")).encode("ascii")
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def _send(output_fd: int, message: Mapping[str, Any]) -> None:
    data = frame(message)
    while data:
        data = data[os.write(output_fd, data) :]
