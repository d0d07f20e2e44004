"""`cache stats`: the location and size of the page cache."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.command_input import NoInput
from refrakt.project.index.page_cache import PageCache
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload
from refrakt.services.registry import service


@dataclass(frozen=True, slots=True)
class CacheStats(JsonPayload):
    """The page cache of all projects of this user."""

    bytes: int
    """Size of the file."""
    limit: int
    """Most bytes to keep; the least recently used entries go first."""
    entries: int
    """Cached facts and problems of pages."""
    projects: int
    path: str | None = None
    """The file, outside every project."""
    trouble: str | None = None
    """Why the cache is off."""


def _text(answer: CacheStats) -> str:
    lines = [
        f"file      {answer.path or 'none'}",
        f"size      {size_text(answer.bytes)} of {size_text(answer.limit)}",
        f"entries   {answer.entries:,}",
        f"projects  {answer.projects:,}",
        *([f"trouble   {answer.trouble}"] if answer.trouble is not None else []),
    ]
    return "\n".join(lines) + "\n"


def size_text(count: int) -> str:
    """Bytes in KiB or MiB."""
    return f"{count / 1024:.1f} KiB" if count < 1024 * 1024 else f"{count / 1024 / 1024:.1f} MiB"


@service("refrakt.cache_stats", needs="anything", for_agents=False, cli="cache stats", text=_text)
def cache_stats(context: Context, query: NoInput) -> CacheStats:
    """Show the location and the size of the page cache."""
    cache = PageCache.open()
    found = cache.stats()
    cache.close()
    return CacheStats(found.bytes, found.limit, found.entries, found.projects, found.path, cache.trouble)
