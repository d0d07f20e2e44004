"""`cache clear`: empty the page cache of all projects. The next start reads all pages again; nothing else is lost."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.command_input import NoInput
from refrakt.errors import RefraktError
from refrakt.project.index.cache_folder import VARIABLE
from refrakt.project.index.page_cache import PageCache
from refrakt.services.cache_stats import size_text
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload
from refrakt.services.registry import service


@dataclass(frozen=True, slots=True)
class ClearedCache(JsonPayload):
    """What was removed."""

    entries: int
    projects: int
    freed: int
    """Freed bytes."""
    path: str | None = None
    """The file, now empty."""


def _text(answer: ClearedCache) -> str:
    return f"entries   {answer.entries:,} removed\nprojects  {answer.projects:,} removed\nfreed     {size_text(answer.freed)}\n"


@service("refrakt.cache_clear", needs="anything", reads_only=False, for_agents=False, cli="cache clear", text=_text)
def cache_clear(context: Context, query: NoInput) -> ClearedCache:
    """Empty the page cache of all projects. Pages are read again when needed."""
    cache = PageCache.open()
    before = cache.stats()
    done = cache.clear()
    after = cache.stats()
    cache.close()
    if not done:
        reason = cache.trouble
        raise RefraktError(
            "WRITE_FAILED",
            f"cannot clear the cache: {reason or 'another process is writing to it'}",
            "Try again in a moment." if reason is None else f"Fix that, or set {VARIABLE} to another folder.",
        )
    return ClearedCache(before.entries, before.projects, max(0, before.bytes - after.bytes), after.path)
