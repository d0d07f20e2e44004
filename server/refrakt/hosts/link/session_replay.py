"""The MCP session of a client, as far as the next host must know it.

A new host has no state of the client. This records what makes the change of hosts invisible: the handshake, the
subscriptions, the requests without a response, and which tools write. A request that only reads is sent again. A call of a tool
that writes is not: it may have been executed before the host died. Executing it twice is worse than an error that says so and
names tools to check with.

No sockets and no threads: lines in, lines out. With a handshake (MCP up to 2025-11-25) a connection has state to restore;
from 2026-07-28 on every request carries it, and only open `subscriptions/listen` requests are repeated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeGuard

Id = str | int
Message = dict[str, Any]

PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion"
"""The key in `_meta` of requests without a handshake."""
SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId"
LISTEN = "subscriptions/listen"
MAX_SENDS = 2
"""A request during which this many hosts died is not sent to another."""

_RESPONSE_HEAD = re.compile(rb'\{"jsonrpc":"2\.0","id":(?:(\d+)|"([^"\\]*)"),"(result|error)":')
"""The start of a response as our hosts write it. A long response need not be parsed further."""


class PendingRequest:
    """A request of the client without a response."""

    __slots__ = ("line", "meta", "method", "sends", "subject")

    def __init__(self, line: bytes, method: str, params: Message) -> None:
        self.line = line
        self.method = method
        self.sends = 0
        meta = params.get("_meta")
        self.meta: Message = meta if isinstance(meta, dict) else {}
        self.subject: Any = {
            "tools/call": params.get("name"),
            "resources/subscribe": params.get("uri"),
            "resources/unsubscribe": params.get("uri"),
            LISTEN: params.get("notifications"),
        }.get(method)
        """The parameter that matters later: the tool, the resource, the notifications."""

    @property
    def is_stateless(self) -> bool:
        return PROTOCOL_VERSION in self.meta


class SessionReplay:
    """The recorded session of one client."""

    def __init__(self) -> None:
        self.pending: dict[Id, PendingRequest] = {}
        self.initialize: bytes | None = None
        self.initialized: bytes | None = None
        self.capabilities: Message | None = None
        """The capabilities of the first host; None until `initialize` was answered."""
        self.settings: dict[str, bytes] = {}
        """Requests that changed the state of the connection, by what they changed: subscriptions, the log level."""
        self.read_only: dict[str, bool] = {}
        """The tools listed so far, and whether each is read-only."""
        self._host_requests: set[Id] = set()
        """The requests of the current host that the client has not answered."""
        self._own_requests = 0
        self._own_ids: set[Id] = set()

    # Recording ----------------------------------------------------------------------------------------------------

    def from_client(self, line: bytes, *, hold: bool = False) -> bool:
        """Record a line of the client. Whether to send it to the host now; with `hold`, new requests wait for the next host."""
        message = parse_message(line)
        if message is None:
            return True  # not JSON, or a batch: the host reports the error
        method, id_ = message.get("method"), message.get("id")
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        if not isinstance(method, str):
            if "result" not in message and "error" not in message:
                return True  # neither a request nor a response: the host reports the error
            # A response. Hosts number their requests alike, so one to the previous host must not reach the next.
            if is_id(id_):
                is_pending = id_ in self._host_requests
                self._host_requests.discard(id_)
                return is_pending
            return True
        if not is_id(id_):
            if method == "notifications/initialized":
                self.initialized = line
            elif method == "notifications/cancelled":
                cancelled = params.get("requestId")
                request = self.pending.pop(cancelled, None) if is_id(cancelled) else None
                return request is None or request.sends > 0
            return True
        request = PendingRequest(line, method, params)
        request.sends = 0 if hold else 1
        self.pending[id_] = request
        if method == "initialize":
            self.initialize = line
        return not hold

    def may_hold(self, line: bytes) -> bool:
        """Whether `from_client` can hold a line for the next host, so that nothing of it is lost."""
        message = parse_message(line) or {}
        method, id_, params = message.get("method"), message.get("id"), message.get("params")
        if is_id(id_):
            return isinstance(method, str) and id_ not in self.pending
        if "id" in message or not isinstance(params, dict | None):
            return False
        cancelled = (params or {}).get("requestId") if method == "notifications/cancelled" else None
        request = self.pending.get(cancelled) if is_id(cancelled) else None
        return method == "notifications/initialized" or (request is not None and request.sends == 0)

    @property
    def calls_pending(self) -> bool:
        """Whether a call of a tool is pending, which may change what the next request is answered."""
        return any(each.method == "tools/call" for each in self.pending.values())

    def from_host(self, line: bytes) -> bool:
        """Record a line of the host. Whether to send it to the client."""
        head = _RESPONSE_HEAD.match(line)
        message: Message | None = None
        if head is not None:
            number, text, kind = head.groups()
            id_: Any = int(number) if number is not None else text.decode("utf-8", "replace")
        else:
            message = parse_message(line) or {}
            id_ = message.get("id")
            kind = b"result" if "result" in message else b"error" if "error" in message else b""
        if not is_id(id_):
            return True
        if not kind:
            self._host_requests.add(id_)
            return True
        if id_ in self._own_ids:
            self._own_ids.discard(id_)
            return False
        request = self.pending.get(id_)
        if request is None:
            return True
        if kind == b"error" and b"-32000" in line and _is_connection_closed(message or parse_message(line)):
            return False  # the host is exiting; the next one answers
        del self.pending[id_]
        if kind == b"result":
            self._record_result(request, line)
        return True

    def _record_result(self, request: PendingRequest, line: bytes) -> None:
        if request.method == "initialize":
            self.capabilities = _result(parse_message(line)).get("capabilities") or {}
        elif request.method == "tools/list":
            self.record_tools(_result(parse_message(line)))
        elif request.method == "resources/subscribe":
            self.settings[f"resource {request.subject}"] = request.line
        elif request.method == "resources/unsubscribe":
            self.settings.pop(f"resource {request.subject}", None)
        elif request.method == "logging/setLevel":
            self.settings["log level"] = request.line

    def record_tools(self, result: Message) -> None:
        """Record which tools of a list write. A tool without the annotation may."""
        for tool in result.get("tools") or ():
            annotations = tool.get("annotations") or {}
            self.read_only[str(tool.get("name"))] = annotations.get("readOnlyHint") is True

    def settled(self, *, sent: bool = False) -> bool:
        """Whether no request is pending (`sent`: at the current host). Listen requests never end."""
        return all(each.method == LISTEN or (sent and not each.sends) for each in self.pending.values())

    # Replaying ----------------------------------------------------------------------------------------------------

    def cancellations(self) -> list[bytes]:
        """The host is gone: cancel its requests to the client."""
        cancelled = sorted(self._host_requests, key=str)
        self._host_requests.clear()
        self._own_ids.clear()
        return [_notification("notifications/cancelled", requestId=id_, reason="the host changed") for id_ in cancelled]

    def with_own_id(self, line: bytes) -> tuple[Id, bytes]:
        """A line of the client with a new id, so that its response is not forwarded to the client."""
        message = json.loads(line)
        self._own_requests += 1
        message["id"] = f"refrakt-link-{self._own_requests}"
        self._own_ids.add(message["id"])
        return message["id"], encode_message(message)

    def tools_list_request(self, cursor: str | None) -> bytes | None:
        """The request that finds out which tools write; None if no pending call needs it."""
        calls = [each for each in self.pending.values() if each.method == "tools/call" and each.sends]
        if not calls or (self.read_only and cursor is None):
            return None
        params: Message = {} if cursor is None else {"cursor": cursor}
        if calls[0].is_stateless:
            params["_meta"] = {key: value for key, value in calls[0].meta.items() if key != "progressToken"}
        return encode_message({"jsonrpc": "2.0", "id": 0, "method": "tools/list", "params": params})

    def replay(self) -> tuple[list[bytes], list[bytes]]:
        """For every pending request: the lines to send to the new host, and the responses for the client instead."""
        requests, responses = [], []
        for id_, request in list(self.pending.items()):
            if request.sends and request.method == "tools/call" and not self._is_read_only(request.subject):
                responses.append(self._lost_call(id_, request))
            elif request.sends >= MAX_SENDS and request.method != LISTEN:
                responses.append(_error(id_, f"the host ended {request.sends} times during this request"))
            else:
                request.sends += 1
                requests.append(request.line)
                if request.method == "initialize" and self.initialized is not None:
                    requests.append(self.initialized)  # sent before the response, and lost with the host
                continue
            del self.pending[id_]
        return requests, responses

    def fail_pending(self, reason: str) -> list[bytes]:
        """Error responses for all pending requests."""
        responses = [_error(id_, reason) for id_ in self.pending]
        self.pending.clear()
        return responses

    def change_notifications(self) -> list[bytes]:
        """What a new host may have changed: its tools, and the text of its buffers."""
        return [*self._session_notifications(), *self._listen_notifications()]

    def _session_notifications(self) -> Iterator[bytes]:
        for kind in ("tools", "resources", "prompts"):
            if ((self.capabilities or {}).get(kind) or {}).get("listChanged"):
                yield _notification(f"notifications/{kind}/list_changed")
        for name in self.settings:
            if name.startswith("resource "):
                yield _notification("notifications/resources/updated", uri=name.removeprefix("resource "))

    def _listen_notifications(self) -> Iterator[bytes]:
        for id_, request in self.pending.items():
            if request.method != LISTEN or not isinstance(request.subject, dict):
                continue
            meta = {SUBSCRIPTION_ID: id_}
            for kind in ("tools", "resources", "prompts"):
                if request.subject.get(f"{kind}ListChanged"):
                    yield _notification(f"notifications/{kind}/list_changed", _meta=meta)
            for uri in request.subject.get("resourceSubscriptions") or ():
                yield _notification("notifications/resources/updated", uri=uri, _meta=meta)

    # Tools --------------------------------------------------------------------------------------------------------

    def _is_read_only(self, tool: Any) -> bool:
        # Tools can be called with dots or underscores, so names are compared without the difference.
        return any(each for name, each in self.read_only.items() if _normalized(name) == _normalized(tool))

    def _lost_call(self, id_: Id, request: PendingRequest) -> bytes:
        hint = f"Check the current state before you call it again{self._checking_tools(request.subject)}."
        text = f"connection lost during `{request.subject}`: the call may or may not have been executed. {hint}"
        code = {"errorCode": "CONNECTION_LOST", "hint": hint}
        result: Message = {"content": [{"type": "text", "text": text}], "isError": True, "_meta": code, **code}
        if request.is_stateless:
            result["resultType"] = "complete"
        return encode_message({"jsonrpc": "2.0", "id": id_, "result": result})

    def _checking_tools(self, tool: Any) -> str:
        """Names of read-only tools, of the same namespace if it has any."""
        readers = [name for name, read_only in self.read_only.items() if read_only]
        namespace = _normalized(tool).split("_")[0]
        near = [name for name in readers if _normalized(name).split("_")[0] == namespace] or readers
        return f", for example with {' or '.join(f'`{each}`' for each in near[:3])}" if near else ""


def parse_message(line: bytes) -> Message | None:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def parse_response(line: bytes) -> tuple[Id | None, Message | None]:
    """The id of a response and its result; the result of an error is None."""
    message = parse_message(line) or {}
    if "result" in message or "error" in message:
        return message.get("id"), message.get("result")
    return None, None


def _result(message: Message | None) -> Message:
    result = (message or {}).get("result")
    return result if isinstance(result, dict) else {}


def _is_connection_closed(message: Message | None) -> bool:
    """The error of the MCP library for requests that it drops because its connection closes."""
    error = (message or {}).get("error") or {}
    return error.get("code") == -32000 and error.get("message") == "Connection closed"


def is_id(value: object) -> TypeGuard[Id]:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _normalized(tool: Any) -> str:
    return str(tool).replace(".", "_")


def encode_message(message: Message) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"


def _notification(method: str, **params: Any) -> bytes:
    return encode_message({"jsonrpc": "2.0", "method": method, **({"params": params} if params else {})})


def _error(id_: Id, message: str) -> bytes:
    return encode_message({"jsonrpc": "2.0", "id": id_, "error": {"code": -32603, "message": message}})
