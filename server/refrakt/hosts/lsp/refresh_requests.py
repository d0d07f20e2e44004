"""Sends `workspace/*/refresh` requests, one at a time and only after a pause, because typing changes facts with every key."""

from __future__ import annotations

import asyncio
import logging

from pygls.exceptions import JsonRpcException

from refrakt.hosts.lsp.session import Session

log = logging.getLogger("refrakt.lsp")

_DELAY = 0.4
"""Seconds without changes before a refresh is sent."""
_TIMEOUT = 3.0
"""Seconds for the client to answer before the next refresh is sent."""


class RefreshRequests:
    """One kind of refresh request. `schedule` may be called from any thread, any number of times."""

    def __init__(self, session: Session, method: str, loop: asyncio.AbstractEventLoop) -> None:
        self._session = session
        self._method = method
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None
        self._pending = False
        self._again = False

    def schedule(self) -> None:
        self._loop.call_soon_threadsafe(self._restart_timer)

    def _restart_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(_DELAY, self._start)

    def _start(self) -> None:
        self._timer = None
        if self._pending:
            self._again = True
        else:
            self._pending = True
            self._session.start_task(self._send())

    async def _send(self) -> None:
        try:
            async with asyncio.timeout(_TIMEOUT):
                await self._session.protocol.send_request_async(self._method)
        except JsonRpcException:
            # The client rejected the refresh; do not repeat it.
            self._again = False
        except TimeoutError:
            log.debug("the client did not answer %s", self._method)
        self._pending = False
        if self._again:
            self._again = False
            self._restart_timer()
