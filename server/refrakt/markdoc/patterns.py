"""Regular expressions from configs, catalogues, pages and clients.

They have JavaScript syntax and are matched by RE2 in time linear in the length of the text. A pattern that RE2 cannot express, or
that is too large, is rejected when it is loaded, and no value is checked against it. No other module compiles a pattern that is
not part of the source code.

RE2 and the translator are imported when the first pattern is compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

__all__ = [
    "LONGEST_PATTERN",
    "LONGEST_TEXT",
    "Match",
    "Pattern",
    "PatternError",
    "UnsupportedPatternError",
    "groups_of_matches",
    "pattern",
    "pattern_problem",
    "syntax_problem",
]

LONGEST_PATTERN = 500
LONGEST_TEXT = 1_000
"""Longer texts are not matched."""
_MAX_MEMORY = 1 << 20
"""The memory limit of RE2 for one pattern, in bytes."""
_CACHED = 128
"""How many compiled patterns are cached, which limits their total memory."""


class PatternError(ValueError):
    """Why a pattern is rejected, as the predicate of "this pattern"."""


class UnsupportedPatternError(PatternError):
    """A pattern that JavaScript allows, but RE2 does not."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match. `text` is the first group, or the whole match if the pattern has no groups."""

    start: int
    end: int
    text: str
    groups: Mapping[str, str | None]
    """The text of the named groups."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A valid pattern. Compiled programs are cached separately."""

    source: str
    flags: str = ""

    def is_applicable(self, text: str) -> bool:
        """Whether a text is short enough to be matched."""
        return len(text) <= LONGEST_TEXT

    def matches(self, text: str) -> bool:
        """Whether the pattern matches anywhere in a text, or at its start with the flag `y`. False for a text that is too long."""
        return self.search(text) is not None

    def search(self, text: str) -> Match | None:
        if not self.is_applicable(text):
            return None
        from refrakt.markdoc.pattern_syntax import code_points, code_units

        program, names = _compiled(self.source, self.flags)
        prepared = code_points(text) if "u" in self.flags else code_units(text)
        found = (program.match if "y" in self.flags else program.search)(prepared)
        if found is None:
            return None
        start, end = (_offset(text, prepared, each) for each in found.span())

        def part(group: int) -> str | None:
            first, last = found.span(group)
            return text[_offset(text, prepared, first) : _offset(text, prepared, last)] if first >= 0 else None

        shown = part(1) if program.groups else text[start:end]
        return Match(start, end, shown or "", {name: part(number) for name, number in names.items()})


def pattern(source: str, flags: str = "") -> Pattern:
    """Compile a JavaScript pattern. Raises `PatternError`."""
    reason = pattern_problem(source, flags)
    if reason is not None:
        raise PatternError(reason)
    return Pattern(source, flags)


def pattern_problem(source: str, flags: str = "") -> str | None:
    """Why a pattern is rejected, as the predicate of "this pattern"; None if it is valid."""
    if len(source) > LONGEST_PATTERN:
        return f"has {len(source):,} characters; {LONGEST_PATTERN} are allowed"
    return _rejection(source, flags)


def syntax_problem(source: str, flags: str = "") -> str | None:
    """Why a text is not a pattern of JavaScript. Patterns that are valid there and not supported here have no problem."""
    from refrakt.markdoc.pattern_syntax import translate

    if len(source) > LONGEST_PATTERN:
        return None
    try:
        translate(source, flags)
    except UnsupportedPatternError:
        return None
    except PatternError as error:
        return str(error)
    return None


@lru_cache(maxsize=2048)
def _rejection(source: str, flags: str) -> str | None:
    try:
        _compiled(source, flags)
    except PatternError as error:
        return str(error)
    return None


@lru_cache(maxsize=_CACHED)
def _compiled(source: str, flags: str) -> tuple[Any, Mapping[str, int]]:
    """An RE2 program, and the numbers of its named groups."""
    import re2

    from refrakt.markdoc.pattern_syntax import translate

    translation = translate(source, flags)
    options = re2.Options()
    options.max_mem = _MAX_MEMORY
    options.log_errors = False
    try:
        # The class behind `re2.compile`, which would cache another hundred programs.
        return re2._Regexp(translation.text, options), translation.names
    except re2.error as error:
        raise PatternError(_reason(error)) from None


def groups_of_matches(source: str, flags: str, text: str) -> list[tuple[int, int, list[str | None]]]:
    """Start, end and groups of every match in a text, the whole match first. Raises `PatternError`, also if the text is too long or
    has characters outside of the basic plane, whose code units have no offsets."""
    pattern(source, flags)
    if len(text) > LONGEST_TEXT or (text and max(text) > "\uffff"):
        raise PatternError("is not matched against this text")
    program, _ = _compiled(source, flags)
    found: list[tuple[int, int, list[str | None]]] = []
    at = 0
    while at <= len(text):
        match = program.search(text, at)
        if match is None:
            break
        start, end = match.span()
        found.append((start, end, [match.group(number) for number in range(program.groups + 1)]))
        at = end if end > start else end + 1
    return found


def _reason(error: Exception) -> str:
    detail = error.args[0] if error.args else ""
    message = detail.decode(errors="replace") if isinstance(detail, bytes) else str(detail)
    if "too large" in message or "repetition" in message:
        return "is too large with its repetitions expanded"
    return f"is invalid ({message})"


def _offset(text: str, prepared: str, at: int) -> int:
    """The offset in a text of an offset in its code units."""
    if len(text) == len(prepared):
        return at
    units = 0
    for index, letter in enumerate(text):
        if units >= at:
            return index
        units += 2 if letter > "\uffff" else 1
    return len(text)
