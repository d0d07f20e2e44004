"""Messages of the client, one after the other, with room for others in between.

An editor can send faster than it can be answered. Messages are handled in their order for a few milliseconds at a time, then
whoever else waits on the loop has a turn; while some are left, no more are read. All that has been read is glanced at as soon as it
comes: a request that is withdrawn while it waits for its turn need not be worked on.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter

from .framing import Broken, Framer
from .streams import Incoming, Outbox

_TURN = 0.005


class Inbox:
    def __init__(
        self,
        framer: Framer,
        handle: Callable[[bytes | Broken], bool | None],
        outbox: Outbox,
        glance: Callable[[bytes], None] = lambda message: None,
    ) -> None:
        self._framer = framer
        self._handle = handle
        self._glance = glance
        self._waiting: deque[bytes | Broken] = deque()
        self._outbox = outbox
        self._loop = asyncio.get_running_loop()
        self._incoming: Incoming | None = None
        self._scheduled = False
        self._on_end: Callable[[], None] | None = None
        self.has_more = False
        """Whether messages wait whose turn has not come."""

    def attach(self, incoming: Incoming) -> None:
        self._incoming = incoming
        self._take()
        self.wake()

    def feed(self, data: bytes) -> None:
        self._framer.feed(data)
        self._take()
        self.wake()

    def _take(self) -> None:
        while (message := self._framer.next()) is not None:
            self._waiting.append(message)
            if isinstance(message, bytes):
                self._glance(message)

    def wake(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._turn)

    def finish(self, then: Callable[[], None]) -> None:
        """No more will come; `then` is called when all that came has been handled."""
        self._on_end = then
        self.wake()

    def _turn(self) -> None:
        self._scheduled = False
        end = perf_counter() + _TURN
        while True:
            if self._outbox.is_full:
                self._hold()
                waiting = self._loop.create_task(self._outbox.drained())
                waiting.add_done_callback(lambda _: self.wake())
                return
            if not self._waiting:
                break
            # What was begun takes its first step before the next message, which may change what it looks at.
            begun = self._handle(self._waiting.popleft())
            if begun or perf_counter() > end:
                self._hold()
                self.wake()
                return
        self.has_more = False
        if self._incoming is not None:
            self._incoming.resume()
        if self._on_end is not None:
            self._on_end()

    def _hold(self) -> None:
        self.has_more = True
        if self._incoming is not None:
            self._incoming.hold()
