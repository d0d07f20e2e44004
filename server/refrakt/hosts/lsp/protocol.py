"""The conversation with the editor: pygls, with the promises of the specification it does not keep by itself.

- Every request is answered once, also one that cannot be decoded, comes too early or too late, or is cancelled.
- One that is cancelled while it waits for its turn is not worked on. Others are, although the text may have changed behind them:
  each is answered for the text its client had when it asked, and what is of no use any more is for the client to say.
- `exit` ends with the code the specification names, and never from inside the loop.
- Nothing an editor sends is written to the log, and no error becomes a popup.
- Anything may be sent from any thread; it leaves in the order in which the loop gets it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import uuid
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from contextvars import copy_context
from functools import partial
from typing import Any, NamedTuple

import cattrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcMethodNotFound
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from refrakt import __version__
from refrakt.errors import RefraktError

from .capabilities import NAME
from .framing import Broken
from .front import INVALID_PARAMS, INVALID_REQUEST, NO_ID, Unreadable, failure, is_id, read_message
from .streams import Outbox

log = logging.getLogger("refrakt.lsp")

INTERNAL_ERROR = -32603
METHOD_NOT_FOUND = -32601
REQUEST_FAILED = -32803
CANCELLED = -32800

_TEXT_METHODS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
)
"""What pygls would keep a copy of; the texts are ours, and its line ends are not the specification's."""
_CANCEL = b"cancelRequest"
"""Stands in every message that cancels a request, however its client writes a slash."""
_PLAIN = frozenset({types.TEXT_DOCUMENT_DID_CHANGE})
"""What its handler reads by itself: with a change that is left out, every later one would land in the wrong place."""


class Written(NamedTuple):
    """Parameters or a result that are JSON already."""

    json: bytes


class Protocol(LanguageServerProtocol):
    """One conversation. Belongs to the thread of the loop it is connected on."""

    def __init__(self, server: LanguageServer, converter: cattrs.Converter) -> None:
        super().__init__(server, converter)
        for method in _TEXT_METHODS:
            self.fm.builtin_features.pop(method)
        self._asked: dict[Any, Future[Any]] = {}
        self._withdrawn: set[int | str] = set()
        """The requests of which a message that waits says that they are cancelled."""
        self._outbox: Outbox | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        self.on_exit: Callable[[], None] = lambda: None

    def connect(self, outbox: Outbox) -> None:
        """From now on messages leave through here."""
        self._outbox = outbox
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()

    # Coming in --------------------------------------------------------------------------------------------------------

    def replay(self, request: Mapping[str, Any]) -> None:
        """Lets pygls see an `initialize` that has been answered already."""
        params = request["params"]
        try:
            message = self._converter.structure({**request, "id": 0}, types.InitializeRequest)
        except Exception as error:  # noqa: BLE001 - cattrs raises whatever its hooks do; the client has its answer
            log.warning("the client's capabilities are not all well-formed: %s", _faults(error))
            process = params.get("processId")
            plain = types.InitializeParams(
                capabilities=types.ClientCapabilities(), process_id=process if isinstance(process, int) else None
            )
            message = types.InitializeRequest(id=0, params=plain)
        self._execute_handler(
            "initialize", self._get_handler(types.INITIALIZE), self._check_handler_result, (message.params,)
        )

    def glance(self, body: bytes) -> None:
        """Looks at a message that has come and whose turn may be far off."""
        if _CANCEL in body and (request := _cancelled_by(read_message(body))) is not None:
            self._withdrawn.add(request)

    def receive(self, body: bytes | Broken) -> bool:
        """Handles whatever has come. Whether a request was begun that must look at the texts before the next message does."""
        message = read_message(body)
        if isinstance(message, Unreadable):
            log.warning("unreadable message: %s", message.reason)
            self._fail(None, message.code, message.reason)
        elif "method" not in message:
            self._answered(message)
        elif "id" in message:
            return self._requested(message)
        else:
            self._notified(message)
        return False

    def _requested(self, message: dict[str, Any]) -> bool:
        request, method = message["id"], message["method"]
        if not is_id(request) or not isinstance(method, str):
            self._fail(None, INVALID_REQUEST, NO_ID)
        elif self._shutdown:
            self._fail(request, INVALID_REQUEST, "the server has been shut down")
        elif method == types.INITIALIZE:
            self._fail(request, INVALID_REQUEST, "the server has been initialized already")
        elif method not in self.fm.builtin_features and method not in self.fm.features:
            self._fail(request, METHOD_NOT_FOUND, f"no such method: {method[:100]}")
        elif request in self._withdrawn and method != types.SHUTDOWN:
            self._fail(request, CANCELLED, "cancelled")
        else:
            try:
                params = self._params(message)
            except Exception as error:  # noqa: BLE001 - cattrs raises whatever its hooks do
                self._fail(request, INVALID_PARAMS, _faults(error))
                return False
            try:
                copy_context().run(self._handle_request, request, method, params)
            except SystemExit as error:
                # Whoever wants to leave leaves what it was asked for, not the editor and the agents.
                log.error("a request wanted to end the process", exc_info=error)
                self._fail(request, INTERNAL_ERROR, f"internal error: {type(error).__name__}")
            return asyncio.iscoroutinefunction(self._get_handler(method))
        return False

    def _notified(self, message: dict[str, Any]) -> None:
        method = message["method"]
        if not isinstance(method, str) or (self._shutdown and method != types.EXIT):
            return
        if (request := _cancelled_by(message)) is not None:
            self._withdrawn.discard(request)
        known = method in self.fm.builtin_features or method in self.fm.features or method == types.CANCEL_REQUEST
        if not known:
            log.debug("no such notification: %.100s", method)
            return
        try:
            params = self._params(message)
        except Exception as error:  # noqa: BLE001 - cattrs raises whatever its hooks do
            log.warning("%s is left out: %s", method, _faults(error))
            return
        try:
            copy_context().run(self._handle_notification, method, params)
        except SystemExit as error:
            log.error("a notification wanted to end the process", exc_info=error)

    def _params(self, message: dict[str, Any]) -> Any:
        kind = self.get_message_type(message["method"])
        if kind is None or message["method"] in _PLAIN:
            return message.get("params")
        return self._converter.structure(message, kind).params

    def _answered(self, message: dict[str, Any]) -> None:
        future = self._asked.pop(message.get("id"), None) if is_id(message.get("id")) else None
        if future is None or not future.set_running_or_notify_cancel():
            log.debug("an answer to no question")
            return
        error = message.get("error")
        if error is None:
            future.set_result(message.get("result"))
            return
        said = error if isinstance(error, Mapping) else {}
        future.set_exception(JsonRpcException(str(said.get("message", ""))[:200], -32603))

    def _handle_request(self, msg_id: Any, method_name: str, params: Any) -> None:
        self._ctx_msg_id.set(msg_id)
        answer = partial(self._send_handler_result, msg_id=msg_id)
        handler = self._get_handler(method_name)
        if asyncio.iscoroutinefunction(handler):
            handler = _staying(handler)
        self._execute_handler(msg_id, handler, answer, (params,))

    def _handle_notification(self, method_name: str, params: Any) -> None:
        if method_name == types.CANCEL_REQUEST:
            self._handle_cancel_notification(params.id)
            return
        try:
            handler = self._get_handler(method_name)
        except JsonRpcMethodNotFound:
            return
        number = str(uuid.uuid4())
        self._execute_handler(number, handler, partial(self._check_handler_result, number=number), (params,))

    def _handle_cancel_notification(self, msg_id: Any) -> None:
        # The answer, that it is cancelled, is sent when the task has ended.
        future = self._request_futures.pop(msg_id, None) if is_id(msg_id) else None
        if future is not None:
            future.cancel()

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: Any) -> None:  # type: ignore[override]
        self.on_exit()

    @property
    def exit_code(self) -> int:
        """The code to leave with: a client that goes without a word about it has crashed."""
        return 0 if self._shutdown else 1

    def plain(self, value: Any) -> Any:
        """Something of the protocol as plain JSON."""
        return self._converter.unstructure(value)

    # Going out --------------------------------------------------------------------------------------------------------

    def _send_handler_result(self, future: Future[Any], *, msg_id: Any) -> None:
        self._request_futures.pop(msg_id, None)
        if future.cancelled():
            self._fail(msg_id, CANCELLED, "cancelled")
            return
        error = future.exception()
        if error is None:
            self._send_response(msg_id, future.result())
        elif isinstance(error, RefraktError):
            self._fail(msg_id, REQUEST_FAILED, str(error))
        elif isinstance(error, JsonRpcException):
            self._fail(msg_id, error.code, error.message)
        else:
            log.error("a request failed", exc_info=error)
            self._fail(msg_id, INTERNAL_ERROR, f"internal error: {type(error).__name__}")

    def _check_handler_result(self, future: Future[Any], number: str = "") -> None:
        self._request_futures.pop(number, None)
        if not future.cancelled() and (error := future.exception()) is not None:
            log.error("a notification could not be handled", exc_info=error)

    def _fail(self, request: Any, code: int, message: str) -> None:
        self._send_data(failure(request, code, message))

    def _send_response(self, msg_id: Any, result: Any = None, error: types.ResponseError | None = None) -> None:
        if error is not None:
            self._fail(msg_id, error.code, error.message)
        else:
            self._send_data({"jsonrpc": "2.0", "id": msg_id, "result": result})

    def notify(self, method: str, params: Any = None, replaces: str | None = None) -> None:
        """Sends a notification; a waiting one that it `replaces`, by name, is not sent any more."""
        self._send_data({"jsonrpc": "2.0", "method": method, "params": params}, replaces)

    def send_request(
        self,
        method: str,
        params: Any = None,
        callback: Callable[[Any], None] | None = None,
        msg_id: Any = None,
    ) -> Future[Any]:
        """Asks the client. The answer is JSON as it came."""
        request = msg_id if msg_id is not None else str(uuid.uuid4())
        future: Future[Any] = Future()
        if callback is not None:
            future.add_done_callback(lambda done: callback(done.result()))
        self._asked[request] = future
        self._send_data({"jsonrpc": "2.0", "id": request, "method": method, "params": params})
        return future

    def _send_data(self, data: Any, replaces: str | None = None) -> None:
        if self._loop is None or self._outbox is None:
            return
        try:
            body = self._json(data)
        except (TypeError, ValueError, RecursionError) as error:
            log.error("a message cannot be written as JSON", exc_info=error)
            if "id" not in data or "method" in data:
                return
            body = json.dumps(failure(data["id"], INTERNAL_ERROR, "the answer cannot be written as JSON")).encode(
                "ascii"
            )
        framed = b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        if threading.get_ident() == self._thread:
            self._outbox.send(framed, replaces)
        else:
            self._loop.call_soon_threadsafe(self._outbox.send, framed, replaces)

    def _json(self, data: Any) -> bytes:
        for key in ("params", "result"):
            if isinstance(data.get(key), Written):
                around = {name: value for name, value in data.items() if name != key}
                return b'%b,"%b":%b}' % (self._json(around)[:-1], key.encode(), data[key].json)
        return json.dumps(data, default=self._serialize_message, separators=(",", ":")).encode("ascii")


class Server(LanguageServer):
    """The pygls server around a conversation. It starts nothing by itself; `process` does."""

    protocol: Protocol

    def __init__(self) -> None:
        # pygls writes whole messages to its log below this level.
        logging.getLogger("pygls").setLevel(logging.WARNING)
        super().__init__(NAME, __version__, protocol_cls=Protocol, converter_factory=default_converter, max_workers=2)

    def report_server_error(self, error: Exception, source: Any) -> None:
        log.error("%s", type(error).__name__)


def _staying(handler: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
    """The same handler, if it is a coroutine. One that wants to leave would take the loop along, which no other error does."""

    async def answered(params: Any) -> Any:
        try:
            return await handler(params)
        except SystemExit as error:
            log.error("a request wanted to end the process", exc_info=error)
            raise JsonRpcException(f"internal error: {type(error).__name__}", INTERNAL_ERROR) from None

    return answered


def _cancelled_by(message: Any) -> int | str | None:
    """The request that a message cancels, if it is such a message."""
    match message:
        case {"method": types.CANCEL_REQUEST, "params": {"id": request}} if "id" not in message and is_id(request):
            cancelled: int | str = request
            return cancelled
    return None


def _faults(error: BaseException) -> str:
    """What is wrong with parameters: the places, without what stands there."""
    try:
        faults = cattrs.transform_error(error)
    except Exception:  # noqa: BLE001 - it was not made for every error there is
        faults = []
    return "; ".join(faults[:3]) or "the parameters are not what this method takes"
