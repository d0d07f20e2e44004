"""Returns memory to the system after files were closed, when idle.

A document has no reference cycles, so a closed page is freed as soon as nothing refers to it. This module clears the caches that
keep it, and has the C library return free memory. Python returns memory in arenas of a megabyte, and a single path left in one
keeps all of it, so nothing per closed file may remain.
"""

from __future__ import annotations

import asyncio
import ctypes
import sys
import threading
import urllib.parse
from collections.abc import Callable, Iterable

from refrakt.hosts.lsp.session import Session
from refrakt.markdoc.document_cache import clear_document_caches
from refrakt.project.workspace import WorkspaceEvent

_PAUSE = 2.0
"""Seconds without a change before memory is returned after files were closed; more may follow."""
_SHORT_PAUSE = 0.06
"""The same after many edits: a user who keeps typing makes only shorter pauses."""
_MANY_EDITS = 200
"""Edits after which memory is returned even if no file was closed."""
_ARENAS_MAX, _MMAP_THRESHOLD = -8, -3
"""Parameters of glibc's `mallopt`."""
_LARGE = 128 * 1024
"""Allocations of this size or more are returned as soon as they are freed. By default, glibc raises the limit to 32 MiB."""


class MemoryRelease:
    """Waits for closed files and an idle moment. Used only on the event loop's thread."""

    def __init__(self, session: Session, forget: Iterable[Callable[[str], None]]) -> None:
        """The `forget` callbacks get the URI of each closed file."""
        self._session = session
        self._forget = tuple(forget)
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._closed = 0
        self._edits = 0
        self._timer: asyncio.TimerHandle | None = None
        self._last_change = 0.0
        session.workspace.listeners.append(self._on_change)

    def _on_change(self, change: WorkspaceEvent) -> None:
        if change.kind == "buffer" and change.uri is not None and threading.get_ident() == self._thread:
            self._last_change = self._loop.time()
            if self._session.buffer(change.uri) is None:
                self._closed += 1
                for each in self._forget:
                    each(change.uri)
            else:
                self._edits += 1
            if self._timer is None and (self._closed or self._edits >= _MANY_EDITS):
                self._timer = self._loop.call_later(_SHORT_PAUSE, self._release_when_idle)

    def _release_when_idle(self) -> None:
        """Release memory once there is no typing and no indexing."""
        pause = _PAUSE if self._closed else _SHORT_PAUSE
        idle = self._loop.time() - self._last_change
        if idle < pause or any(each.is_busy for each in self._session.workspace.indexes()):
            self._timer = self._loop.call_later(pause - idle if idle < pause else _PAUSE / 4, self._release_when_idle)
            return
        self._timer = None
        self._closed = self._edits = 0
        release_memory()


def limit_allocator() -> None:
    """Limit malloc to two arenas: with one per thread, free memory of one thread is useless to the others."""
    set_option = _c_function("mallopt")
    if set_option is not None:
        set_option(_ARENAS_MAX, 2)
        set_option(_MMAP_THRESHOLD, _LARGE)


def release_memory() -> None:
    """Clear caches and return free memory.

    Does not run the garbage collector: it would stop every thread, and unused documents are freed without it.
    """
    clear_document_caches()
    urllib.parse.clear_cache()  # type: ignore[attr-defined]  # caches the last URLs
    trim = _c_function("malloc_trim")
    if trim is not None:
        trim(0)


def _c_function(name: str) -> Callable[..., int] | None:
    """A function of glibc; None on other systems."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
