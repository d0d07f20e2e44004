"""Addresses in queries: a list of `parentUrl:/docs/` shows the same pages after they have moved.

A query may fit many pages, so it is changed only where one with another address, or another beginning of one, fits exactly the
pages that it fitted before. What picks by a regular expression is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

from refrakt.project.index.entities import parent_url
from refrakt.project.index.entry import Entry
from refrakt.project.index.fieldmatch import fits
from refrakt.project.pages.facts import Filter

from ..answers import Replacement
from ..things.queries import wanted_in
from .ground import Ground

_UNPLAIN = re.compile(r'[\s"\\]')
"""What would end a value in a query, or in the tag around it."""
_TOLD: dict[str, Callable[[Entry], str]] = {
    "url": lambda page: page.url or "",
    "sourceUrl": lambda page: page.url or "",
    "parentUrl": lambda page: parent_url(page.url or "/"),
    "sourceFile": lambda page: page.path,
}
"""The fields that follow from where a page lies."""


class Filters:
    """Queries on the ground as it is and as it will be. Whoever asks holds the lock of the index."""

    def __init__(self, before: Ground, after: Ground) -> None:
        self._before = before
        self._after = after
        self._known: dict[tuple[str, str], str | None] = {}

    def edits(self, filters: Iterable[Filter]) -> Iterator[Replacement]:
        """What has to be written otherwise in the queries of a page."""
        for each in wanted_in(filters):
            new = self._instead(each.field, each.value) if each.field in _TOLD else None
            if new is not None:
                yield Replacement(each.place, new)

    def _instead(self, field: str, value: str) -> str | None:
        """The value that fits the same pages afterwards; None where it is the same, or there is none."""
        if (field, value) not in self._known:
            self._known[field, value] = self._looked_for(field, value)
        return self._known[field, value]

    def _looked_for(self, field: str, value: str) -> str | None:
        told, moves = _TOLD[field], self._after.moves
        fitted = [each for each in self._before.pages if fits(told(each), value)]
        wanted = {moves.after(each.path) for each in fitted}
        if not wanted or wanted == self._fitting(told, value):
            return None
        # All of them have moved, or no other value fits them; so one tells where they have gone.
        old, new = fitted[0], self._after.entry(moves.after(fitted[0].path))
        candidates = _others(value, told(old), told(new)) if new is not None else ()
        plain = (each for each in candidates if not _UNPLAIN.search(each))
        return next((each for each in plain if self._fitting(told, each) == wanted), None)

    def _fitting(self, told: Callable[[Entry], str], value: str) -> set[str]:
        return {each.path for each in self._after.pages if fits(told(each), value)}


def _others(value: str, old: str, new: str) -> Iterator[str]:
    """A value with another beginning: without the last steps that both addresses have, as many of them as may be."""
    steps, others = old.split("/"), new.split("/")
    alike = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(reversed(steps), reversed(others), strict=False))
    )
    for count in range(alike, -1, -1):
        before, after = "/".join(steps[: len(steps) - count]), "/".join(others[: len(others) - count])
        if value.startswith(before):
            yield after + value[len(before) :]
