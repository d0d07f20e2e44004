"""Values computed from all pages of a site, cached until its revision changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from refrakt.project.index.site_index import SiteIndex

_Value = TypeVar("_Value")

Table = Literal["urls", "files", "folders"]


@dataclass(slots=True)
class _SiteCache:
    revision: int
    made: dict[Hashable, Any] = field(default_factory=dict)


_CACHES: WeakKeyDictionary[SiteIndex, _SiteCache] = WeakKeyDictionary()


def cached(site: SiteIndex, key: Hashable, make: Callable[[], _Value]) -> _Value:
    """The value of `make` for the current revision of a site. The caller holds the lock of the site."""
    cache = _CACHES.get(site)
    if cache is None or cache.revision != site.revision:
        cache = _CACHES[site] = _SiteCache(site.revision)
    if key not in cache.made:
        cache.made[key] = make()
    return cast(_Value, cache.made[key])


def sorted_names(site: SiteIndex, table: Table) -> list[str]:
    """The URLs of a site, the files of its pages, or its URL folders, sorted.

    They are cached in the index, which keeps them while its URLs are unchanged: most edits of a page do not change URLs.
    """
    names = site.sorted_names.get(table)
    if names is None:
        names = site.sorted_names[table] = sorted(getattr(site, table))
    return names
