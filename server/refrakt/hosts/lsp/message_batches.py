"""Handles the client's messages in order, in batches of a few milliseconds.

Between two batches other tasks of the event loop run. While messages are pending, no more input is read. Each message is peeked at
as soon as it arrives, so that a request that is cancelled while it is queued is never started.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Any

from refrakt.hosts.lsp.message_framing import InvalidFrame, MessageFramer
from refrakt.hosts.lsp.stdio_streams import InputStream, OutputQueue

_BATCH_SECONDS = 0.005


class MessageQueue:
    def __init__(
        self,
        framer: MessageFramer,
        handle: Callable[[bytes | InvalidFrame], bool | None],
        output: OutputQueue,
        peek: Callable[[bytes], None] = lambda message: None,
    ) -> None:
        self._framer = framer
        self._handle = handle
        self._peek = peek
        self._messages: deque[bytes | InvalidFrame] = deque()
        self._output = output
        self._loop = asyncio.get_running_loop()
        self._input: InputStream | None = None
        self._scheduled = False
        self._on_end: Callable[[], None] | None = None
        self._is_held = False
        self.has_pending = False
        """Whether messages are queued."""

    def attach(self, input_stream: InputStream) -> None:
        self._input = input_stream
        self._read_messages()
        self.schedule()

    def feed(self, data: bytes) -> None:
        self._framer.feed(data)
        self._read_messages()
        self.schedule()

    def _read_messages(self) -> None:
        while (message := self._framer.next()) is not None:
            self._messages.append(message)
            if isinstance(message, bytes):
                self._peek(message)

    def schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._process_batch)

    def hold(self, task: asyncio.Task[Any]) -> None:
        """Handle no further message until a task has ended. Other tasks go on."""
        self._is_held = True
        task.add_done_callback(self._release)

    def _release(self, _: object) -> None:
        self._is_held = False
        self.schedule()

    def finish(self, then: Callable[[], None]) -> None:
        """The input ended; `then` is called after the last message."""
        self._on_end = then
        self.schedule()

    def _process_batch(self) -> None:
        self._scheduled = False
        end = perf_counter() + _BATCH_SECONDS
        while True:
            if self._output.is_full:
                self._pause()
                drained = self._loop.create_task(self._output.drained())
                drained.add_done_callback(lambda _: self.schedule())
                return
            if self._is_held:
                self._pause()
                return
            if not self._messages:
                break
            # A started coroutine must take its first step before the next message, which may change the document it reads.
            started = self._handle(self._messages.popleft())
            if started or perf_counter() > end:
                self._pause()
                self.schedule()
                return
        self.has_pending = False
        if self._input is not None:
            self._input.resume()
        if self._on_end is not None:
            self._on_end()

    def _pause(self) -> None:
        self.has_pending = True
        if self._input is not None:
            self._input.pause()
