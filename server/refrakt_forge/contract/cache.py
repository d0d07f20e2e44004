"""Inputs and outputs of the cache commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from refrakt.plugins import option
from refrakt_forge.limits import DAYS
from refrakt_forge.schemas import COUNT, FLAG, TEXT, record


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheStatsInput:
    """No input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheClearInput:
    type: Literal["manifests", "downloads", "all"] | None = "all"
    """what to clear"""
    older_than: int | None = option(None, minimum=0, maximum=DAYS, metavar="DAYS")
    """only entries older than this number of days"""
    yes: bool = option(False, agent=False)
    """do not ask"""


CACHE_STATS_OUTPUT = record(
    manifests=record(count=COUNT, size=TEXT, oldestEntry=TEXT, newestEntry=TEXT),
    downloads=record(count=COUNT, size=TEXT),
    totalSize=TEXT,
    location=TEXT,
)
CACHE_CLEAR_OUTPUT = record(success=FLAG, cleared=record(manifests=COUNT, downloads=COUNT, totalSize=TEXT))
