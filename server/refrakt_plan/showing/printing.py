"""What of somebody's text can be shown: on a terminal, in a picture, in a list.

A title may hold anything. What would move a cursor, change a colour or turn the direction of the rest of the line is shown as
a mark of its own, and a text that is cut says so.
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
MARK = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """A text with its lines, and without what would do more than be read."""
    return _UNPRINTABLE.sub(MARK, _LINE_ENDS.sub("\n", text))


def one_line(text: str) -> str:
    """A text as a single line."""
    return _UNPRINTABLE.sub(MARK, _WHITE.sub(" ", text.strip()))


def in_line(text: str) -> str:
    """A text for a place within a line: as it is, but it begins no line of its own."""
    return printable(text).replace("\n", MARK)


def escaped(json: str) -> str:
    """JSON that says the same, with what cannot be shown as numbers."""
    return _UNPRINTABLE.sub(lambda each: f"\\u{ord(each[0]):04x}", json)


def cleaned(value: Any, clean: Callable[[str], str]) -> Any:
    """Data with all its texts made fit to be shown. Names of members are left alone: no two may become one."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {name: cleaned(each, clean) for name, each in value.items()}
    return [cleaned(each, clean) for each in value] if isinstance(value, list) else value


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def cut(text: str, room: int, mark: str = "…") -> str:
    """A text in so many columns at most; one that was longer ends in the mark."""
    if cells(text) <= room:
        return text
    left = room - cells(mark)
    if left < 0:
        return ""
    end = 0
    while (left := left - _cells(text[end])) >= 0:
        end += 1
    return text[:end].rstrip() + mark
