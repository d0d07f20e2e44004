"""Standard error, without ever waiting for somebody to read it.

Many clients give a server a pipe for its errors and never look at it. Once that is full, whoever writes to it stands still; here
that would be the thread that serves the editor and the agents. So what finds no room is lost, which the client has chosen.
"""

from __future__ import annotations

import io
import os
import select
import sys
from typing import Any


class _Unread(io.RawIOBase):
    """A descriptor that is written to as long as it takes something at once."""

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
        # What may be written can be as little as this; more could have to wait.
        return os.write(self._descriptor, view[: select.PIPE_BUF])


def take_stderr() -> None:
    """From now on neither a log nor a print waits. Where the system does not tell whether there is room, all stays as it was."""
    try:
        os.fstat(2)
    except OSError:
        # It was closed, and the next file that is opened would be taken for it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    if hasattr(select, "poll"):
        raw = io.BufferedWriter(_Unread(2))
        sys.stderr = io.TextIOWrapper(raw, "utf-8", "backslashreplace", line_buffering=True)


def take_stdout() -> int:
    """A descriptor for the wire. From now on a stray `print`, in whatever library, goes to standard error."""
    wire = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return wire
