"""The first answer. An editor waits for `initialize`; it need not wait for the libraries that everything after it uses.

This reads standard input itself, with the standard library alone, answers, and hands on what it has read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .capabilities import initialize_result
from .client import Client, client_of
from .framing import Broken, Framer

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
NOT_INITIALIZED = -32002

NO_ID = "a request needs a method, and a number or text as its id"


@dataclass(frozen=True, slots=True)
class Greeting:
    """A client that has said hello and been answered."""

    request: Mapping[str, Any]
    """Its `initialize`, whole."""
    client: Client
    framer: Framer
    """With all that came behind the request."""


def greet(incoming: int, outgoing: int) -> Greeting | None:
    """Waits for `initialize` on one descriptor and answers on the other. None: the client went away, or sent `exit`."""
    framer = Framer()
    if os.name == "posix":
        # Who started us may have left them otherwise.
        os.set_blocking(incoming, True)
        os.set_blocking(outgoing, True)
    while True:
        body = framer.next()
        if body is None:
            data = os.read(incoming, 1 << 16)
            if not data:
                return None
            framer.feed(data)
            continue
        message = read_message(body)
        if isinstance(message, Unreadable):
            _send(outgoing, failure(None, message.code, message.reason))
            continue
        method, asked = message.get("method"), "id" in message
        if method == "exit" and not asked:
            return None
        if not asked:
            continue
        if not is_id(message["id"]):
            _send(outgoing, failure(None, INVALID_REQUEST, NO_ID))
        elif method != "initialize":
            _send(outgoing, failure(message["id"], NOT_INITIALIZED, "the first request must be `initialize`"))
        elif not isinstance(message.get("params"), dict):
            _send(outgoing, failure(message["id"], INVALID_PARAMS, "`initialize` needs an object of parameters"))
        else:
            client = client_of(message["params"])
            _send(outgoing, {"jsonrpc": "2.0", "id": message["id"], "result": initialize_result(client)})
            return Greeting(message, client, framer)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why something is no message, and the code to say so with."""

    code: int
    reason: str


def read_message(body: bytes | Broken) -> dict[str, Any] | Unreadable:
    if isinstance(body, Broken):
        return Unreadable(INVALID_REQUEST, body.reason)
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return Unreadable(PARSE_ERROR, "a message must be JSON")
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return Unreadable(INVALID_REQUEST, 'a message must be an object with "jsonrpc": "2.0"')
    return message


def is_id(value: Any) -> bool:
    """Whether an answer could name a request by this."""
    return isinstance(value, (int, str)) and not isinstance(value, bool)


def failure(request: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": request, "error": {"code": code, "message": message}}


def framed(message: Mapping[str, Any]) -> bytes:
    # JSON is ASCII here, half a surrogate pair included, which UTF-8 could not hold.
    body = json.dumps(message, separators=(",", ":")).encode("ascii")
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def _send(outgoing: int, message: Mapping[str, Any]) -> None:
    data = framed(message)
    while data:
        data = data[os.write(outgoing, data) :]
