"""Makes text of a plan safe to display on a terminal, in an image or in a list.

A title may contain anything. Characters that move a cursor, change a colour or reverse the direction of text are replaced by a
marker, and truncated text ends in an ellipsis.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_LINE_ENDS = re.compile("\r\n?|[\x85\u2028\u2029]")
_WHITE = re.compile(r"\s+")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """A text with its lines, without control characters."""
    return _UNPRINTABLE.sub(REPLACEMENT, _LINE_ENDS.sub("\n", text))


def one_line(text: str) -> str:
    """A text as a single line."""
    return _UNPRINTABLE.sub(REPLACEMENT, _WHITE.sub(" ", text.strip()))


def inline(text: str) -> str:
    """A text without line ends, otherwise unchanged."""
    return printable(text).replace("\n", REPLACEMENT)


def escape_json(json: str) -> str:
    """The same JSON with unprintable characters escaped."""
    return _UNPRINTABLE.sub(lambda each: f"\\u{ord(each[0]):04x}", json)


def map_strings(value: Any, function: Callable[[str], str]) -> Any:
    """Data with a function applied to all its strings, but not to member names: two must not become one."""
    if isinstance(value, str):
        return function(value)
    if isinstance(value, dict):
        return {name: map_strings(each, function) for name, each in value.items()}
    return [map_strings(each, function) for each in value] if isinstance(value, list) else value


def display_width(text: str) -> int:
    """The number of terminal columns of a text."""
    return len(text) if text.isascii() else sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def truncate(text: str, room: int, ellipsis: str = "…") -> str:
    """A text in at most `room` columns; a longer one ends in the ellipsis."""
    if display_width(text) <= room:
        return text
    left = room - display_width(ellipsis)
    if left < 0:
        return ""
    end = 0
    while (left := left - _character_width(text[end])) >= 0:
        end += 1
    return text[:end].rstrip() + ellipsis
