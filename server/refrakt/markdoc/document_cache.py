"""Caches keyed by a document or one of its blocks.

Such a cache keeps recent documents and all their nodes alive after an editor has closed them, so all caches are registered here
and can be cleared at once to free memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

_Subject = TypeVar("_Subject")
_Answer = TypeVar("_Answer")

_CACHES: list[Callable[[], None]] = []


def document_cache(size: int) -> Callable[[Callable[[_Subject], _Answer]], Callable[[_Subject], _Answer]]:
    """Cache a function's results for the last `size` documents or blocks."""

    def decorate(function: Callable[[_Subject], _Answer]) -> Callable[[_Subject], _Answer]:
        cached = lru_cache(maxsize=size)(function)
        _CACHES.append(cached.cache_clear)
        return cached

    return decorate


def clear_with_documents(clear: Callable[[], None]) -> None:
    """Register a function that clears another cache."""
    _CACHES.append(clear)


def clear_document_caches() -> None:
    for clear in _CACHES:
        clear()
