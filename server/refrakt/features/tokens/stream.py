"""The tokens of a page as the protocol has them: five numbers each, counted from the one before.

What a block gives is kept with the block, and a new version of a page shares all blocks but those that were typed in. So the
numbers of a long page are put together from pieces, and what has changed between two versions is found without reading either.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from refrakt.markdoc import Document
from refrakt.markdoc.reader import Block
from refrakt.markdoc.sharing import alike

from .blocks import BlockReader
from .token import MODIFIERS, TYPES
from .words import Words

_TYPE = {name: number for number, name in enumerate(TYPES)}
_MODIFIER = {name: 1 << number for number, name in enumerate(MODIFIERS)}
_SIZE = 5
"""Line, column, length, type, modifiers."""


class Piece(NamedTuple):
    """The tokens of a block; the first one's line counts from the block's first, its column from the start of the line."""

    numbers: list[int]
    last: int
    """The line of the last token in the block."""


class Change(NamedTuple):
    """Numbers of a page to be replaced."""

    start: int
    deleted: int
    inserted: list[int]


class TokenStream:
    """The tokens of one page, version after version. `units` says how many columns a piece of a line takes."""

    def __init__(self, units: Callable[[str], int]) -> None:
        self._units = units
        self._words: Words | None = None
        self._pieces: dict[Block, Piece] = {}

    def numbers(self, document: Document, words: Words) -> list[int]:
        """All tokens of a page."""
        before = self._pieces if words is self._words else {}
        reader = BlockReader(document, words)
        self._pieces = {block: before.get(block) or self._piece(block, reader) for block in document.blocks}
        self._words = words
        return self._joined(document, 0, len(document.blocks))

    def part(self, document: Document, words: Words, start: int, end: int) -> list[int]:
        """The tokens of the blocks between two offsets."""
        if not document.blocks:
            return []
        if words is not self._words:
            self._pieces, self._words = {}, words
        reader = BlockReader(document, words)
        first, last = document.block_at(start), document.block_at(end) + 1
        if len(self._pieces) > 2 * len(document.blocks):
            self._pieces = {block: piece for block in document.blocks if (piece := self._pieces.get(block)) is not None}
        for block in document.blocks[first:last]:
            if block not in self._pieces:
                self._pieces[block] = self._piece(block, reader)
        return self._joined(document, first, last)

    def _joined(self, document: Document, first: int, last: int) -> list[int]:
        found: list[int] = []
        line = 0
        begin = document.line_of(document.blocks[first].source) if last > first else 0
        for block in document.blocks[first:last]:
            numbers, height = self._pieces[block]
            if numbers:
                at = len(found)
                found += numbers
                found[at] += begin - line
                line = begin + height
            begin += block.height
        return found

    def _piece(self, block: Block, reader: BlockReader) -> Piece:
        numbers: list[int] = []
        line = column = 0
        begins = block.source.line_begins()
        number = 0
        for token in reader.tokens(block):
            while number + 1 < len(begins) and begins[number + 1] <= token.start:
                number += 1
            start = self._units(block.text[begins[number] : token.start])
            length = self._units(block.text[token.start : token.end])
            behind = start - column if number == line and numbers else start
            numbers += (
                number - line,
                behind,
                length,
                _TYPE[token.type],
                sum(map(_MODIFIER.__getitem__, token.modifiers)),
            )
            line, column = number, start
        return Piece(numbers, line)


def change_between(old: list[int], new: list[int]) -> Change | None:
    """What makes the new numbers of the old ones: one stretch of whole tokens; None where they are the same."""
    begin, behind = alike(old, new)
    if begin == len(old) == len(new):
        return None
    start, end = begin // _SIZE * _SIZE, behind // _SIZE * _SIZE
    return Change(start, len(old) - end - start, new[start : len(new) - end])
