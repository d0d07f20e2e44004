"""Prints of plugins go to the log.

Standard output carries a protocol, so a stray `print` must not reach it, and the prints of two calls must not be mixed up. Standard
output and error are replaced once by a redirecting stream: inside `log_prints` it writes to the log, elsewhere to the real stream.
Tasks and threads made with `asyncio` inherit the redirection; a bare `threading.Thread` does not.
"""

from __future__ import annotations

import io
import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

MAX_LOGGED = 64 * 1024
"""Bytes logged per call: a plugin may print in an endless loop."""

_redirection: ContextVar[io.TextIOBase | None] = ContextVar("refrakt_prints", default=None)
_installing = threading.Lock()


@contextmanager
def log_prints(log: logging.Logger, label: str) -> Iterator[None]:
    """Send prints inside this context to a log."""
    _install()
    lines = _LogLines(log, label)
    stream: Any = io.TextIOWrapper(lines, "utf-8", "replace", newline="", write_through=True)
    token = _redirection.set(stream)
    try:
        yield
    finally:
        _redirection.reset(token)
        lines.finish()


def _install() -> None:
    with _installing:
        for name in ("stdout", "stderr"):
            stream = getattr(sys, name)
            if stream is not None and not isinstance(stream, _RedirectingStream):
                setattr(sys, name, _RedirectingStream(stream))


class _RedirectingStream:
    """Standard output or error, redirected in the context of a plugin's call."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(_redirection.get() or self._real, name)


class _LogLines(io.BufferedIOBase):
    """A binary stream whose lines are logged."""

    def __init__(self, log: logging.Logger, label: str) -> None:
        self._log = log
        self._label = label
        self._unterminated = b""
        self._left = MAX_LOGGED

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        written = bytes(data)
        kept = written[: self._left]
        self._left -= len(kept)
        *lines, self._unterminated = (self._unterminated + kept).split(b"\n")
        for line in lines:
            self._log_line(line)
        if kept and not self._left:
            self.finish()
            self._log_line(b"(further output not logged)")
        return len(written)

    def finish(self) -> None:
        """Log the last line if it has no line end."""
        line, self._unterminated = self._unterminated, b""
        if line:
            self._log_line(line)

    def _log_line(self, line: bytes) -> None:
        # The log may itself write to standard error; its lines are not prints of the plugin.
        token = _redirection.set(None)
        try:
            self._log.info("%s printed: %s", self._label, line.decode("utf-8", "replace").rstrip("\r"))
        finally:
            _redirection.reset(token)
