"""Standard error that never blocks.

Many clients never read the pipe they give a server for standard error. Once it is full, a write blocks, here the thread that serves
the editor and the agents. So output that does not fit is dropped.
"""

from __future__ import annotations

import io
import os
import select
import sys
from typing import Any


class _NonblockingWriter(io.RawIOBase):
    """Writes to a descriptor only when that does not block."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLOUT)

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def write(self, data: Any, /) -> int:
        view = memoryview(data).cast("B")
        if not self._poll.poll(0):
            return len(view)
        # A ready pipe takes at least this much; more could block.
        return os.write(self._descriptor, view[: select.PIPE_BUF])


def install_nonblocking_stderr() -> None:
    """Replace `sys.stderr`. Systems without `poll` keep the blocking one."""
    try:
        os.fstat(2)
    except OSError:
        # It is closed; the next opened file would get its descriptor.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    if hasattr(select, "poll"):
        raw = io.BufferedWriter(_NonblockingWriter(2))
        sys.stderr = io.TextIOWrapper(raw, "utf-8", "backslashreplace", line_buffering=True)


def redirect_stdout() -> int:
    """Return a descriptor for the protocol and send `print` output of any library to standard error."""
    stdout_fd = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return stdout_fd
