"""What a client and its hosts have said so far, as far as the next host must know it.

When a host leaves or dies, the next one knows nothing of the client. This is the memory that makes the change invisible:
the handshake, what the client has subscribed to, which requests have no answer yet, and which tools write. A request that
only reads is asked again. A tool that writes is not: it may have done its work before the host died, and doing it twice
is worse than telling the truth, so the client gets an error that names a tool to look with.

No sockets and no threads here: lines go in, lines come out. In the era of the handshake (MCP up to 2025-11-25) a connection
has state that must be built up again; from 2026-07-28 on every request carries all of it, and only open
`subscriptions/listen` requests are repeated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeGuard

Id = str | int
Message = dict[str, Any]

MODERN = "io.modelcontextprotocol/protocolVersion"
"""The key in `_meta` that only requests of the stateless era have."""
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
LISTEN = "subscriptions/listen"
MOST_SENDS = 2
"""A request that two hosts did not survive is not given to a third."""

_HEAD = re.compile(rb'\{"jsonrpc":"2\.0","id":(?:(\d+)|"([^"\\]*)"),"(result|error)":')
"""How our hosts begin an answer. Reading no further keeps a long answer cheap."""


class Request:
    """A request of the client that has no answer yet."""

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
        """What of its parameters matters later: the tool, the resource, what is listened to."""

    @property
    def modern(self) -> bool:
        return MODERN in self.meta


class Conversation:
    """One client's side of everything that was said."""

    def __init__(self) -> None:
        self.pending: dict[Id, Request] = {}
        self.initialize: bytes | None = None
        self.initialized: bytes | None = None
        self.capabilities: Message | None = None
        """What the first host said it can do; None until the handshake was answered."""
        self.settings: dict[str, bytes] = {}
        """Requests of the old era that changed what a connection does, by what they changed: subscriptions, the log level."""
        self.reads_only: dict[str, bool] = {}
        """The tools that were listed so far, and whether they promise to change nothing."""
        self._asked: set[Id] = set()
        """What the present host has asked the client."""
        self._own = 0
        self._own_ids: set[Id] = set()

    # What passes by ----------------------------------------------------------------------------------------------

    def from_client(self, line: bytes, *, hold: bool = False) -> bool:
        """Note a line of the client, and say whether it goes to the host now. With `hold`, new requests wait for the next."""
        message = _parsed(line)
        if message is None:
            return True  # not JSON, or a batch: the host says what is wrong with it
        method, id_ = message.get("method"), message.get("id")
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        if not isinstance(method, str):
            # An answer. Hosts count their questions from the same number: one to a host that is gone must not reach the next.
            if _is_id(id_):
                known = id_ in self._asked
                self._asked.discard(id_)
                return known
            return True
        if not _is_id(id_):
            if method == "notifications/initialized":
                self.initialized = line
            elif method == "notifications/cancelled":
                cancelled = params.get("requestId")
                request = self.pending.pop(cancelled, None) if _is_id(cancelled) else None
                return request is None or request.sends > 0
            return True
        request = Request(line, method, params)
        request.sends = 0 if hold else 1
        self.pending[id_] = request
        if method == "initialize":
            self.initialize = line
        return not hold

    def from_host(self, line: bytes) -> bool:
        """Note a line of the host, and say whether it goes to the client."""
        head = _HEAD.match(line)
        message: Message | None = None
        if head is not None:
            number, text, kind = head.groups()
            id_: Any = int(number) if number is not None else text.decode("utf-8", "replace")
        else:
            message = _parsed(line) or {}
            id_ = message.get("id")
            kind = b"result" if "result" in message else b"error" if "error" in message else b""
        if not _is_id(id_):
            return True
        if not kind:
            self._asked.add(id_)
            return True
        if id_ in self._own_ids:
            self._own_ids.discard(id_)
            return False
        request = self.pending.get(id_)
        if request is None:
            return True
        if kind == b"error" and b"-32000" in line and _is_goodbye(message or _parsed(line)):
            return False  # it is leaving; the next host answers
        del self.pending[id_]
        if kind == b"result":
            self._learn(request, line)
        return True

    def _learn(self, request: Request, line: bytes) -> None:
        if request.method == "initialize":
            self.capabilities = _result(_parsed(line)).get("capabilities") or {}
        elif request.method == "tools/list":
            self.note_tools(_result(_parsed(line)))
        elif request.method == "resources/subscribe":
            self.settings[f"resource {request.subject}"] = request.line
        elif request.method == "resources/unsubscribe":
            self.settings.pop(f"resource {request.subject}", None)
        elif request.method == "logging/setLevel":
            self.settings["log level"] = request.line

    def note_tools(self, result: Message) -> None:
        """Note which tools of a list write. A tool that says nothing about it may."""
        for tool in result.get("tools") or ():
            hints = tool.get("annotations") or {}
            self.reads_only[str(tool.get("name"))] = hints.get("readOnlyHint") is True

    def settled(self, *, sent: bool = False) -> bool:
        """Whether nothing waits for an answer (`sent`: of what the present host was asked). Listening goes on for ever."""
        return all(each.method == LISTEN or (sent and not each.sends) for each in self.pending.values())

    # What a new host is told --------------------------------------------------------------------------------------

    def farewells(self) -> list[bytes]:
        """The host is gone: what it had asked the client needs no answer any more."""
        gone = sorted(self._asked, key=str)
        self._asked.clear()
        self._own_ids.clear()
        return [_notification("notifications/cancelled", requestId=id_, reason="the host has changed") for id_ in gone]

    def own(self, line: bytes) -> tuple[Id, bytes]:
        """A line of the client with an id of our own, so that its answer can be told apart and kept from the client."""
        message = json.loads(line)
        self._own += 1
        message["id"] = f"refrakt-link-{self._own}"
        self._own_ids.add(message["id"])
        return message["id"], _line(message)

    def tools_question(self, cursor: str | None) -> bytes | None:
        """The request that finds out which tools write; None if no unanswered call needs to know."""
        calls = [each for each in self.pending.values() if each.method == "tools/call" and each.sends]
        if not calls or (self.reads_only and cursor is None):
            return None
        params: Message = {} if cursor is None else {"cursor": cursor}
        if calls[0].modern:
            params["_meta"] = {key: value for key, value in calls[0].meta.items() if key != "progressToken"}
        return _line({"jsonrpc": "2.0", "id": 0, "method": "tools/list", "params": params})

    def again(self) -> tuple[list[bytes], list[bytes]]:
        """What the new host is asked, and what the client is told instead, about everything that has no answer."""
        asked, told = [], []
        for id_, request in list(self.pending.items()):
            if request.sends and request.method == "tools/call" and not self._only_reads(request.subject):
                told.append(self._lost_call(id_, request))
            elif request.sends >= MOST_SENDS and request.method != LISTEN:
                told.append(_error(id_, f"the host ended {request.sends} times while it worked on this"))
            else:
                request.sends += 1
                asked.append(request.line)
                if request.method == "initialize" and self.initialized is not None:
                    asked.append(self.initialized)  # said without waiting for the answer, and lost with the host
                continue
            del self.pending[id_]
        return asked, told

    def give_up(self, reason: str) -> list[bytes]:
        """Answers to everything that will never be answered."""
        told = [_error(id_, reason) for id_ in self.pending]
        self.pending.clear()
        return told

    def news(self) -> list[bytes]:
        """What may be different with a new host: it can have other tools, and other text in its buffers."""
        return [*self._news_of_the_handshake(), *self._news_of_listeners()]

    def _news_of_the_handshake(self) -> Iterator[bytes]:
        for kind in ("tools", "resources", "prompts"):
            if ((self.capabilities or {}).get(kind) or {}).get("listChanged"):
                yield _notification(f"notifications/{kind}/list_changed")
        for name in self.settings:
            if name.startswith("resource "):
                yield _notification("notifications/resources/updated", uri=name.removeprefix("resource "))

    def _news_of_listeners(self) -> Iterator[bytes]:
        for id_, request in self.pending.items():
            if request.method != LISTEN or not isinstance(request.subject, dict):
                continue
            meta = {SUBSCRIPTION: id_}
            for kind in ("tools", "resources", "prompts"):
                if request.subject.get(f"{kind}ListChanged"):
                    yield _notification(f"notifications/{kind}/list_changed", _meta=meta)
            for uri in request.subject.get("resourceSubscriptions") or ():
                yield _notification("notifications/resources/updated", uri=uri, _meta=meta)

    # Tools --------------------------------------------------------------------------------------------------------

    def _only_reads(self, tool: Any) -> bool:
        # Calls are understood with dots and with underscores, so names are compared without the difference.
        return any(reads for name, reads in self.reads_only.items() if _plain(name) == _plain(tool))

    def _lost_call(self, id_: Id, request: Request) -> bytes:
        hint = f"Look at the present state before you call it again{self._to_look_with(request.subject)}."
        text = f"The connection was lost during {request.subject}: it may or may not have happened. {hint}"
        coded = {"errorCode": "TOOL_FAILED", "hint": hint}
        result: Message = {"content": [{"type": "text", "text": text}], "isError": True, "_meta": coded, **coded}
        if request.modern:
            result["resultType"] = "complete"
        return _line({"jsonrpc": "2.0", "id": id_, "result": result})

    def _to_look_with(self, tool: Any) -> str:
        """Names of tools that read, of the same family if there are any."""
        readers = [name for name, reads in self.reads_only.items() if reads]
        family = _plain(tool).split("_")[0]
        near = [name for name in readers if _plain(name).split("_")[0] == family] or readers
        return f", for instance with {' or '.join(near[:3])}" if near else ""


def _parsed(line: bytes) -> Message | None:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def answered(line: bytes) -> tuple[Id | None, Message | None]:
    """The id a line answers, and its result; no result is an error."""
    message = _parsed(line) or {}
    if "result" in message or "error" in message:
        return message.get("id"), message.get("result")
    return None, None


def _result(message: Message | None) -> Message:
    result = (message or {}).get("result")
    return result if isinstance(result, dict) else {}


def _is_goodbye(message: Message | None) -> bool:
    """What the MCP library answers for requests that it drops because its connection ends."""
    error = (message or {}).get("error") or {}
    return error.get("code") == -32000 and error.get("message") == "Connection closed"


def _is_id(value: object) -> TypeGuard[Id]:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _plain(tool: Any) -> str:
    return str(tool).replace(".", "_")


def _line(message: Message) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"


def _notification(method: str, **params: Any) -> bytes:
    return _line({"jsonrpc": "2.0", "method": method, **({"params": params} if params else {})})


def _error(id_: Id, message: str) -> bytes:
    return _line({"jsonrpc": "2.0", "id": id_, "error": {"code": -32603, "message": message}})
