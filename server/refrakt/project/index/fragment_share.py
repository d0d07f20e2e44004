"""How many links with a fragment find it, on sites that are not refrakt's own.

The rule for the ids of headings is recognised from code, and that may be wrong. If many fragments of a site are not found, the
rule is wrong rather than the links. So a fragment is reported only where at least `FOUND` of them are found. Each language of a
site is counted alone: translated pages often keep the fragments of the original, which says nothing about the original. The counts
are kept for each file with the queries that they depend on, and counted again only if one of these has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from refrakt.project.index.exports import Key
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.index.tracked_site import TrackedSite

if TYPE_CHECKING:
    from refrakt.project.index.site_index import SiteIndex

FOUND = 0.8


class FragmentCount(NamedTuple):
    """The links of a file with a fragment on a known page."""

    language: str
    found: int
    missing: int


class FragmentShare:
    """The share of fragments that are found on a site."""

    def __init__(self) -> None:
        self._counts: dict[str, FragmentCount] = {}
        self._found: Counter[str] = Counter()
        self._missing: Counter[str] = Counter()
        self._stale: dict[str, None] = {}
        self._dependents: dict[Key, set[str]] = {}

    def is_reliable(self, language: str) -> bool:
        """Whether enough fragments are found on the pages of a language."""
        found = self._found[language]
        return found >= FOUND * (found + self._missing[language])

    def changed(self, path: str) -> None:
        """A file was added, changed or removed."""
        self._stale[path] = None

    def invalidate(self, keys: Iterable[Key]) -> None:
        for key in keys:
            self._stale |= dict.fromkeys(self._dependents.pop(key, ()))

    def update(self, index: SiteIndex) -> list[str]:
        """Count again what has changed. Returns the languages with another result."""
        if not self._stale:
            return []
        stale, self._stale = self._stale, {}
        before = {each: self.is_reliable(each) for each in ("", *self._found, *self._missing)}
        for path in stale:
            self._count(index, path)
        languages = {*before, *self._found, *self._missing}
        return sorted(each for each in languages if self.is_reliable(each) != before.get(each, True))

    def _count(self, index: SiteIndex, path: str) -> None:
        old = self._counts.pop(path, None)
        if old is not None:
            self._found[old.language] -= old.found
            self._missing[old.language] -= old.missing
        entry = index.entries.get(path)
        if entry is None or entry.kind != "page" or not any("#" in each.target for each in entry.facts.links):
            return
        site = TrackedSite(index, entry)
        new = self._counts[path] = count_fragments(site)
        self._found[new.language] += new.found
        self._missing[new.language] += new.missing
        for key in site.dependencies:
            self._dependents.setdefault(key, set()).add(path)


def count_fragments(site: TrackedSite) -> FragmentCount:
    """The fragments in the links of one file."""
    links = (each for each in site.facts.links if each.kind == "link" and "#" in each.target)
    found = Counter(site.has_fragment(site.target(each)) for each in links)
    return FragmentCount(language_of(site.spec, site.entry), found[True], found[False])


def language_of(spec: SiteSpec, entry: IndexedFile) -> str:
    """The language of a page, by the first segment of its URL; empty for none."""
    first = (entry.url or "/")[1:].partition("/")[0]
    return first if spec.markdoc is not None and first in spec.markdoc.routes.languages else ""
