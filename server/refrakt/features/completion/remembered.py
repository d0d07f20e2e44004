"""What is made of all pages of a site, kept until one of them says something else.

Ten thousand addresses are not put in order for every letter that is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from refrakt.project.index.site_index import SiteIndex

_Made = TypeVar("_Made")

Table = Literal["urls", "files", "folders"]


@dataclass(slots=True)
class _Kept:
    revision: int
    made: dict[Hashable, Any] = field(default_factory=dict)


_KEPT: WeakKeyDictionary[SiteIndex, _Kept] = WeakKeyDictionary()


def remembered(site: SiteIndex, key: Hashable, make: Callable[[], _Made]) -> _Made:
    """What `make` gives for a site as it is now. Whoever asks holds the lock of the site."""
    kept = _KEPT.get(site)
    if kept is None or kept.revision != site.revision:
        kept = _KEPT[site] = _Kept(site.revision)
    if key not in kept.made:
        kept.made[key] = make()
    return cast(_Made, kept.made[key])


def in_order(site: SiteIndex, table: Table) -> list[str]:
    """The addresses of a site, the files of its pages, or the folders of its addresses, put in order once for all that is typed.

    They are kept where the index keeps what is true as long as its addresses are the same: most changes of a page leave them alone.
    """
    known = site.guesses.get(table)
    if known is None:
        known = site.guesses[table] = sorted(getattr(site, table))
    return known
