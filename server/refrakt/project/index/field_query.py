"""Queries of entities by their fields: `status:ready tags:boats url:/blog/*`.

A query has clauses separated by spaces, each a field, a colon and a value; double quotes protect spaces. Clauses of the same field
are alternatives, different fields must all match. `refrakt.runes.field_values` compares the values. An invalid regular expression
is a problem.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from refrakt.markdoc.patterns import pattern_problem
from refrakt.markdoc.tree import Span
from refrakt.rules.problem import Problem
from refrakt.runes.field_values import TERM, expression, fits, members


class Matchable(Protocol):
    """What a query can match. `data` has the fields of its type."""

    @property
    def id(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def url(self) -> str | None: ...
    @property
    def data(self) -> Any: ...


class Clause(NamedTuple):
    """A field and one value that it may have, with their offsets in the text."""

    field: str
    value: str
    start: int
    end: int
    value_start: int


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query. An invalid clause is skipped, as in a build."""

    clauses: tuple[Clause, ...] = ()
    syntax_problems: tuple[Problem, ...] = ()
    """Without those of regular expressions, which `problems` checks."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems, sorted by offset."""
        found = (*self.syntax_problems, *(problem for each in self.clauses for problem in _pattern_problems(each)))
        return tuple(sorted(found, key=lambda each: each.span.start))

    @property
    def expressions(self) -> int:
        """How many of its values are regular expressions."""
        return sum(expression(each.value) is not None for each in self.clauses)

    def values(self, field: str) -> tuple[str, ...]:
        """The values that a field may have; none if the query does not have the field."""
        return tuple(each.value for each in self.clauses if each.field == field)

    @property
    def fields(self) -> dict[str, tuple[str, ...]]:
        """The values of each field of the query."""
        return {each.field: self.values(each.field) for each in self.clauses}

    def matches(self, entity: Matchable) -> bool:
        return all(
            any(fits(candidate, value) for candidate in members(field_of(entity, field)) for value in values)
            for field, values in self.fields.items()
        )


@lru_cache(maxsize=1024)
def parse(text: str) -> Query:
    """Parse a query."""
    clauses: list[Clause] = []
    problems: list[Problem] = []
    for found in TERM.finditer(text):
        written, (start, end) = found[0], found.span()
        if written.count('"') % 2:
            problems.append(
                Problem(Span(start + written.rfind('"'), end), "this quote is never closed", code="unclosed-quote")
            )
        term = written.replace('"', "")
        if not term:
            continue
        field, colon, value = term.partition(":")
        if not colon:
            problems.append(Problem(Span(start, end), f"`{term}` has no colon; write `field:value`", code="no-colon"))
        elif not field:
            problems.append(Problem(Span(start, end), f"`{term}` has no field before the colon", code="no-field"))
        else:
            clauses.append(Clause(field, value, start, end, start + written.index(":") + 1))
    return Query(tuple(clauses), tuple(problems))


def _pattern_problems(clause: Clause) -> Iterator[Problem]:
    found = expression(clause.value)
    reason = pattern_problem(found.source, found.flags) if found is not None else None
    if reason is not None:
        span = Span(clause.value_start, clause.end)
        yield Problem(span, f"this regular expression {reason}", code="bad-regex")


def field_of(entity: Matchable, field: str) -> Any:
    """The value of a field: one that every entity has, else one of its type."""
    match field:
        case "id":
            return entity.id
        case "type":
            return entity.type
        case "sourceFile":
            return entity.path
        case "sourceUrl":
            return entity.url
        case "url":
            return entity.url if entity.url is not None else entity.data.get("url", "")
    return entity.data.get(field)
