"""Returning memory to the system after files were closed and while nothing happens.

A document holds no reference cycles, so a closed page is freed as soon as nothing refers to it. Here caches let go of it, and the C
library is asked to return what is free. What is kept of each closed file matters, however small: Python returns memory in pieces of
a megabyte, and one path in such a piece keeps it.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import threading
import urllib.parse
from collections.abc import Callable, Iterable

from refrakt.markdoc.document_cache import clear_document_caches
from refrakt.project.workspace import Change

from .session import Session

_PAUSE = 2.0
"""Seconds without a change before memory is returned."""
_MANY_EDITS = 200
"""Edits after which memory is returned although no file was closed."""


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
                self._timer = self._loop.call_later(_PAUSE, self._look)

    def _look(self) -> None:
        """Wait for a pause in which nothing is being read either."""
        quiet = self._loop.time() - self._last
        if quiet < _PAUSE or any(each.is_busy for each in self._session.workspace.indexes()):
            self._timer = self._loop.call_later(max(_PAUSE - quiet, _PAUSE / 4), self._look)
            return
        self._timer = None
        self._closed = self._edits = 0
        release_memory()


def release_memory() -> None:
    """Free what caches keep of closed files, and return what is free.

    Only young objects are searched for garbage: a search through all of them stops every thread for most of a second.
    """
    clear_document_caches()
    urllib.parse.clear_cache()  # type: ignore[attr-defined] # it keeps the last addresses
    gc.collect(1)
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # only glibc has it
        if trim is not None:
            trim(0)
