"""The first answers of a session, given by the relay while the host that it has started loads.

Only what the host would answer word for word: `initialize`, `server/discover` and the list of tools, from a record that is current
at the moment of the request, to requests that are certainly valid. Everything else waits for the host. No sockets and no threads:
lines in, lines out.
"""

from __future__ import annotations

from typing import Any

from refrakt.hosts.link.session_replay import PROTOCOL_VERSION, Message, encode_message, is_id, parse_message
from refrakt.hosts.link.start_record import StartRecord, read_record

STATELESS = "2026-07-28"
"""The protocol version without a handshake that hosts serve."""
MAX_HELD = 1 << 16
"""Bytes of requests that are held for the host. Beyond that the client is not read, as without a record."""
_COST = 1 << 10
"""Bytes that each of them counts for besides its own."""
_MAX_DEPTH = 8

_CLIENT_INFO = "io.modelcontextprotocol/clientInfo"
_CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


class StartAnswers:
    """The answers for one session."""

    def __init__(self, root: str, tool_names: str) -> None:
        self._root = root
        self._tool_names = tool_names
        self._record: StartRecord | None = None
        self._version: str | None = None
        self._held = 0
        self.discover: bytes | None = None
        """The last `server/discover` that was answered. Only after one does a host know that there is no handshake."""
        self.tools_list: bytes | None = None
        """The last request for the list of tools that was answered."""
        self.tools: Any = None
        """The answer to it."""

    @property
    def used(self) -> bool:
        """Whether a request was answered."""
        return self._version is not None

    def answer(self, line: bytes, *, calls_pending: bool = False) -> bytes | None:
        """The response to a line of the client; None if the host has to answer it.

        `calls_pending`: a call that may change the list of tools came before it.
        """
        message = parse_message(line)
        if (
            message is None
            or not is_id(message.get("id"))
            or not message.keys() <= {"jsonrpc", "id", "method", "params"}
        ):
            return None
        method, params = str(message.get("method")), message.get("params", {})
        version = self._version_of(method, params) if message.get("jsonrpc") == "2.0" else None
        if version is None or (calls_pending and method == "tools/list"):
            return None
        result = self._current_answers(version).get(method)
        if result is None:
            return None
        self._version = version
        if method == "server/discover":
            self.discover = line
        elif method == "tools/list":
            self.tools_list, self.tools = line, result
        return encode_message({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def may_hold(self, line: bytes) -> bool:
        """Whether one more request may be held for the host, so that the next line of the client is read.

        Not `initialize`, which is refused without a handshake: the host has to see a request of that form before.
        """
        message = parse_message(line)
        if message is not None and message.get("method") == "initialize":
            return False
        self._held += len(line) + _COST
        return self.used and self._held <= MAX_HELD

    def _version_of(self, method: str, params: Any) -> str | None:
        """The protocol version of a request that is valid in this session; None if that is not certain."""
        if not isinstance(params, dict):
            return None
        if method == "initialize":
            version = params.get("protocolVersion")
            valid = self._version is None and version != STATELESS and _is_valid_handshake(params)
            return version if valid and isinstance(version, str) else None
        if method not in ("server/discover", "tools/list"):
            return None
        meta = params.get("_meta", {})
        if not params.keys() <= {"_meta"} or not isinstance(meta, dict):
            return None
        if self._version in (None, STATELESS):
            return STATELESS if _is_valid_envelope(meta) else None
        return (
            self._version if method == "tools/list" and not meta.keys() - {"progressToken"} and _has_id(meta) else None
        )

    def _current_answers(self, version: str) -> dict[str, Any]:
        if self._record is None:
            self._record = read_record(self._root, self._tool_names)
        if self._record is None or not self._record.is_current():
            return {}
        return self._record.answers.get(version, {})


def _is_valid_handshake(params: Message) -> bool:
    return (
        params.keys() <= {"protocolVersion", "capabilities", "clientInfo"}
        and _are_valid_capabilities(params.get("capabilities"))
        and _is_valid_client(params.get("clientInfo"))
    )


def _is_valid_envelope(meta: Message) -> bool:
    return (
        meta.get(PROTOCOL_VERSION) == STATELESS
        and meta.keys() <= {PROTOCOL_VERSION, _CLIENT_INFO, _CLIENT_CAPABILITIES, "progressToken"}
        and _are_valid_capabilities(meta.get(_CLIENT_CAPABILITIES))
        and _is_valid_client(meta.get(_CLIENT_INFO))
        and _has_id(meta)
    )


def _has_id(meta: Message) -> bool:
    return "progressToken" not in meta or is_id(meta["progressToken"])


def _is_valid_client(client: Any) -> bool:
    return (
        isinstance(client, dict)
        and {"name", "version"} <= client.keys() <= {"name", "version", "title", "description", "websiteUrl"}
        and all(isinstance(value, str) for value in client.values())
    )


def _are_valid_capabilities(capabilities: Any, depth: int = 0) -> bool:
    """Whether they consist of objects, as all known capabilities do except one flag."""
    return (
        depth < _MAX_DEPTH
        and isinstance(capabilities, dict)
        and all(
            isinstance(value, bool) if name == "listChanged" else _are_valid_capabilities(value, depth + 1)
            for name, value in capabilities.items()
        )
    )
