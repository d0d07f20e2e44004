"""Updates URLs in queries: `parentUrl:/docs/` matches the same pages after they have moved.

A query may match many pages, so it is changed only if the new value matches exactly the same pages as before. Regular
expressions are left unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

from refrakt.features.rename.projected_site import ProjectedSite
from refrakt.features.symbols.filter_queries import field_values
from refrakt.markdoc.text_edit import TextEdit
from refrakt.project.index.entity_records import parent_url
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.pages.page_facts import Filter
from refrakt.runes.field_values import fits

_NEEDS_QUOTES = re.compile(r'[\s"\\]')
"""Characters that need quotes in a query or in the tag around it."""
_FIELD_VALUES: dict[str, Callable[[IndexedFile], str]] = {
    "url": lambda page: page.url or "",
    "sourceUrl": lambda page: page.url or "",
    "parentUrl": lambda page: parent_url(page.url or "/"),
    "sourceFile": lambda page: page.path,
}
"""The fields that depend on the path of a page."""


class FilterUpdater:
    """Updates queries for the projected site. The caller holds the lock of the index."""

    def __init__(self, before: ProjectedSite, after: ProjectedSite) -> None:
        self._before = before
        self._after = after
        self._replacements: dict[tuple[str, str], str | None] = {}

    def edits(self, filters: Iterable[Filter]) -> Iterator[TextEdit]:
        """The edits of a page's queries."""
        for each in field_values(filters):
            new = self._cached_replacement(each.field, each.value) if each.field in _FIELD_VALUES else None
            if new is not None:
                yield TextEdit(each.span, new)

    def _cached_replacement(self, field: str, value: str) -> str | None:
        """The value that matches the same pages afterwards; None where it is unchanged or does not exist."""
        if (field, value) not in self._replacements:
            self._replacements[field, value] = self._replacement(field, value)
        return self._replacements[field, value]

    def _replacement(self, field: str, value: str) -> str | None:
        field_value, moves = _FIELD_VALUES[field], self._after.moved_paths
        matched = [each for each in self._before.pages if fits(field_value(each), value)]
        pages = {moves.new_path(each.path) for each in matched}
        if not pages or pages == self._matching_pages(field_value, value):
            return None
        # Either all pages have moved or no other value matches them, so the first one gives the new value.
        old, new = matched[0], self._after.entry(moves.new_path(matched[0].path))
        candidates = _replacement_candidates(value, field_value(old), field_value(new)) if new is not None else ()
        plain = (each for each in candidates if not _NEEDS_QUOTES.search(each))
        return next((each for each in plain if self._matching_pages(field_value, each) == pages), None)

    def _matching_pages(self, field_value: Callable[[IndexedFile], str], value: str) -> set[str]:
        return {each.path for each in self._after.pages if fits(field_value(each), value)}


def _replacement_candidates(value: str, old: str, new: str) -> Iterator[str]:
    """Values with the common trailing segments of both URLs removed, longest suffix first."""
    steps, others = old.split("/"), new.split("/")
    alike = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(reversed(steps), reversed(others), strict=False))
    )
    for count in range(alike, -1, -1):
        before, after = "/".join(steps[: len(steps) - count]), "/".join(others[: len(others) - count])
        if value.startswith(before):
            yield after + value[len(before) :]
