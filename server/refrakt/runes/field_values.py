"""Values of query clauses such as `status:ready`: which texts they match.

A value between slashes is a regular expression of JavaScript, `/^SPEC-/i`, if it has flags or special characters; a star matches
any text; any other value matches itself. Stars need no expression: their pieces are searched one after the other.
"""

from __future__ import annotations

import re
from typing import Any

from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.patterns import Pattern, pattern_problem

TERM = re.compile(r'(?:"[^"]*(?:"|\Z)|[^\s"])+')
"""A clause of a query; double quotes protect spaces."""

_REGEX = re.compile(r"/(.+)/([gimsuy]*)", re.DOTALL)
_SPECIAL = re.compile(r"[\\^$.+?()\[\]{}|]")


def fits(candidate: str, value: str) -> bool:
    """Whether a text matches a value of a query. An invalid regular expression matches only its own text."""
    pattern = expression(value)
    if pattern is not None:
        usable = pattern_problem(pattern.source, pattern.flags) is None
        return pattern.matches(candidate) if usable else candidate == value
    return _starred(candidate, value.split("*")) if "*" in value else candidate == value


def members(value: Any) -> list[str]:
    """The values that are compared: those of a list, or those between the commas of a text."""
    if isinstance(value, list | tuple):
        return [_text(each) for each in value]
    text = _text(value)
    return [each.strip() for each in text.split(",")] if "," in text else [text]


def expression(value: str) -> Pattern | None:
    """The regular expression of a value; None for plain text."""
    found = _REGEX.fullmatch(value)
    return Pattern(found[1], found[2]) if found and (found[2] or _SPECIAL.search(found[1])) else None


def _text(value: Any) -> str:
    return "" if value is None else js_str(value)


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
