"""Queries of entities by their fields: `status:ready tags:boats url:/blog/*`.

A query has clauses separated by spaces, each a field, a colon and a value; double quotes protect spaces. Clauses of the same field
are alternatives, different fields must all match. A value between slashes is a regular expression, `/^SPEC-/i`, if it has flags or
special characters; a star matches any text; any other value matches itself.

Regular expressions are JavaScript's (`refrakt.markdoc.patterns`). An invalid one is a problem, and matches only its own text. Stars
need no expression: their pieces are searched one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.patterns import Pattern, pattern_problem
from refrakt.markdoc.tree import Span
from refrakt.rules.problem import Problem

_REGEX = re.compile(r"/(.+)/([gimsuy]*)", re.DOTALL)
_SPECIAL = re.compile(r"[\\^$.+?()\[\]{}|]")
_TERM = re.compile(r'(?:"[^"]*(?:"|\Z)|[^\s"])+')


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
        return sum(_expression(each.value) is not None for each in self.clauses)

    def values(self, field: str) -> tuple[str, ...]:
        """The values that a field may have; none if the query does not have the field."""
        return tuple(each.value for each in self.clauses if each.field == field)

    @property
    def fields(self) -> dict[str, tuple[str, ...]]:
        """The values of each field of the query."""
        return {each.field: self.values(each.field) for each in self.clauses}

    def matches(self, entity: Matchable) -> bool:
        return all(
            any(fits(candidate, value) for candidate in _members(field_of(entity, field)) for value in values)
            for field, values in self.fields.items()
        )


@lru_cache(maxsize=1024)
def parse(text: str) -> Query:
    """Parse a query."""
    clauses: list[Clause] = []
    problems: list[Problem] = []
    for found in _TERM.finditer(text):
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
    found = _expression(clause.value)
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


def _text(value: Any) -> str:
    return "" if value is None else js_str(value)


def _members(value: Any) -> list[str]:
    """The values that are compared: those of a list, or those between the commas of a text."""
    if isinstance(value, list | tuple):
        return [_text(each) for each in value]
    text = _text(value)
    return [each.strip() for each in text.split(",")] if "," in text else [text]


def fits(candidate: str, value: str) -> bool:
    """Whether a text matches a value of a query."""
    pattern = _expression(value)
    if pattern is not None:
        usable = pattern_problem(pattern.source, pattern.flags) is None
        return pattern.matches(candidate) if usable else candidate == value
    return _starred(candidate, value.split("*")) if "*" in value else candidate == value


def _expression(value: str) -> Pattern | None:
    """The regular expression of a value; None for plain text."""
    found = _REGEX.fullmatch(value)
    return Pattern(found[1], found[2]) if found and (found[2] or _SPECIAL.search(found[1])) else None


def _starred(candidate: str, pieces: list[str]) -> bool:
    """Whether a text consists of these pieces with any text between them."""
    first, *between, last = pieces
    if len(candidate) < len(first) + len(last) or not candidate.startswith(first) or not candidate.endswith(last):
        return False
    at, end = len(first), len(candidate) - len(last)
    for piece in between:
        at = candidate.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return True
