"""How many links with a fragment find it, on sites that are not refrakt's own.

The rule for the ids of headings is recognised from code, and that may be wrong. If many fragments of a site are not found, the
rule is wrong rather than the links. So a fragment is reported only on a site where at least `FOUND` of them are found. The counts
are kept for each file with the queries that they depend on, and counted again only if one of these has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from refrakt.project.index.exports import Key
from refrakt.project.index.tracked_site import TrackedSite

if TYPE_CHECKING:
    from refrakt.project.index.site_index import SiteIndex

FOUND = 0.8


class FragmentCount(NamedTuple):
    """The links of a file with a fragment on a known page."""

    found: int = 0
    missing: int = 0


class FragmentShare:
    """The share of fragments that are found on a site."""

    def __init__(self) -> None:
        self.reliable = True
        self._counts: dict[str, FragmentCount] = {}
        self._found = 0
        self._missing = 0
        self._stale: dict[str, None] = {}
        self._dependents: dict[Key, set[str]] = {}

    def changed(self, path: str) -> None:
        """A file was added, changed or removed."""
        self._stale[path] = None

    def invalidate(self, keys: Iterable[Key]) -> None:
        for key in keys:
            self._stale |= dict.fromkeys(self._dependents.pop(key, ()))

    def update(self, index: SiteIndex) -> bool:
        """Count again what has changed. Returns whether the result is another one."""
        if not self._stale:
            return False
        stale, self._stale = self._stale, {}
        for path in stale:
            self._count(index, path)
        before = self.reliable
        self.reliable = self._found >= FOUND * (self._found + self._missing)
        return self.reliable != before

    def _count(self, index: SiteIndex, path: str) -> None:
        old = self._counts.pop(path, FragmentCount())
        entry = index.entries.get(path)
        new = FragmentCount()
        if entry is not None and entry.kind == "page" and any("#" in each.target for each in entry.facts.links):
            site = TrackedSite(index, entry)
            new = count_fragments(site)
            for key in site.dependencies:
                self._dependents.setdefault(key, set()).add(path)
        if any(new):
            self._counts[path] = new
        self._found += new.found - old.found
        self._missing += new.missing - old.missing


def count_fragments(site: TrackedSite) -> FragmentCount:
    """The fragments in the links of one file."""
    links = (each for each in site.facts.links if each.kind == "link" and "#" in each.target)
    found = Counter(site.has_fragment(site.target(each)) for each in links)
    return FragmentCount(found[True], found[False])
