"""The way pages pick things by their fields: `status:ready tags:boats url:/blog/*`.

Words with spaces between them, each a field, a colon and a value; double quotes keep spaces together. The same field again means
"or", another field means "and". A value is a regular expression between slashes, `/^SPEC-/i`, if it has flags or anything special
in it; with a star it stands for everything that fits; otherwise it is the value itself, letter for letter.

A regular expression is JavaScript's (`refrakt.markdoc.patterns`). One that cannot be used is a problem, and matches nothing but its
own text. Stars need no expression: they are looked up piece by piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Protocol

from refrakt.markdoc.javascript import js_str
from refrakt.markdoc.patterns import Pattern, pattern_problem

_REGEX = re.compile(r"/(.+)/([gimsuy]*)", re.DOTALL)
_SPECIAL = re.compile(r"[\\^$.+?()\[\]{}|]")
_WORD = re.compile(r'(?:"[^"]*(?:"|\Z)|[^\s"])+')

FaultCode = Literal["no-colon", "no-field", "unclosed-quote", "bad-regex"]


class Matchable(Protocol):
    """What a query asks about. `data` are the fields of its own."""

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


class Fault(NamedTuple):
    """What is wrong with a query, and where in its text."""

    code: FaultCode
    message: str
    start: int
    end: int


class Clause(NamedTuple):
    """A field and one value it may have, with their places in the text."""

    field: str
    value: str
    start: int
    end: int
    value_start: int


@dataclass(frozen=True, slots=True)
class Query:
    """What was asked for. A word that cannot be understood is left out, as the site's own build does."""

    clauses: tuple[Clause, ...] = ()
    faults: tuple[Fault, ...] = ()
    """What is wrong with the words; expressions are looked at when `problems` is asked for."""

    @property
    def problems(self) -> tuple[Fault, ...]:
        """Everything that is wrong, in the order of the text."""
        found = (*self.faults, *(fault for each in self.clauses for fault in _doubts(each)))
        return tuple(sorted(found, key=lambda each: each.start))

    @property
    def expressions(self) -> int:
        """How many of its values are regular expressions."""
        return sum(_expression(each.value) is not None for each in self.clauses)

    def values(self, field: str) -> tuple[str, ...]:
        """The values a field may have; none where the query does not speak of it."""
        return tuple(each.value for each in self.clauses if each.field == field)

    @property
    def fields(self) -> dict[str, tuple[str, ...]]:
        """The values of every field the query speaks of."""
        return {each.field: self.values(each.field) for each in self.clauses}

    def matches(self, thing: Matchable) -> bool:
        return all(
            any(fits(candidate, value) for candidate in _members(field_of(thing, field)) for value in values)
            for field, values in self.fields.items()
        )


@lru_cache(maxsize=1024)
def parse(text: str) -> Query:
    """A query, and what is wrong with it."""
    clauses: list[Clause] = []
    problems: list[Fault] = []
    for found in _WORD.finditer(text):
        written, (start, end) = found[0], found.span()
        if written.count('"') % 2:
            problems.append(Fault("unclosed-quote", "this quote is never closed", start + written.rfind('"'), end))
        word = written.replace('"', "")
        if not word:
            continue
        field, colon, value = word.partition(":")
        if not colon:
            problems.append(Fault("no-colon", f"`{word}` says nothing: a field, a colon and a value do", start, end))
        elif not field:
            problems.append(Fault("no-field", f"`{word}` names no field before the colon", start, end))
        else:
            clauses.append(Clause(field, value, start, end, start + written.index(":") + 1))
    return Query(tuple(clauses), tuple(problems))


def _doubts(clause: Clause) -> Iterator[Fault]:
    found = _expression(clause.value)
    reason = pattern_problem(found.source, found.flags) if found is not None else None
    if reason is not None:
        yield Fault("bad-regex", f"this regular expression {reason}", clause.value_start, clause.end)


def field_of(thing: Matchable, field: str) -> Any:
    """What a thing says under a field: what every thing has, then what is its own."""
    match field:
        case "id":
            return thing.id
        case "type":
            return thing.type
        case "sourceFile":
            return thing.path
        case "sourceUrl":
            return thing.url
        case "url":
            return thing.url if thing.url is not None else thing.data.get("url", "")
    return thing.data.get(field)


def field_text(thing: Matchable, field: str) -> str:
    """The same in one text, to sort and group by."""
    value = field_of(thing, field)
    return ", ".join(map(_text, value)) if isinstance(value, list | tuple) else _text(value)


def _text(value: Any) -> str:
    return "" if value is None else js_str(value)


def _members(value: Any) -> list[str]:
    """The values that are tried: those of a list, or between the commas of a text, each for itself."""
    if isinstance(value, list | tuple):
        return [_text(each) for each in value]
    text = _text(value)
    return [each.strip() for each in text.split(",")] if "," in text else [text]


def fits(candidate: str, value: str) -> bool:
    """Whether a text is what a value of a query asks for."""
    pattern = _expression(value)
    if pattern is not None:
        usable = pattern_problem(pattern.source, pattern.flags) is None
        return pattern.matches(candidate) if usable else candidate == value
    return _starred(candidate, value.split("*")) if "*" in value else candidate == value


def _expression(value: str) -> Pattern | None:
    """The regular expression a value is; None where it is no such thing."""
    found = _REGEX.fullmatch(value)
    return Pattern(found[1], found[2]) if found and (found[2] or _SPECIAL.search(found[1])) else None


def _starred(candidate: str, pieces: list[str]) -> bool:
    """Whether a text consists of these pieces with anything between them."""
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
