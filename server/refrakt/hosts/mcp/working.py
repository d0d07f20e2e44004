"""Work that takes time is done in threads, so that nobody else waits for it.

The threads are daemons and each does one piece of work. One that is given up cannot be stopped, but it makes room for the next
and does not keep the process from ending; only where many have been given up does the next have to wait for one of them.
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
GIVEN_UP = 16
"""How many more may still run although nobody waits for them any longer. With these, too, the next one has to wait."""
PROCESSES = 4
"""How many commands of plugins may run in processes of their own."""

HEAVY = 2
"""How many calls with much text may be answered in processes of their own at once. Fewer than threads: others must get one."""

T = TypeVar("T")


class Workers:
    """The threads of one MCP side."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)
        self._given_up = 0
        self.processes = asyncio.Semaphore(PROCESSES)
        self.heavy = asyncio.Semaphore(HEAVY)

    async def run(self, work: Callable[[], T]) -> T:
        """What a piece of work returns or raises. A caller that is cancelled leaves; the work runs to its end unheard."""
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        end: Future[T] = Future()
        end.set_running_or_notify_cancel()
        freed = False

        def finished() -> None:
            if freed:
                self._given_up -= 1
            else:
                self._free.release()

        end.add_done_callback(lambda _: _tell(loop, finished))
        try:
            threading.Thread(target=_do, args=(work, end), name="refrakt mcp", daemon=True).start()
        except RuntimeError as error:  # the system gives us no more threads
            end.set_exception(error)
        try:
            return await asyncio.wrap_future(end)
        except asyncio.CancelledError:
            if not end.done() and self._given_up < GIVEN_UP:
                freed = True
                self._given_up += 1
                self._free.release()
            raise
        finally:
            del (
                end,
                work,
            )  # an error holds this frame, and the future holds the error: a circle with all that was handed over


def _do(work: Callable[[], T], end: Future[T]) -> None:
    try:
        value = work()
    except BaseException as error:  # noqa: BLE001 - handed to whoever waits
        end.set_exception(error)
    else:
        end.set_result(value)
    finally:
        del end, work


def _tell(loop: asyncio.AbstractEventLoop, what: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile, and nobody waits for a place any more
        loop.call_soon_threadsafe(what)
