"""A client that records every request and response."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..wire import Client, Message
from .texts import Wrong

TIMEOUT = 60.0
"""Seconds; generous, for busy machines."""
ALLOWED = {-32801, -32803}
"""ContentModified and RequestFailed."""
CANCELLED = -32800


class RecordingClient(Client):
    def __init__(self, folder: Path, *argv: str) -> None:
        super().__init__(folder, *argv, forked=True)
        self.requests: dict[int, str] = {}
        self.answers: dict[int, list[Message]] = {}
        self.cancelled: set[int] = set()
        self.shown: dict[str, Message] = {}
        """The last published diagnostics by URI."""
        self.on_apply: Callable[[Message], bool] = lambda edit: False

    def send_request(self, method: str, params: Any = None) -> int:
        number = super().send_request(method, params)
        self.requests[number] = method
        return number

    def cancel(self, number: int) -> None:
        self.cancelled.add(number)
        self.notify("$/cancelRequest", {"id": number})

    def request(self, method: str, params: Any = None) -> Any:
        """The result of a request; None if it failed."""
        return self.result(self.send_request(method, params))

    def result(self, number: int) -> Any:
        self.pump(lambda: number in self.answers, f"no answer to {self.requests[number]}")
        return self.answers[number][0].get("result")

    @property
    def waiting(self) -> list[int]:
        return [number for number in self.requests if number not in self.answers]

    def pump(self, done: Callable[[], bool], what: str, timeout: float = TIMEOUT) -> None:
        """Handle messages until a condition holds."""
        end = time.monotonic() + timeout
        while not done():
            try:
                message = self._read.get(timeout=max(end - time.monotonic(), 0.01))
            except queue.Empty:
                raise Wrong(what) from None
            if message is None:
                raise Wrong(f"the server hung up: {self.errors.decode()[-1500:]}")
            self.receive(message)

    def receive(self, message: Message) -> None:
        if "method" not in message:
            self._answered(message)
        elif "id" in message:
            self.send({"id": message["id"], "result": self.reply(message)})
        elif message["method"] == "textDocument/publishDiagnostics":
            self.shown[message["params"]["uri"]] = message["params"]

    def reply(self, message: Message) -> Any:
        if message["method"] == "workspace/applyEdit":
            return {"applied": self.on_apply(message["params"]["edit"])}
        return super().reply(message)

    def _answered(self, message: Message) -> None:
        number = message.get("id")
        if not isinstance(number, int) or number not in self.requests:
            raise Wrong(f"an answer to no question: {message}")
        method = self.requests[number]
        if number in self.answers:
            raise Wrong(f"{method} is answered twice")
        self.answers[number] = [message]
        if "error" in message:
            code = message["error"]["code"]
            if code not in ALLOWED and not (code == CANCELLED and number in self.cancelled):
                raise Wrong(f"{method} is answered with {message['error']}")
        elif "result" not in message:
            raise Wrong(f"{method} is answered with {message}")
