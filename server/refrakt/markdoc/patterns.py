"""Regular expressions from configs, catalogues, pages and clients.

They are written for JavaScript and matched by RE2, whose time grows with the length of the text and never with the ways in which
a pattern could match it. A pattern that RE2 cannot express, or that is too large, is refused when it is read; nothing is judged
by it. No other module compiles a pattern that is not part of the source code.

RE2 and the translator are imported when the first pattern is compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

__all__ = ["LONGEST_PATTERN", "LONGEST_TEXT", "Match", "Pattern", "PatternError", "pattern", "pattern_problem"]

LONGEST_PATTERN = 500
LONGEST_TEXT = 1_000
"""No pattern is tried on a longer text."""
_MEMORY = 1 << 20
"""What RE2 may use for one pattern, in bytes."""
_KEPT = 128
"""How many compiled patterns are kept, so that all of them together have a limit, too."""


class PatternError(ValueError):
    """Why a pattern cannot be used, in words that follow "this pattern"."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a pattern found. `text` is the first group, or the whole match where the pattern has no groups."""

    start: int
    end: int
    text: str
    groups: Mapping[str, str | None]
    """What the named groups found."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern that can be used. It holds no compiled program: those are kept in one place."""

    source: str
    flags: str = ""

    def is_applicable(self, text: str) -> bool:
        """Whether a text is short enough to be judged by the pattern."""
        return len(text) <= LONGEST_TEXT

    def matches(self, text: str) -> bool:
        """Whether the pattern matches anywhere in a text; at its start with the flag `y`. Not on a text that is too long."""
        return self.search(text) is not None

    def search(self, text: str) -> Match | None:
        if not self.is_applicable(text):
            return None
        from .pattern_syntax import code_points, code_units

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
    """A JavaScript pattern ready for use. Raises `PatternError`."""
    reason = pattern_problem(source, flags)
    if reason is not None:
        raise PatternError(reason)
    return Pattern(source, flags)


def pattern_problem(source: str, flags: str = "") -> str | None:
    """Why a pattern cannot be used, in words that follow "this pattern"; None where it can."""
    if len(source) > LONGEST_PATTERN:
        return f"has {len(source):,} characters; {LONGEST_PATTERN} are allowed"
    return _refusal(source, flags)


@lru_cache(maxsize=2048)
def _refusal(source: str, flags: str) -> str | None:
    try:
        _compiled(source, flags)
    except PatternError as error:
        return str(error)
    return None


@lru_cache(maxsize=_KEPT)
def _compiled(source: str, flags: str) -> tuple[Any, Mapping[str, int]]:
    """A program of RE2, and the numbers of its named groups."""
    import re2

    from .pattern_syntax import translate

    translation = translate(source, flags)
    options = re2.Options()
    options.max_mem = _MEMORY
    options.log_errors = False
    try:
        # The class behind `re2.compile`, which would keep another hundred programs in a cache of its own.
        return re2._Regexp(translation.text, options), translation.names
    except re2.error as error:
        raise PatternError(_reason(error)) from None


def _reason(error: Exception) -> str:
    said = error.args[0] if error.args else ""
    words = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
    if "too large" in words or "repetition" in words:
        return "is too large once its repetitions are written out"
    return f"cannot be read ({words})"


def _offset(text: str, prepared: str, at: int) -> int:
    """The place in a text of one in its code units."""
    if len(text) == len(prepared):
        return at
    units = 0
    for index, letter in enumerate(text):
        if units >= at:
            return index
        units += 2 if letter > "\uffff" else 1
    return len(text)
