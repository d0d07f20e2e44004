"""What a plugin prints goes to the log.

Standard output carries a protocol, so a stray `print` must not reach it, and one call's prints must not be taken for another's.
Standard output and error are therefore replaced, once, by a switch: for whoever runs inside `taken` it leads to the log, for
everybody else to where it always led. Tasks and threads made with `asyncio` stay inside; a bare `threading.Thread` does not.
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

MOST = 64 * 1024
"""How many bytes of one call are logged: a plugin that loops may print for ever."""

_instead: ContextVar[io.TextIOBase | None] = ContextVar("refrakt_prints", default=None)
_installing = threading.Lock()


@contextmanager
def taken(log: logging.Logger, who: str) -> Iterator[None]:
    """Send what is printed inside to a log."""
    _install()
    lines = _Lines(log, who)
    stream: Any = io.TextIOWrapper(lines, "utf-8", "replace", newline="", write_through=True)
    token = _instead.set(stream)
    try:
        yield
    finally:
        _instead.reset(token)
        lines.finish()


def _install() -> None:
    with _installing:
        for name in ("stdout", "stderr"):
            stream = getattr(sys, name)
            if stream is not None and not isinstance(stream, _Switch):
                setattr(sys, name, _Switch(stream))


class _Switch:
    """Standard output or error; which stream that is depends on who asks."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(_instead.get() or self._real, name)


class _Lines(io.BufferedIOBase):
    """Bytes that become lines of a log."""

    def __init__(self, log: logging.Logger, who: str) -> None:
        self._log = log
        self._who = who
        self._begun = b""
        self._left = MOST

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        given = bytes(data)
        kept = given[: self._left]
        self._left -= len(kept)
        *lines, self._begun = (self._begun + kept).split(b"\n")
        for line in lines:
            self._tell(line)
        if kept and not self._left:
            self.finish()
            self._tell(b"(and more, which is not logged)")
        return len(given)

    def finish(self) -> None:
        """Tell what has no line end yet."""
        begun, self._begun = self._begun, b""
        if begun:
            self._tell(begun)

    def _tell(self, line: bytes) -> None:
        # A log may itself write to standard error. Its lines are no prints of the plugin.
        token = _instead.set(None)
        try:
            self._log.info("%s printed: %s", self._who, line.decode("utf-8", "replace").rstrip("\r"))
        finally:
            _instead.reset(token)
