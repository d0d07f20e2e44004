"""Converts offsets to LSP positions and back.

Internally, a position is an offset in code points. LSP uses lines and columns, with columns in UTF-8, UTF-16 or UTF-32 code
units. A conversion reads one block of the document, however long the document is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from refrakt.hosts.lsp.client_capabilities import Encoding
from refrakt.markdoc.document import Document

Position = dict[str, int]
Range = dict[str, Position]


class TextLines(NamedTuple):
    """The text of a closed file and its line starts."""

    text: str
    starts: list[int]


_BREAK = re.compile(r"[\r\n]")


class PositionEncoder:
    """Converts positions for one encoding of columns."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding

    def position(self, document: Document, offset: int) -> Position:
        line, column = document.position(offset)
        if self.encoding != "utf-32" and document.blocks:
            index = document.block_at(offset)
            text = document.blocks[index].text
            if not text.isascii():
                end = max(0, min(offset - document.start_of(index), len(text)))
                column = self.code_units(text[end - column : end])
        return {"line": line, "character": column}

    def range(self, document: Document, start: int, end: int) -> Range:
        return {"start": self.position(document, start), "end": self.position(document, end)}

    def range_in(self, lines: TextLines, start: int, end: int) -> Range:
        """The range in the text of a closed file."""
        return {"start": self._position_in(lines, start), "end": self._position_in(lines, end)}

    def _position_in(self, lines: TextLines, offset: int) -> Position:
        line = bisect_right(lines.starts, offset) - 1
        return {"line": line, "character": self.code_units(lines.text[lines.starts[line] : offset])}

    def offset(self, document: Document, line: int, character: int) -> int:
        """The offset of a position. Positions past the end are clamped to the end of the line or text."""
        blocks = document.blocks
        if not blocks or line < 0:
            return 0
        index = document.block_at_line(line)
        block = blocks[index]
        line_starts = block.source.line_begins()
        inside = line - document.line_of(block.source)
        start = document.start_of(index)
        if inside >= len(line_starts):
            return start + len(block.text)
        line_start = line_starts[inside]
        found = _BREAK.search(
            block.text, line_start, line_starts[inside + 1] if inside + 1 < len(line_starts) else len(block.text)
        )
        end = found.start() if found is not None else len(block.text)
        return start + line_start + self.characters_before(block.text[line_start:end], character)

    def code_units(self, text: str) -> int:
        """The number of columns of a piece of a line."""
        if self.encoding == "utf-32" or text.isascii():
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(char > "\uffff" for char in text)

    def characters_before(self, line: str, column: int) -> int:
        """The number of characters before a column; a column inside a character counts as its start."""
        column = max(column, 0)
        if self.encoding == "utf-32" or line.isascii():
            return min(column, len(line))
        if self.encoding == "utf-8":
            data = line.encode("utf-8", "surrogatepass")
            while 0 < column < len(data) and data[column] & 0xC0 == 0x80:
                column -= 1
            return len(data[:column].decode("utf-8", "surrogatepass"))
        units = 0
        for index, char in enumerate(line):
            units += 2 if char > "\uffff" else 1
            if units > column:
                return index
        return len(line)
