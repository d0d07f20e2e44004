"""Ends the process when the client exits, disconnects or dies, or on a signal.

A dead client closes its pipe, unless another process holds it open. So the client's process is watched as well, as the
specification requires.
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

_POLL_INTERVAL = 1.0
"""Seconds between two polls, on systems without pidfd."""


class Shutdown:
    """The first request to exit decides the exit code."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._exit_code: asyncio.Future[int] = self._loop.create_future()
        self._pidfd: int | None = None
        self._timer: asyncio.TimerHandle | None = None

    def request(self, code: int, reason: str) -> None:
        if not self._exit_code.done():
            log.info("exiting: %s", reason)
            self._exit_code.set_result(code)

    async def wait(self) -> int:
        """Wait for the exit code."""
        return await self._exit_code

    def handle_signals(self) -> None:
        if sys.platform != "win32":
            for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                with suppress(ValueError, RuntimeError):
                    self._loop.add_signal_handler(each, self.request, 0, "signal received")

    def watch_process(self, process: object) -> None:
        """Exit when this process ends. `process` is unchecked client input; anything but a process id is ignored."""
        if not isinstance(process, int) or isinstance(process, bool) or not 0 < process < 1 << 31:
            return
        if sys.platform == "linux":
            try:
                self._pidfd = os.pidfd_open(process)
            except OSError as error:
                if isinstance(error, ProcessLookupError):
                    self.request(1, "the client's process is gone")
                    return
            else:
                self._loop.add_reader(self._pidfd, self._process_exited, self._pidfd)
                return
        self._poll(process)

    def close(self) -> None:
        if self._pidfd is not None:
            self._loop.remove_reader(self._pidfd)
            os.close(self._pidfd)
            self._pidfd = None
        if self._timer is not None:
            self._timer.cancel()

    def _process_exited(self, handle: int) -> None:
        self._loop.remove_reader(handle)
        self.request(1, "the client's process is gone")

    def _poll(self, process: int) -> None:
        if not _is_alive(process):
            self.request(1, "the client's process is gone")
        else:
            self._timer = self._loop.call_later(_POLL_INTERVAL, self._poll, process)


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
        status: int = kernel.WaitForSingleObject(handle, 0)  # type: ignore[attr-defined]
        return status == 0x102
    finally:
        kernel.CloseHandle(handle)  # type: ignore[attr-defined]
