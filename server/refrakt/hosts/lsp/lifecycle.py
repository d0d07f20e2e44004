"""When to leave: the client says so, hangs up or dies, or the system wants it. Always soon, and with the right code.

A client that has died cannot say so. Its end of the pipe closes, unless somebody else holds it open; so its process is watched
too, as the specification asks for.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

log = logging.getLogger("refrakt.lsp")

_LOOK = 1.0
"""Seconds between two looks, on systems that do not tell when a process ends."""


class Life:
    """Ends once; the first reason counts."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._end: asyncio.Future[int] = self._loop.create_future()
        self._handle: int | None = None
        self._timer: asyncio.TimerHandle | None = None

    def end(self, code: int, reason: str) -> None:
        if not self._end.done():
            log.info("leaving: %s", reason)
            self._end.set_result(code)

    async def ended(self) -> int:
        """Waits for the end, and says with which code to leave."""
        return await self._end

    def heed_signals(self) -> None:
        if sys.platform != "win32":
            for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                with suppress(ValueError, RuntimeError):
                    self._loop.add_signal_handler(each, self.end, 0, "the system said so")

    def watch(self, process: object) -> None:
        """Leave when this process does. It is what the client says; anything but a number stands for no process."""
        if not isinstance(process, int) or isinstance(process, bool) or not 0 < process < 1 << 31:
            return
        if sys.platform == "linux":
            try:
                self._handle = os.pidfd_open(process)
            except OSError as error:
                if isinstance(error, ProcessLookupError):
                    self.end(1, "the client's process is gone")
                    return
            else:
                self._loop.add_reader(self._handle, self._died, self._handle)
                return
        self._look(process)

    def close(self) -> None:
        if self._handle is not None:
            self._loop.remove_reader(self._handle)
            os.close(self._handle)
            self._handle = None
        if self._timer is not None:
            self._timer.cancel()

    def _died(self, handle: int) -> None:
        self._loop.remove_reader(handle)
        self.end(1, "the client's process is gone")

    def _look(self, process: int) -> None:
        if not _is_alive(process):
            self.end(1, "the client's process is gone")
        else:
            self._timer = self._loop.call_later(_LOOK, self._look, process)


def _is_alive(process: int) -> bool:
    if sys.platform == "win32":
        return _is_alive_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _is_alive_on_windows(process: int) -> bool:
    # os.kill would end the process there.
    import ctypes

    kernel: Callable[..., int] = ctypes.windll.kernel32  # type: ignore[attr-defined]
    handle = kernel.OpenProcess(0x00100000, False, process)  # type: ignore[attr-defined]
    if not handle:
        return False
    try:
        waiting: int = kernel.WaitForSingleObject(handle, 0)  # type: ignore[attr-defined]
        return waiting == 0x102
    finally:
        kernel.CloseHandle(handle)  # type: ignore[attr-defined]
