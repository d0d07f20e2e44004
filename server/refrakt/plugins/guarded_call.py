"""Runs code of plugins in a thread of its own that can be abandoned.

The thread is a new daemon, not one of a pool: an abandoned thread blocks no slot and does not keep the process from exiting. A
coroutine gets its own event loop there, so that blocking code in it stops no other. Prints go to the log, and every exception,
`sys.exit` included, is returned as a value. Not covered are `os._exit`, crashes of C code, and C code that never releases the
interpreter lock.
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

from refrakt.plugins.print_capture import log_prints

if TYPE_CHECKING:
    import asyncio


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """The value or the exception of a call."""

    value: Any = None
    error: BaseException | None = None


class GuardedCall:
    """A call that has started."""

    def __init__(self, function: Callable[[], Any], label: str, log: logging.Logger) -> None:
        self._function = function
        self._label = label
        self._log = log
        self._outcome: Future[CallOutcome] = Future()
        self._outcome.set_running_or_notify_cancel()
        self._task: asyncio.Task[Any] | None = None
        threading.Thread(target=self._run, name=f"plugin {label}", daemon=True).start()

    def wait(self, seconds: float) -> CallOutcome | None:
        """The outcome, or None if the call still runs after this time."""
        with contextlib.suppress(StillRunning):
            return self._outcome.result(seconds)
        return None

    async def wait_async(self, seconds: float) -> CallOutcome | None:
        """The same in an event loop."""
        import asyncio

        outcome = asyncio.wrap_future(self._outcome)
        try:
            done, _ = await asyncio.wait([outcome], timeout=seconds)
            return outcome.result() if done else None
        finally:
            outcome.cancel()  # nothing awaits it any more

    def cancel(self) -> bool:
        """Cancel a coroutine. False for a plain function, which cannot be cancelled."""
        if self._task is not None:
            with contextlib.suppress(RuntimeError):  # its loop is closed
                self._task.get_loop().call_soon_threadsafe(self._task.cancel)
        return self._task is not None

    def _run(self) -> None:
        with log_prints(self._log, self._label):
            try:
                value = self._function()
                outcome = CallOutcome(self._await(value) if inspect.isawaitable(value) else value)
            except BaseException as error:  # noqa: BLE001 - every exception ends this call and nothing else
                outcome = CallOutcome(error=error)
        self._outcome.set_result(outcome)

    def _await(self, value: Awaitable[Any]) -> Any:
        import asyncio

        async def finish() -> Any:
            self._task = asyncio.current_task()
            return await value

        return asyncio.run(finish())
