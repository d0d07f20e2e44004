"""Caches of what was computed about a document or one of its blocks.

Such a cache keeps the last documents it was asked about, with all their nodes, also after an editor has closed them. Who wants the
memory back clears all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

_Subject = TypeVar("_Subject")
_Answer = TypeVar("_Answer")

_CACHES: list[Callable[[], None]] = []


def document_cache(size: int) -> Callable[[Callable[[_Subject], _Answer]], Callable[[_Subject], _Answer]]:
    """Keep what a function returned for the last few documents or blocks."""

    def decorate(function: Callable[[_Subject], _Answer]) -> Callable[[_Subject], _Answer]:
        cached = lru_cache(maxsize=size)(function)
        _CACHES.append(cached.cache_clear)
        return cached

    return decorate


def clear_with_documents(clear: Callable[[], None]) -> None:
    """Have a cache of another kind cleared together with the others."""
    _CACHES.append(clear)


def clear_document_caches() -> None:
    for clear in _CACHES:
        clear()
