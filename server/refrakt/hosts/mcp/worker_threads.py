"""Threads for slow work, so that the event loop stays responsive.

The threads are daemons, and each runs one job. An abandoned job cannot be stopped, but it frees its slot and does not keep the
process from exiting; only when many jobs are abandoned does the next one wait for one of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

MAX_RUNNING = 4
"""Jobs at a time. More would only compete for the interpreter."""
MAX_ABANDONED = 16
"""Abandoned jobs that may run in addition to those."""
MAX_PLUGIN_PROCESSES = 4
"""Plugin commands that run in child processes at a time."""
MAX_ISOLATED = 2
"""Calls with large texts in child processes at a time. Fewer than threads, so that other calls get one."""

T = TypeVar("T")


class WorkerThreads:
    """The threads of one connection handler."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(MAX_RUNNING)
        self._abandoned = 0
        self.plugin_processes = asyncio.Semaphore(MAX_PLUGIN_PROCESSES)
        self.isolated = asyncio.Semaphore(MAX_ISOLATED)

    async def run(self, job: Callable[[], T]) -> T:
        """Run a job and return or raise what it does. If the caller is cancelled, the job runs to its end unobserved."""
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()
        abandoned = False

        def finished() -> None:
            if abandoned:
                self._abandoned -= 1
            else:
                self._free.release()

        future.add_done_callback(lambda _: _call_in_loop(loop, finished))
        try:
            threading.Thread(target=_run, args=(job, future), name="refrakt mcp", daemon=True).start()
        except RuntimeError as error:  # the system's thread limit is reached
            future.set_exception(error)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            if not future.done() and self._abandoned < MAX_ABANDONED:
                abandoned = True
                self._abandoned += 1
                self._free.release()
            raise
        finally:
            del (
                future,
                job,
            )  # an exception refers to this frame, and the future to the exception: a cycle with everything in it


def _run(job: Callable[[], T], future: Future[T]) -> None:
    try:
        value = job()
    except BaseException as error:  # noqa: BLE001 - raised in the caller
        future.set_exception(error)
    else:
        future.set_result(value)
    finally:
        del future, job


def _call_in_loop(loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed, and nothing waits for a slot
        loop.call_soon_threadsafe(callback)
