"""Semantic tokens in the encoding of the protocol: five numbers each, relative to the previous token.

Tokens are cached per block, and a new version of a page shares all unchanged blocks. So the numbers of a long page are
concatenated from cached blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from refrakt.features.semantic_tokens.blocks import BlockTokenizer
from refrakt.features.semantic_tokens.token_types import MODIFIERS, TYPES
from refrakt.features.semantic_tokens.vocabulary_names import NameClassifier
from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.shared_blocks import common_prefix_and_suffix

_TYPE_NUMBER = {name: number for number, name in enumerate(TYPES)}
_MODIFIER_BIT = {name: 1 << number for number, name in enumerate(MODIFIERS)}
_SIZE = 5
"""Line, column, length, type, modifiers."""


class BlockTokens(NamedTuple):
    """The encoded tokens of a block; the first one's line is relative to the block."""

    data: list[int]
    last_line: int
    """The line of the last token in the block."""


class SemanticTokensEdit(NamedTuple):
    """An edit of the encoded tokens."""

    start: int
    delete_count: int
    data: list[int]


class TokenStream:
    """The tokens of one page, version by version. `units` counts the columns of a piece of a line."""

    def __init__(self, units: Callable[[str], int]) -> None:
        self._units = units
        self._names: NameClassifier | None = None
        self._blocks: dict[Block, BlockTokens] = {}

    def full(self, document: Document, names: NameClassifier) -> list[int]:
        """All tokens of a page."""
        before = self._blocks if names is self._names else {}
        reader = BlockTokenizer(document, names)
        self._blocks = {block: before.get(block) or self._encode(block, reader) for block in document.blocks}
        self._names = names
        return self._join(document, 0, len(document.blocks))

    def range(self, document: Document, names: NameClassifier, start: int, end: int) -> list[int]:
        """The tokens of the blocks between two offsets."""
        if not document.blocks:
            return []
        if names is not self._names:
            self._blocks, self._names = {}, names
        reader = BlockTokenizer(document, names)
        first, last = document.block_at(start), document.block_at(end) + 1
        if len(self._blocks) > 2 * len(document.blocks):
            self._blocks = {
                block: tokens for block in document.blocks if (tokens := self._blocks.get(block)) is not None
            }
        for block in document.blocks[first:last]:
            if block not in self._blocks:
                self._blocks[block] = self._encode(block, reader)
        return self._join(document, first, last)

    def _join(self, document: Document, first: int, last: int) -> list[int]:
        found: list[int] = []
        line = 0
        begin = document.line_of(document.blocks[first].source) if last > first else 0
        for block in document.blocks[first:last]:
            numbers, height = self._blocks[block]
            if numbers:
                at = len(found)
                found += numbers
                found[at] += begin - line
                line = begin + height
            begin += block.line_count
        return found

    def _encode(self, block: Block, reader: BlockTokenizer) -> BlockTokens:
        numbers: list[int] = []
        line = column = 0
        begins = block.source.line_begins()
        number = 0
        for token in reader.tokens(block):
            while number + 1 < len(begins) and begins[number + 1] <= token.start:
                number += 1
            start = self._units(block.text[begins[number] : token.start])
            length = self._units(block.text[token.start : token.end])
            column_delta = start - column if number == line and numbers else start
            numbers += (
                number - line,
                column_delta,
                length,
                _TYPE_NUMBER[token.type],
                sum(map(_MODIFIER_BIT.__getitem__, token.modifiers)),
            )
            line, column = number, start
        return BlockTokens(numbers, line)


def tokens_delta(old: list[int], new: list[int]) -> SemanticTokensEdit | None:
    """The edit from the old to the new numbers, in whole tokens; None where they are equal."""
    prefix, suffix = common_prefix_and_suffix(old, new)
    if prefix == len(old) == len(new):
        return None
    start, end = prefix // _SIZE * _SIZE, suffix // _SIZE * _SIZE
    return SemanticTokensEdit(start, len(old) - end - start, new[start : len(new) - end])
