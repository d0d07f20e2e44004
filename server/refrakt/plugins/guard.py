"""Other people's code, run where it can do the least harm: in a thread of its own that can be given up.

The thread is a fresh daemon rather than one of a pool: abandoned, it takes nobody's place and does not keep the process from
ending. A coroutine gets a loop of its own there, so that one that blocks stops nobody else. Prints go to the log, and whatever
is raised, `sys.exit` included, is handed back as a value. Out of reach are `os._exit`, crashes of C code, and C code that never
lets go of the interpreter.
"""

from __future__ import annotations

import contextlib
import inspect
import logging
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillRunning
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .prints import taken

if TYPE_CHECKING:
    import asyncio


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended: with a value or with an error."""

    value: Any = None
    error: BaseException | None = None


class Guarded:
    """Work that has begun."""

    def __init__(self, work: Callable[[], Any], who: str, log: logging.Logger) -> None:
        self._work = work
        self._who = who
        self._log = log
        self._end: Future[Outcome] = Future()
        self._end.set_running_or_notify_cancel()
        self._task: asyncio.Task[Any] | None = None
        threading.Thread(target=self._run, name=f"plugin {who}", daemon=True).start()

    def wait(self, seconds: float) -> Outcome | None:
        """How it ended, or None if it is still at it after so many seconds."""
        with contextlib.suppress(StillRunning):
            return self._end.result(seconds)
        return None

    async def ended(self, seconds: float) -> Outcome | None:
        """The same, for callers with something else to do meanwhile."""
        import asyncio

        end = asyncio.wrap_future(self._end)
        try:
            done, _ = await asyncio.wait([end], timeout=seconds)
            return end.result() if done else None
        finally:
            end.cancel()  # nobody will be there to hear of it

    def cancel(self) -> bool:
        """Ask a coroutine to stop. A plain function cannot be asked, and the answer is no."""
        if self._task is not None:
            with contextlib.suppress(RuntimeError):  # its loop has just closed
                self._task.get_loop().call_soon_threadsafe(self._task.cancel)
        return self._task is not None

    def _run(self) -> None:
        with taken(self._log, self._who):
            try:
                value = self._work()
                outcome = Outcome(self._awaited(value) if inspect.isawaitable(value) else value)
            except BaseException as error:  # noqa: BLE001 - whatever it is, it ends this call and nothing else
                outcome = Outcome(error=error)
        self._end.set_result(outcome)

    def _awaited(self, value: Awaitable[Any]) -> Any:
        import asyncio

        async def finish() -> Any:
            self._task = asyncio.current_task()
            return await value

        return asyncio.run(finish())
