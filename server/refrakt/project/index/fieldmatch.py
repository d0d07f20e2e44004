"""The way pages pick things by their fields: `status:ready tags:boats url:/blog/*`.

Words with spaces between them, each a field, a colon and a value; double quotes keep spaces together. The same field again means
"or", another field means "and". A value is a regular expression between slashes, `/^SPEC-/i`, if it has flags or anything special
in it; with a star it stands for everything that fits; otherwise it is the value itself, letter for letter.

A page comes from anybody, and Python's matcher cannot be told to stop. So a regular expression is looked at as those of catalogues
are (`refrakt.runes.catalogue.patterns`): one that could take for ever is a problem and matches nothing but its own text, and no
expression is tried on more than the first `LONGEST_MATCHED` characters. What the flags `i` and `s` let two alternatives share is
written out before that look; `m` makes no difference here. Stars need no matcher: they are looked up piece by piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Protocol

from refrakt.markdoc.javascript import js_pattern, js_str
from refrakt.runes.catalogue.patterns import LONGEST_MATCHED, objection

_REGEX = re.compile(r"/(.+)/([gimsuy]*)", re.DOTALL)
_SPECIAL = re.compile(r"[\\^$.+?()\[\]{}|]")
_PART = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|.", re.DOTALL)
_CAPITAL = re.compile(r"\\.|[A-Z]", re.DOTALL)
_WRITTEN_BY_NUMBER = re.compile(r"(?<!\\)(?:\\\\)*\\[xuc]")
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
    problems: tuple[Fault, ...] = ()

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
            begins = start + written.index(":") + 1
            clauses.append(Clause(field, value, start, end, begins))
            problems += _doubts(value, begins, end)
    return Query(tuple(clauses), tuple(problems))


def _doubts(value: str, begins: int, end: int) -> Iterator[Fault]:
    found = _expression(value)
    if found is not None:
        _, reason = _compiled(*found)
        if reason is not None:
            yield Fault("bad-regex", f"this regular expression {reason}", begins, end)


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
    expression = _expression(value)
    if expression is not None:
        pattern, _ = _compiled(*expression)
        if pattern is None:
            return candidate == value
        look = pattern.match if "y" in expression[1] else pattern.search
        return look(candidate[:LONGEST_MATCHED]) is not None
    return _starred(candidate, value.split("*")) if "*" in value else candidate == value


def _expression(value: str) -> tuple[str, str] | None:
    """The regular expression a value is, with its flags; None where it is no such thing."""
    found = _REGEX.fullmatch(value)
    return (found[1], found[2]) if found and (found[2] or _SPECIAL.search(found[1])) else None


@lru_cache(maxsize=1024)
def _compiled(source: str, flags: str) -> tuple[re.Pattern[str] | None, str | None]:
    """An expression ready for use, or what speaks against it."""
    if len(set(flags)) < len(flags):
        return None, f"has a flag twice ({flags})"
    if "i" in flags and _WRITTEN_BY_NUMBER.search(source):
        return None, "has characters that are written as numbers, and the flag i"
    if "s" in flags:
        source = "".join("[\\s\\S]" if part == "." else part for part in _PART.findall(source))
    lower = _CAPITAL.sub(lambda found: found[0] if found[0][0] == "\\" else found[0].lower(), source)
    reason = objection(source) or (objection(lower) if "i" in flags else None)
    return (None, reason) if reason is not None else (js_pattern(source, "i" if "i" in flags else ""), None)


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
