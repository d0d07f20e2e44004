"""Plain text: what counts as white space and as a line, and where a tag ends.

White space here is JavaScript's, because that is what Markdoc trims. Lines end at `\\n`, `\\r\\n` and `\\r` and nowhere else:
U+2028, form feeds and their kin are ordinary characters.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

WHITE = "\t\n\v\f\r \u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"

_BREAK = re.compile(r"\r\n|\n|\r")
_MARKS = re.compile(r'["\\]|%\}')


def normalize(text: str) -> str:
    """The text Markdown is parsed from: every line ends in `\\n`, NUL is replaced."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    return text


def line_starts(text: str) -> list[int]:
    """The offset at which each line begins."""
    if "\r" in text:
        return [0, *(match.end() for match in _BREAK.finditer(text))]
    starts = [0]
    find = text.find
    at = find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = find("\n", at + 1)
    return starts


def wide(text: str) -> int:
    """How many UTF-16 units the text takes."""
    return len(text) + sum(char > "\uffff" for char in text) if not text.isascii() else len(text)


class TagEnds:
    """Answers "where does the tag that opens here end?" for one text, in one linear pass for all questions.

    A `%}` inside a double-quoted string does not count, and a backslash inside a string hides the next character.
    Going through the marks from the back, each knows the answer for a reader that arrives outside or inside a string.
    """

    __slots__ = ("_marks", "_outside")

    def __init__(self, text: str) -> None:
        marks = [match.start() for match in _MARKS.finditer(text)]
        count = len(marks)
        outside = [-1] * (count + 2)
        inside = [-1] * (count + 2)
        for index in range(count - 1, -1, -1):
            at = marks[index]
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
                hidden = after < count and marks[after] == at + 1
                inside[index] = inside[after + hidden]
        self._marks = marks
        self._outside = outside

    def find(self, start: int) -> int:
        """The offset of the `%}` that ends a tag opening at `start`, or -1."""
        return self._outside[bisect_left(self._marks, start)]


class Segments:
    """Maps offsets in a piece of text that was cut out of its source line by line back to the source.

    `pairs` are (offset in the piece, offset in the source), ascending: from each pair on, both run in step.
    """

    __slots__ = ("_here", "_there")

    def __init__(self, pairs: Sequence[tuple[int, int]]) -> None:
        self._here = [here for here, _ in pairs]
        self._there = [there for _, there in pairs]

    def __call__(self, offset: int) -> int:
        index = bisect_right(self._here, offset) - 1
        if index < 0:
            return self._there[0]
        mapped = self._there[index] + offset - self._here[index]
        if index + 1 < len(self._there):
            return min(mapped, self._there[index + 1])
        return mapped

    def end(self, offset: int) -> int:
        """Where a stretch that ends before `offset` ends: a line's end rather than the start of the next."""
        return min(self(offset - 1) + 1, self(offset)) if offset > 0 else self(offset)
