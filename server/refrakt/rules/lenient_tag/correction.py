"""What a lenient reader corrects, and what it knows about the site."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from refrakt.runes.rune import Attribute

SYNTAX = "syntax-error"
BARE = "bare-attribute"
UNQUOTED = "unquoted-value"
SINGLE_QUOTES = "single-quotes"


class Correction(NamedTuple):
    """A replacement in the text of a tag, and what was wrong there."""

    start: int
    end: int
    new: str
    message: str
    code: str = SYNTAX
    """The rule that reports it."""
    sure: bool = True
    """Whether nothing else can be meant."""
    spelling: bool = True
    """Whether it is right for any schema."""
    shown: int = 0
    """How many characters before it are shown as wrong, too."""


class NotRepairable(Exception):
    """The text is not a tag with a few mistakes."""


class Unsupported(NotRepairable):
    """It is known what is wrong, but not what to write, or Markdoc has no way to write it."""

    def __init__(self, start: int, end: int, message: str, advice: str | None = None, code: str = SYNTAX) -> None:
        super().__init__(message)
        self.start = start
        self.end = end
        self.message = message
        self.advice = advice
        self.code = code


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names that a tag can use: they decide between several readings of an invalid tag."""

    attributes: Mapping[str, Attribute] | None = None
    """Those of the tag; None if it is not known."""
    variables: Mapping[str, Any] = field(default_factory=dict)
    functions: Collection[str] = ()
    tags: Collection[str] = ()

    def is_variable(self, path: str) -> bool:
        """Whether a text without its `$` is a variable, as far as its members are known."""
        head, _, rest = path.partition(".")
        if head not in self.variables:
            return False
        members = self.variables[head]
        if head == "item" and not rest:
            return False  # a variable of templates, and a common word
        return not rest or not isinstance(members, Mapping) or rest.partition(".")[0] in members


def corrected(text: str, start: int, end: int, corrections: Sequence[Correction]) -> str:
    """A part of a text with the corrections in it."""
    parts: list[str] = []
    at = start
    for each in sorted(corrections, key=lambda each: (each.start, each.end)):
        if start <= each.start and each.end <= end and each.start >= at:
            parts += [text[at : each.start], each.new]
            at = each.end
    return "".join(parts) + text[at:end]
