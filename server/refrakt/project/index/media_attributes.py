"""Which attributes of a plain site's tags are paths of media files, such as the `src` of a figure.

The schema says only that they are strings. If most values of an attribute that look like paths of media files are files in the
static folders of the site, the attribute is such a path, and a value that is not there is a missing file. Otherwise a value may be
anything: a key, a path below another folder, a URL that a component completes. The result of each attribute is kept with the files
that it depends on, and computed again only if one of these, or a value, has changed.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping

from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.pages.page_facts import Link, PageFacts

_LEAST_FOUND = 5
_FOUND_SHARE = 0.8


def media_attribute(link: Link) -> str | None:
    """The tag and the attribute of a value that looks like the path of a media file."""
    return f"{link.rune} {link.attribute}" if link.attribute is not None else None


def media_paths_of(facts: PageFacts) -> dict[str, set[str]]:
    """The values on a page that look like paths of media files, by tag and attribute."""
    found: dict[str, set[str]] = {}
    for link in facts.links:
        term = media_attribute(link)
        if term is not None:
            found.setdefault(term, set()).add(link.target)
    return found


class MediaAttributes:
    """The attributes that are paths of media files, by tag and attribute."""

    def __init__(self) -> None:
        self._results: dict[str, bool] = {}
        self._stale: set[str] = set()
        self._by_file: dict[str, set[str]] = {}
        """The attributes whose results depend on a file, by its absolute path."""

    def is_path(self, term: str, spec: SiteSpec, paths: Mapping[str, Collection[str]]) -> bool:
        """Whether an attribute is a path. `paths` are the values of all attributes."""
        if term not in self._results:
            self._results[term] = self._count(term, spec, paths.get(term, ()))
        return self._results[term]

    def values_changed(self, terms: Iterable[str]) -> None:
        """The values of these attributes have changed."""
        self._stale.update(terms)

    def file_changed(self, path: str) -> None:
        """A file was created or deleted."""
        self._stale |= self._by_file.pop(path, set())

    def update(self, spec: SiteSpec, paths: Mapping[str, Collection[str]]) -> list[str]:
        """Compute again what may have changed. Returns the attributes with another result."""
        stale, self._stale = self._stale & self._results.keys(), set()
        before = {term: self._results.pop(term) for term in stale}
        return sorted(term for term in stale if self.is_path(term, spec, paths) != before[term])

    def _count(self, term: str, spec: SiteSpec, paths: Collection[str]) -> bool:
        found = sum([self._exists(term, spec, each) for each in sorted(paths)])
        return found >= _LEAST_FOUND and found >= _FOUND_SHARE * len(paths)

    def _exists(self, term: str, spec: SiteSpec, path: str) -> bool:
        files = [
            os.path.join(top, candidate.lstrip("/"))
            for candidate in spec.target(path, None, "").candidates
            for top in spec.static
        ]
        for each in files:
            self._by_file.setdefault(each, set()).add(term)
        return any(map(spec.is_file, files))
