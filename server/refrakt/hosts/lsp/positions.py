"""Lines and columns as an editor counts them.

Inside, a place is a number of characters from the start of the text. Editors name a line and a column, and count columns in
units of UTF-8, UTF-16 or UTF-32. Everything here looks at one block of the document, however long the rest is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from refrakt.markdoc import Document

from .client import Encoding

Position = dict[str, int]
Place = dict[str, Position]


class Lines(NamedTuple):
    """A text that is not open, and where its lines begin."""

    text: str
    starts: list[int]


_BREAK = re.compile(r"[\r\n]")


class Codec:
    """Turns offsets into positions and back, for one way of counting columns."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding

    def position(self, document: Document, offset: int) -> Position:
        line, column = document.position(offset)
        if self.encoding != "utf-32" and document.blocks:
            index = document.block_at(offset)
            text = document.blocks[index].text
            if not text.isascii():
                end = max(0, min(offset - document.start_of(index), len(text)))
                column = self.units(text[end - column : end])
        return {"line": line, "character": column}

    def place(self, document: Document, start: int, end: int) -> Place:
        return {"start": self.position(document, start), "end": self.position(document, end)}

    def place_in(self, lines: Lines, start: int, end: int) -> Place:
        """The same for a text that is not open."""
        return {"start": self._position_in(lines, start), "end": self._position_in(lines, end)}

    def _position_in(self, lines: Lines, offset: int) -> Position:
        line = bisect_right(lines.starts, offset) - 1
        return {"line": line, "character": self.units(lines.text[lines.starts[line] : offset])}

    def offset(self, document: Document, line: int, character: int) -> int:
        """The offset of a position. One behind a line's end is at its end, one behind the last line at the text's."""
        blocks = document.blocks
        if not blocks or line < 0:
            return 0
        index = document.block_on(line)
        block = blocks[index]
        begins = block.source.line_begins()
        inside = line - document.line_of(block.source)
        start = document.start_of(index)
        if inside >= len(begins):
            return start + len(block.text)
        begin = begins[inside]
        found = _BREAK.search(block.text, begin, begins[inside + 1] if inside + 1 < len(begins) else len(block.text))
        end = found.start() if found is not None else len(block.text)
        return start + begin + self.characters(block.text[begin:end], character)

    def units(self, text: str) -> int:
        """How many columns a piece of a line takes."""
        if self.encoding == "utf-32" or text.isascii():
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(char > "\uffff" for char in text)

    def characters(self, line: str, column: int) -> int:
        """How many characters of a line a column leaves behind it; a column inside of a character counts as before it."""
        column = max(column, 0)
        if self.encoding == "utf-32" or line.isascii():
            return min(column, len(line))
        if self.encoding == "utf-8":
            data = line.encode("utf-8", "surrogatepass")
            while 0 < column < len(data) and data[column] & 0xC0 == 0x80:
                column -= 1
            return len(data[:column].decode("utf-8", "surrogatepass"))
        seen = 0
        for index, char in enumerate(line):
            seen += 2 if char > "\uffff" else 1
            if seen > column:
                return index
        return len(line)
