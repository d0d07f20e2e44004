"""Returning memory to the system after files were closed and while nothing happens.

A document holds no reference cycles, so a closed page is freed as soon as nothing refers to it. Here caches let go of it, and the C
library is asked to return what is free. What is kept of each closed file matters, however small: Python returns memory in pieces of
a megabyte, and one path in such a piece keeps it.
"""

from __future__ import annotations

import asyncio
import ctypes
import sys
import threading
import urllib.parse
from collections.abc import Callable, Iterable

from refrakt.markdoc.document_cache import clear_document_caches
from refrakt.project.workspace import Change

from .session import Session

_PAUSE = 2.0
"""Seconds without a change before memory is returned after files were closed: more may be."""
_SHORT_PAUSE = 0.06
"""The same after many edits: somebody who goes on typing has shorter pauses only."""
_MANY_EDITS = 200
"""Edits after which memory is returned although no file was closed."""
_ARENAS_MAX, _MMAP_THRESHOLD = -8, -3
"""Parameters of glibc's `mallopt`."""
_LARGE = 128 * 1024
"""Bytes from which on a piece of memory is returned as soon as it is freed. Without it, glibc raises the limit to 32 MiB."""


class MemoryRelease:
    """Watches for closed files. Belongs to the loop's thread."""

    def __init__(self, session: Session, forget: Iterable[Callable[[str], None]]) -> None:
        """`forget` are called with the URI of each file that is closed."""
        self._session = session
        self._forget = tuple(forget)
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._closed = 0
        self._edits = 0
        self._timer: asyncio.TimerHandle | None = None
        self._last = 0.0
        session.workspace.listeners.append(self._heard)

    def _heard(self, change: Change) -> None:
        if change.kind == "buffer" and change.uri is not None and threading.get_ident() == self._thread:
            self._last = self._loop.time()
            if self._session.buffer(change.uri) is None:
                self._closed += 1
                for each in self._forget:
                    each(change.uri)
            else:
                self._edits += 1
            if self._timer is None and (self._closed or self._edits >= _MANY_EDITS):
                self._timer = self._loop.call_later(_SHORT_PAUSE, self._look)

    def _look(self) -> None:
        """Wait for a pause in which nothing is being read either."""
        pause = _PAUSE if self._closed else _SHORT_PAUSE
        quiet = self._loop.time() - self._last
        if quiet < pause or any(each.is_busy for each in self._session.workspace.indexes()):
            self._timer = self._loop.call_later(pause - quiet if quiet < pause else _PAUSE / 4, self._look)
            return
        self._timer = None
        self._closed = self._edits = 0
        release_memory()


def limit_allocator() -> None:
    """Have all threads allocate from two arenas: with one for each thread, what is free in one is of no use to another."""
    set_option = _c_function("mallopt")
    if set_option is not None:
        set_option(_ARENAS_MAX, 2)
        set_option(_MMAP_THRESHOLD, _LARGE)


def release_memory() -> None:
    """Free what caches keep of closed files, and return what is free.

    Nothing is searched for garbage: that would stop every thread, and documents are none when they are not used any more.
    """
    clear_document_caches()
    urllib.parse.clear_cache()  # type: ignore[attr-defined] # it keeps the last addresses
    trim = _c_function("malloc_trim")
    if trim is not None:
        trim(0)


def _c_function(name: str) -> Callable[..., int] | None:
    """A function of glibc; None on other systems."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
