"""Plain text: white space, lines, ends of tags, offset maps.

White space is JavaScript's, because that is what Markdoc trims. Lines end at `\\n`, `\\r\\n` and `\\r` only: U+2028 and form
feeds are ordinary characters.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

WHITESPACE = (
    "\t\n\v\f\r \u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"
)

_BREAK = re.compile(r"\r\n|\n|\r")
_DELIMITERS = re.compile(r'["\\]|%\}')


def normalize(text: str) -> str:
    """The text as Markdown is parsed: every line ends in `\\n`, NUL is replaced."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    return text


def line_starts(text: str) -> list[int]:
    """The offset at which each line starts."""
    if "\r" in text:
        return [0, *(match.end() for match in _BREAK.finditer(text))]
    starts = [0]
    find = text.find
    at = find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = find("\n", at + 1)
    return starts


def line_and_column(starts: Sequence[int], offset: int) -> tuple[int, int]:
    """The line and column of an offset, from 1; `starts` are the `line_starts` of its text."""
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


def utf16_length(text: str) -> int:
    """The length of a text in UTF-16 code units."""
    return len(text) + sum(char > "\uffff" for char in text) if not text.isascii() else len(text)


class TagEnds:
    """Finds the `%}` of any tag in a text, after one linear pass for all lookups.

    A `%}` inside a double-quoted string does not count, and a backslash inside a string escapes the next character.
    The pass goes backwards and stores for each delimiter the result for a scan that starts there, outside or inside a string.
    """

    __slots__ = ("_delimiters", "_outside")

    def __init__(self, text: str) -> None:
        delimiters = [match.start() for match in _DELIMITERS.finditer(text)]
        count = len(delimiters)
        outside = [-1] * (count + 2)
        inside = [-1] * (count + 2)
        for index in range(count - 1, -1, -1):
            at = delimiters[index]
            char = text[at]
            after = index + 1
            if char == "%":
                outside[index] = at
                inside[index] = inside[after]
            elif char == '"':
                outside[index] = inside[after]
                inside[index] = outside[after]
            else:
                outside[index] = outside[after]
                escaped = after < count and delimiters[after] == at + 1
                inside[index] = inside[after + escaped]
        self._delimiters = delimiters
        self._outside = outside

    def find(self, start: int) -> int:
        """The offset of the `%}` that ends a tag opening at `start`, or -1."""
        return self._outside[bisect_left(self._delimiters, start)]


class OffsetMap:
    """Maps offsets in a text that was extracted line by line to offsets in its source.

    `pairs` are (offset in the text, offset in the source), ascending; between two pairs the difference is constant.
    """

    __slots__ = ("_offsets", "_source_offsets")

    def __init__(self, pairs: Sequence[tuple[int, int]]) -> None:
        self._offsets = [offset for offset, _ in pairs]
        self._source_offsets = [source for _, source in pairs]

    def __call__(self, offset: int) -> int:
        index = bisect_right(self._offsets, offset) - 1
        if index < 0:
            return self._source_offsets[0]
        mapped = self._source_offsets[index] + offset - self._offsets[index]
        if index + 1 < len(self._source_offsets):
            return min(mapped, self._source_offsets[index + 1])
        return mapped

    def end(self, offset: int) -> int:
        """The source offset of a range end: the end of a line rather than the start of the next."""
        return min(self(offset - 1) + 1, self(offset)) if offset > 0 else self(offset)
