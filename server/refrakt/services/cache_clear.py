"""`cache clear`: forget what was read, for every project. The next start reads all pages again; nothing else is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from refrakt.errors import RefraktError
from refrakt.project.index.cache import PageCache
from refrakt.project.index.cache_folder import VARIABLE

from .cache_stats import in_words
from .context import Context
from .payload import SHAPE, Nothing
from .registry import service


@dataclass(frozen=True, slots=True)
class Cleared:
    """What was forgotten."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    entries: int
    projects: int
    freed: int
    """Bytes given back to the disk."""
    path: str | None = None
    """The file, which stays, with nothing in it."""


def _text(answer: Cleared) -> str:
    return f"entries   {answer.entries:,} forgotten\nprojects  {answer.projects:,} forgotten\nfreed     {in_words(answer.freed)}\n"


@service("refrakt.cache_clear", needs="anything", reads_only=False, for_agents=False, cli="cache clear", text=_text)
def cache_clear(context: Context, query: Nothing) -> Cleared:
    """Empty the cache of pages, for all projects. Pages are read again when they are next needed."""
    cache = PageCache.open()
    before = cache.stats()
    done = cache.clear()
    after = cache.stats()
    cache.close()
    if not done:
        reason = cache.trouble
        raise RefraktError(
            "TOOL_FAILED",
            f"the cache could not be cleared: {reason or 'another process is writing to it'}",
            "Try again in a moment." if reason is None else f"Mend that, or name another folder in {VARIABLE}.",
        )
    return Cleared(before.entries, before.projects, max(0, before.bytes - after.bytes), after.path)
