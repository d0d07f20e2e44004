"""The values that queries ask for, such as `milestone:v1`, and where they are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from refrakt.project.index.fieldmatch import parse
from refrakt.project.pages.facts import Filter

from ..answers import Range

_FILTER = "filter"
IDS: dict[str, str | None] = {"id": None, "milestone": "milestone", "source": None, "supersedes": None}
"""The fields that hold the id of a thing, and the kind of thing where it can be one only."""


class Wanted(NamedTuple):
    """A field and one value it may have."""

    field: str
    value: str
    place: Range
    """Exactly the characters of the value."""


def wanted_in(filters: Iterable[Filter]) -> Iterator[Wanted]:
    """The values of queries that stand there as they are, without quotes and escapes."""
    for each in filters:
        if each.attribute != _FILTER or each.end - each.start != len(each.text):
            continue
        for clause in parse(each.text).clauses:
            if clause.value and clause.end - clause.value_start == len(clause.value):
                place = Range(each.start + clause.value_start, each.start + clause.end)
                yield Wanted(clause.field, clause.value, place)
