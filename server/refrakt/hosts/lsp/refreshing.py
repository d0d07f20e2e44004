"""Telling an editor to ask again for something that is not what it was, without a fault of its own.

One request at a time, and not before things have been quiet for a moment: who types changes facts with every key.
"""

from __future__ import annotations

import asyncio
import logging

from pygls.exceptions import JsonRpcException

from .session import Session

log = logging.getLogger("refrakt.lsp")

_QUIET = 0.4
"""Seconds without news before the client is told."""
_FOR_ANSWER = 3.0
"""Seconds for the client to say that it will ask again; then it may be told so once more."""


class Refreshing:
    """One kind of refresh request. `soon` may be called from any thread, as often as one likes."""

    def __init__(self, session: Session, method: str, loop: asyncio.AbstractEventLoop) -> None:
        self._session = session
        self._method = method
        self._loop = loop
        self._waiting: asyncio.TimerHandle | None = None
        self._asking = False
        self._again = False

    def soon(self) -> None:
        """There is news."""
        self._loop.call_soon_threadsafe(self._wait)

    def _wait(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self._loop.call_later(_QUIET, self._begin)

    def _begin(self) -> None:
        self._waiting = None
        if self._asking:
            self._again = True
        else:
            self._asking = True
            self._session.start(self._ask())

    async def _ask(self) -> None:
        try:
            async with asyncio.timeout(_FOR_ANSWER):
                await self._session.protocol.send_request_async(self._method)
        except JsonRpcException:
            # A client that cannot do it now asks again when it likes to.
            self._again = False
        except TimeoutError:
            log.debug("the client does not answer %s", self._method)
        self._asking = False
        if self._again:
            self._again = False
            self._wait()
