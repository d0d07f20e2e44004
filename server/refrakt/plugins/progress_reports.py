"""Progress notifications of a tool call.

A handler reports from its own thread; the notifications are sent in order, and before the result. A client that did not ask for
progress gets none.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

Send = Callable[[float, float | None, str | None], Awaitable[None]]
MAX_WAITING = 100
"""Reports that wait for a slow client; more are dropped."""

log = logging.getLogger("refrakt.plugin")


class ProgressReports:
    """The reports of one call. Created in the event loop that sends them."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._waiting: list[tuple[float, float | None, str]] = []
        self._sender: asyncio.Task[None] | None = None
        self._finished = False

    def report(self, done: float, total: float | None, message: str) -> None:
        """Report progress, from any thread. `done` must grow."""
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._add, done, total, message)

    async def finish(self) -> None:
        """Send what waits. Later reports, from a call that was abandoned, are ignored."""
        self._finished = True
        if self._sender is not None:
            await self._sender

    def _add(self, done: float, total: float | None, message: str) -> None:
        if self._finished or len(self._waiting) >= MAX_WAITING:
            return
        self._waiting.append((done, total, message))
        if self._sender is None or self._sender.done():
            self._sender = self._loop.create_task(self._send_waiting())

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                await self._send(*self._waiting.pop(0))
        except Exception:
            self._finished = True  # the connection is closed; the call ends by itself
            log.debug("sending progress failed", exc_info=True)
