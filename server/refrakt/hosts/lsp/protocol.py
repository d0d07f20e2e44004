"""The JSON-RPC protocol: pygls, plus guarantees of the specification that pygls does not give.

- Every request gets exactly one response, also if it is malformed, too early, too late or cancelled.
- A request cancelled while it is queued is not started. All others are answered for the document version they were sent for.
- `exit` uses the exit code of the specification, and never exits inside the event loop.
- No content of messages is logged, and no error opens a popup.
- Messages can be sent from any thread and are delivered in the order of the event loop.
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
from refrakt.hosts.lsp.capabilities import NAME
from refrakt.hosts.lsp.initialize import (
    INVALID_ID,
    INVALID_PARAMS,
    INVALID_REQUEST,
    InvalidMessage,
    error_response,
    is_id,
    read_message,
)
from refrakt.hosts.lsp.message_framing import InvalidFrame
from refrakt.hosts.lsp.stdio_streams import OutputQueue

log = logging.getLogger("refrakt.lsp")

INTERNAL_ERROR = -32603
METHOD_NOT_FOUND = -32601
REQUEST_FAILED = -32803
CANCELLED = -32800

_UNUSED_BUILTINS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
)
"""pygls would keep its own copies of documents, with other line ends than the specification's."""
_CANCEL_METHOD = b"cancelRequest"
"""Part of every `$/cancelRequest`, however the client escapes the slash."""
_RAW_PARAMS = frozenset({types.TEXT_DOCUMENT_DID_CHANGE})
"""Methods whose handlers read raw JSON. Dropping an undecodable change would corrupt every later one."""


class RawJson(NamedTuple):
    """Parameters or a result that are already encoded."""

    json: bytes


class LspProtocol(LanguageServerProtocol):
    """One connection. Used on the thread of its event loop."""

    def __init__(self, server: LanguageServer, converter: cattrs.Converter) -> None:
        super().__init__(server, converter)
        for method in _UNUSED_BUILTINS:
            self.fm.builtin_features.pop(method)
        self._pending_requests: dict[Any, Future[Any]] = {}
        self._cancelled: set[int | str] = set()
        """Ids of requests with a queued `$/cancelRequest`."""
        self._output: OutputQueue | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        self.on_exit: Callable[[], None] = lambda: None

    def connect(self, output: OutputQueue) -> None:
        """Set the output queue."""
        self._output = output
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()

    # Incoming ---------------------------------------------------------------------------------------------------------

    def replay_initialize(self, request: Mapping[str, Any]) -> None:
        """Pass the `initialize` request, which is already answered, to pygls."""
        params = request["params"]
        try:
            message = self._converter.structure({**request, "id": 0}, types.InitializeRequest)
        except Exception as error:  # noqa: BLE001 - cattrs raises whatever its hooks do; the client has its answer
            log.warning("malformed client capabilities: %s", _describe_errors(error))
            process = params.get("processId")
            unstructure = types.InitializeParams(
                capabilities=types.ClientCapabilities(), process_id=process if isinstance(process, int) else None
            )
            message = types.InitializeRequest(id=0, params=unstructure)
        self._execute_handler(
            "initialize", self._get_handler(types.INITIALIZE), self._check_handler_result, (message.params,)
        )

    def peek(self, body: bytes) -> None:
        """Note a cancellation as soon as it arrives, before it is handled in order."""
        if _CANCEL_METHOD in body and (request := _cancelled_by(read_message(body))) is not None:
            self._cancelled.add(request)

    def receive(self, body: bytes | InvalidFrame) -> bool:
        """Handle a message. Returns whether a coroutine was started that must run before the next message."""
        message = read_message(body)
        if isinstance(message, InvalidMessage):
            log.warning("invalid message: %s", message.reason)
            self._send_error(None, message.code, message.reason)
        elif "method" not in message:
            self._on_response(message)
        elif "id" in message:
            return self._on_request(message)
        else:
            self._on_notification(message)
        return False

    def _on_request(self, message: dict[str, Any]) -> bool:
        request, method = message["id"], message["method"]
        if not is_id(request) or not isinstance(method, str):
            self._send_error(None, INVALID_REQUEST, INVALID_ID)
        elif self._shutdown:
            self._send_error(request, INVALID_REQUEST, "the server is shut down")
        elif method == types.INITIALIZE:
            self._send_error(request, INVALID_REQUEST, "the server is already initialized")
        elif method not in self.fm.builtin_features and method not in self.fm.features:
            self._send_error(request, METHOD_NOT_FOUND, f"unknown method: {method[:100]}")
        elif request in self._cancelled and method != types.SHUTDOWN:
            self._send_error(request, CANCELLED, "cancelled")
        else:
            try:
                params = self._params(message)
            except Exception as error:  # noqa: BLE001 - cattrs raises whatever its hooks do
                self._send_error(request, INVALID_PARAMS, _describe_errors(error))
                return False
            try:
                copy_context().run(self._handle_request, request, method, params)
            except SystemExit as error:
                # A handler that calls `sys.exit` fails alone, without ending the process.
                log.error("a request handler called `sys.exit`", exc_info=error)
                self._send_error(request, INTERNAL_ERROR, f"internal error: {type(error).__name__}")
            return asyncio.iscoroutinefunction(self._get_handler(method))
        return False

    def _on_notification(self, message: dict[str, Any]) -> None:
        method = message["method"]
        if not isinstance(method, str) or (self._shutdown and method != types.EXIT):
            return
        if (request := _cancelled_by(message)) is not None:
            self._cancelled.discard(request)
        is_handled = method in self.fm.builtin_features or method in self.fm.features or method == types.CANCEL_REQUEST
        if not is_handled:
            log.debug("unknown notification: %.100s", method)
            return
        try:
            params = self._params(message)
        except Exception as error:  # noqa: BLE001 - cattrs raises whatever its hooks do
            log.warning("ignoring malformed %s: %s", method, _describe_errors(error))
            return
        try:
            copy_context().run(self._handle_notification, method, params)
        except SystemExit as error:
            log.error("a notification handler called `sys.exit`", exc_info=error)

    def _params(self, message: dict[str, Any]) -> Any:
        kind = self.get_message_type(message["method"])
        if kind is None or message["method"] in _RAW_PARAMS:
            return message.get("params")
        return self._converter.structure(message, kind).params

    def _on_response(self, message: dict[str, Any]) -> None:
        future = self._pending_requests.pop(message.get("id"), None) if is_id(message.get("id")) else None
        if future is None or not future.set_running_or_notify_cancel():
            log.debug("response without a request")
            return
        error = message.get("error")
        if error is None:
            future.set_result(message.get("result"))
            return
        details = error if isinstance(error, Mapping) else {}
        future.set_exception(JsonRpcException(str(details.get("message", ""))[:200], -32603))

    def _handle_request(self, msg_id: Any, method_name: str, params: Any) -> None:
        self._ctx_msg_id.set(msg_id)
        answer = partial(self._send_handler_result, msg_id=msg_id)
        handler = self._get_handler(method_name)
        if asyncio.iscoroutinefunction(handler):
            handler = _without_system_exit(handler)
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
        # The error response is sent when the task has ended.
        future = self._request_futures.pop(msg_id, None) if is_id(msg_id) else None
        if future is not None:
            future.cancel()

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: Any) -> None:  # type: ignore[override]
        self.on_exit()

    @property
    def exit_code(self) -> int:
        """The exit code: 1 without a preceding `shutdown`."""
        return 0 if self._shutdown else 1

    def unstructure(self, value: Any) -> Any:
        """A protocol object as plain JSON."""
        return self._converter.unstructure(value)

    # Outgoing ---------------------------------------------------------------------------------------------------------

    def _send_handler_result(self, future: Future[Any], *, msg_id: Any) -> None:
        self._request_futures.pop(msg_id, None)
        if future.cancelled():
            self._send_error(msg_id, CANCELLED, "cancelled")
            return
        error = future.exception()
        if error is None:
            self._send_response(msg_id, future.result())
        elif isinstance(error, RefraktError):
            self._send_error(msg_id, REQUEST_FAILED, str(error))
        elif isinstance(error, JsonRpcException):
            self._send_error(msg_id, error.code, error.message)
        else:
            log.error("request failed", exc_info=error)
            self._send_error(msg_id, INTERNAL_ERROR, f"internal error: {type(error).__name__}")

    def _check_handler_result(self, future: Future[Any], number: str = "") -> None:
        self._request_futures.pop(number, None)
        if not future.cancelled() and (error := future.exception()) is not None:
            log.error("notification handler failed", exc_info=error)

    def _send_error(self, request: Any, code: int, message: str) -> None:
        self._send_data(error_response(request, code, message))

    def _send_response(self, msg_id: Any, result: Any = None, error: types.ResponseError | None = None) -> None:
        if error is not None:
            self._send_error(msg_id, error.code, error.message)
        else:
            self._send_data({"jsonrpc": "2.0", "id": msg_id, "result": result})

    def notify(self, method: str, params: Any = None, replaces: str | None = None) -> None:
        """Send a notification. A queued one with the same `replaces` key is dropped."""
        self._send_data({"jsonrpc": "2.0", "method": method, "params": params}, replaces)

    def send_request(
        self,
        method: str,
        params: Any = None,
        callback: Callable[[Any], None] | None = None,
        msg_id: Any = None,
    ) -> Future[Any]:
        """Send a request to the client. The result is plain JSON."""
        request = msg_id if msg_id is not None else str(uuid.uuid4())
        future: Future[Any] = Future()
        if callback is not None:
            future.add_done_callback(lambda done: callback(done.result()))
        self._pending_requests[request] = future
        self._send_data({"jsonrpc": "2.0", "id": request, "method": method, "params": params})
        return future

    def _send_data(self, data: Any, replaces: str | None = None) -> None:
        if self._loop is None or self._output is None:
            return
        try:
            body = self._encode(data)
        except (TypeError, ValueError, RecursionError) as error:
            log.error("cannot encode a message as JSON", exc_info=error)
            if "id" not in data or "method" in data:
                return
            body = json.dumps(error_response(data["id"], INTERNAL_ERROR, "cannot encode the result as JSON")).encode(
                "ascii"
            )
        framed = b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        if threading.get_ident() == self._thread:
            self._output.send(framed, replaces)
        else:
            self._loop.call_soon_threadsafe(self._output.send, framed, replaces)

    def _encode(self, data: Any) -> bytes:
        for key in ("params", "result"):
            if isinstance(data.get(key), RawJson):
                around = {name: value for name, value in data.items() if name != key}
                return b'%b,"%b":%b}' % (self._encode(around)[:-1], key.encode(), data[key].json)
        return json.dumps(data, default=self._serialize_message, separators=(",", ":")).encode("ascii")


class LspServer(LanguageServer):
    """The pygls server. Started by `server_process`."""

    protocol: LspProtocol

    def __init__(self) -> None:
        # Below this level pygls logs whole messages.
        logging.getLogger("pygls").setLevel(logging.WARNING)
        super().__init__(
            NAME, __version__, protocol_cls=LspProtocol, converter_factory=default_converter, max_workers=2
        )

    def report_server_error(self, error: Exception, source: Any) -> None:
        log.error("%s", type(error).__name__)


def _without_system_exit(handler: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
    """Wrap a coroutine handler: SystemExit, unlike other errors, would end the event loop."""

    async def answered(params: Any) -> Any:
        try:
            return await handler(params)
        except SystemExit as error:
            log.error("a request wanted to end the process", exc_info=error)
            raise JsonRpcException(f"internal error: {type(error).__name__}", INTERNAL_ERROR) from None

    return answered


def _cancelled_by(message: Any) -> int | str | None:
    """The id of the request that a message cancels, if any."""
    match message:
        case {"method": types.CANCEL_REQUEST, "params": {"id": request}} if "id" not in message and is_id(request):
            cancelled: int | str = request
            return cancelled
    return None


def _describe_errors(error: BaseException) -> str:
    """Which parameters are malformed, without their values."""
    try:
        errors = cattrs.transform_error(error)
    except Exception:  # noqa: BLE001 - it was not made for every error there is
        errors = []
    return "; ".join(errors[:3]) or "invalid parameters"
