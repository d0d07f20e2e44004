"""`cache stats`: where the cache is and how much is in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from refrakt.project.index.cache import PageCache

from .context import Context
from .payload import SHAPE, Nothing
from .registry import service


@dataclass(frozen=True, slots=True)
class CacheStats:
    """What is kept of pages that were read before, in all projects of this user."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    bytes: int
    """The size of the file."""
    limit: int
    """The most bytes that are kept; what has not been used for longest goes first."""
    entries: int
    """Texts that are kept: the facts of a page, or what is wrong in it."""
    projects: int
    path: str | None = None
    """The file, outside every project."""
    trouble: str | None = None
    """Why nothing is kept."""


def _text(answer: CacheStats) -> str:
    lines = [
        f"file      {answer.path or 'none'}",
        f"size      {in_words(answer.bytes)} of {in_words(answer.limit)}",
        f"entries   {answer.entries:,}",
        f"projects  {answer.projects:,}",
        *([f"trouble   {answer.trouble}"] if answer.trouble is not None else []),
    ]
    return "\n".join(lines) + "\n"


def in_words(count: int) -> str:
    """Bytes as a person reads them."""
    return f"{count / 1024:.1f} KiB" if count < 1024 * 1024 else f"{count / 1024 / 1024:.1f} MiB"


@service("refrakt.cache_stats", needs="anything", for_agents=False, cli="cache stats", text=_text)
def cache_stats(context: Context, query: Nothing) -> CacheStats:
    """Where the cache of pages is, and how much is in it."""
    cache = PageCache.open()
    found = cache.stats()
    cache.close()
    return CacheStats(found.bytes, found.limit, found.entries, found.projects, found.path, cache.trouble)
