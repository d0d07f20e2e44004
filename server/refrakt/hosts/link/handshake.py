"""The handshake of a link connection, and the one line a host may add later.

    refrakt-link 1 mcp tool-names=underscore        request: protocol version, purpose, options
    refrakt-link 1 ok                               reply: accepted; the purpose decides what follows
    refrakt-link 1 no it uses link version 1        reply: refused, with a reason
    refrakt-link 1 leaving                          between two MCP messages: the host is about to exit; reconnect

The purposes: `mcp` (serve an MCP client), `yield` (an editor asks to become the host), `wait` (the host closes the connection
when it exits; accepted in every version), `status` (one line of JSON about the process), `preview` (one line of JSON
with the URL of the preview in the editor's process; the connection stays open).

Processes of one project may run different releases, so both sides check the version. Neither waits longer than
`HANDSHAKE_TIMEOUT` for the other's first line.
"""

from __future__ import annotations

from typing import NamedTuple

VERSION = 1
HANDSHAKE_TIMEOUT = 5.0
"""Seconds to wait for the first line of the other side."""
MAX_LINE = 4096

_MAGIC = "refrakt-link"
LEAVING = f"{_MAGIC} {VERSION} leaving\n".encode()
DONE = b"done\n"
"""What an editor sends to the host that yielded, once the address belongs to the editor."""


class HandshakeRequest(NamedTuple):
    """The first line of a client."""

    version: int
    purpose: str
    options: dict[str, str]


class HandshakeReply(NamedTuple):
    """The first line of a host."""

    version: int
    ok: bool
    reason: str


def encode_request(purpose: str, options: dict[str, str] | None = None) -> bytes:
    fields = [_MAGIC, str(VERSION), purpose, *(f"{name}={value}" for name, value in (options or {}).items())]
    line = " ".join(fields)
    if line.split() != fields:
        raise ValueError(f"option contains a space: {options}")
    return line.encode() + b"\n"


def parse_request(line: bytes) -> HandshakeRequest | None:
    """The request in a line; None if it is not a handshake."""
    fields = _fields(line)
    if len(fields) < 3:
        return None
    options = dict(field.split("=", 1) for field in fields[3:] if "=" in field)
    return HandshakeRequest(int(fields[1]), fields[2], options)


def encode_reply(refusal: str | None = None) -> bytes:
    """Accepts, or refuses with a reason."""
    return f"{_MAGIC} {VERSION} {'ok' if refusal is None else f'no {refusal}'}\n".encode()


def parse_reply(line: bytes) -> HandshakeReply | None:
    """The reply in a line; None if it is not a handshake."""
    fields = _fields(line)
    if len(fields) < 3 or fields[2] not in ("ok", "no"):
        return None
    version = int(fields[1])
    reason = " ".join(fields[3:]) or f"it uses link version {version}"
    return HandshakeReply(version, fields[2] == "ok" and version == VERSION, reason)


def _fields(line: bytes) -> list[str]:
    if len(line) > MAX_LINE or not line.endswith(b"\n"):
        return []
    fields = line.decode("utf-8", "replace").split()
    return fields if len(fields) > 1 and fields[0] == _MAGIC and fields[1].isdecimal() else []
