"""The values in queries, such as `milestone:v1`, and their spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from refrakt.markdoc.tree import Span
from refrakt.project.index.field_query import parse
from refrakt.project.pages.page_facts import Filter

_FILTER = "filter"
ID_FIELDS: dict[str, str | None] = {"id": None, "milestone": "milestone", "source": None, "supersedes": None}
"""The fields that hold the id of an entity, with its type where only one is possible."""


class FieldValue(NamedTuple):
    """One value of a field in a query."""

    field: str
    value: str
    span: Span
    """Exactly the characters of the value."""


def field_values(filters: Iterable[Filter]) -> Iterator[FieldValue]:
    """The values of queries that are written literally, without quotes and escapes."""
    for each in filters:
        if each.attribute != _FILTER or each.end - each.start != len(each.text):
            continue
        for clause in parse(each.text).clauses:
            if clause.value and clause.end - clause.value_start == len(clause.value):
                span = Span(each.start + clause.value_start, each.start + clause.end)
                yield FieldValue(clause.field, clause.value, span)
