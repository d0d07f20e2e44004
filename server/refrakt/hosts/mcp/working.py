"""Work that takes time is done in threads, so that nobody else waits for it.

The threads are daemons and each does one piece of work: one that is given up keeps its place among the few there may be, but
it does not keep the process from ending.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

AT_ONCE = 4
"""How many pieces of work may be under way. More would only take turns."""

T = TypeVar("T")


class Workers:
    """The threads of one MCP side."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)

    async def run(self, work: Callable[[], T]) -> T:
        """What a piece of work returns or raises. A caller that is cancelled leaves; the work runs to its end unheard."""
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        end: Future[T] = Future()
        end.set_running_or_notify_cancel()
        end.add_done_callback(lambda _: _tell(loop, self._free.release))
        threading.Thread(target=_do, args=(work, end), name="refrakt mcp", daemon=True).start()
        return await asyncio.wrap_future(end)


def _do(work: Callable[[], T], end: Future[T]) -> None:
    try:
        value = work()
    except BaseException as error:  # noqa: BLE001 - handed to whoever waits
        end.set_exception(error)
    else:
        end.set_result(value)


def _tell(loop: asyncio.AbstractEventLoop, what: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile, and nobody waits for a place any more
        loop.call_soon_threadsafe(what)
