"""The text of a block without its code, tags and comments, for rules that search text for patterns.

What is left out is replaced by as many characters that no pattern matches, so offsets stay the same. The document records which
blocks contain a marker outside of code, so after an edit only the changed blocks are searched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import BlockTest
from refrakt.markdoc.document_cache import document_cache
from refrakt.markdoc.tree import BlockText, Node
from refrakt.rules.page import Page

Marker = str | re.Pattern[str]
"""What a block must contain to be searched. A pattern that matches the text without code also matches the whole text."""
HIDDEN = "\x00"
"""Replaces a character of code, of a tag or of a comment."""
_HIDDEN = re.compile(f"{HIDDEN}+")
_CODE = ("code", "fence", "comment")


@dataclass(frozen=True, slots=True)
class ProseBlock:
    """A block with text to search."""

    index: int
    block: Block
    text: str
    """Its text with code, tags and comments hidden."""

    @property
    def source(self) -> BlockText:
        return self.block.source

    def with_hidden(self, new: str, start: int, end: int) -> str | None:
        """A replacement of a part of the text with what is hidden in it; None if it cannot be told what was where."""
        if HIDDEN not in new:
            return new
        hidden = [self.block.text[found.start() : found.end()] for found in _HIDDEN.finditer(self.text, start, end)]
        pieces = _HIDDEN.split(new)
        if [*map(len, hidden)] != [*map(len, _HIDDEN.findall(new))]:
            return None
        return "".join(f"{piece}{code}" for piece, code in zip(pieces, [*hidden, ""], strict=True))


def prose_blocks(page: Page, *markers: Marker) -> Iterator[ProseBlock]:
    """The blocks that contain one of the markers, in text order, with their code, tags and comments hidden."""
    return _found(page, markers, prose_of)


def prose_block(block: Block, *markers: str) -> ProseBlock | None:
    """A block with its code, tags and comments hidden, for rules that read one block; None if it contains no marker."""
    if not any(marker in block.text for marker in markers):
        return None
    text = prose_of(block)
    return ProseBlock(0, block, text) if any(marker in text for marker in markers) else None


def text_blocks(page: Page, *markers: Marker) -> Iterator[ProseBlock]:
    """The same, with tags shown."""
    return _found(page, markers, without_code)


def _found(page: Page, markers: tuple[Marker, ...], shown: Callable[[Block], str]) -> Iterator[ProseBlock]:
    document = page.document
    indexes = document.blocks_where(_contains(markers, shown), markers)
    hidden = verbatim_blocks(page) if indexes else ()
    for index in indexes:
        if index not in hidden:
            block = document.blocks[index]
            yield ProseBlock(index, block, shown(block))


@cache
def _contains(markers: tuple[Marker, ...], shown: Callable[[Block], str]) -> BlockTest:
    """Whether a block contains one of the markers; the same function for the same markers, as `blocks_where` requires."""
    texts = [each for each in markers if isinstance(each, str)]
    patterns = [each for each in markers if not isinstance(each, str)]

    def is_in(text: str) -> bool:
        for each in texts:  # a plain loop: this runs for every new block and every marker after each keystroke
            if each in text:
                return True
        return any(each.search(text) for each in patterns) if patterns else False

    return lambda block: is_in(block.source.text) and is_in(shown(block))


def verbatim_blocks(page: Page) -> set[int]:
    """The indexes of blocks in bodies that are no Markdown."""
    if page.verbatim_blocks is None or page.verbatim_blocks[0] is not page.document:
        page.verbatim_blocks = page.document, _verbatim_blocks(page)
    return page.verbatim_blocks[1]


def _verbatim_blocks(page: Page) -> set[int]:
    found: set[int] = set()
    for name in page.site.verbatim_names:
        opened: int | None = None
        for index in page.document.blocks_containing(name):
            for tag in page.document.blocks[index].tags:
                if tag.name == name and tag.kind == "open" and opened is None:
                    opened = index
                elif tag.name == name and tag.kind == "close" and opened is not None:
                    found.update(range(opened, index + 1))
                    opened = None
    return found


@document_cache(2048)
def without_code(block: Block) -> str:
    """The text of a block with its code and comments hidden."""
    if not block.nodes:
        return HIDDEN * len(block.text) if block.frontmatter is not None else block.text
    spans = [each.span.bounds for each in _code_nodes(block)]
    return _hide(block.text, spans)


@document_cache(2048)
def prose_of(block: Block) -> str:
    """The text of a block with its code, tags and comments hidden."""
    return _hide(without_code(block), [(tag.start, tag.end) for tag in block.tags])


def _code_nodes(block: Block) -> Iterator[Node]:
    for top in block.nodes:
        for node in (top, *top.walk()):
            if node.type in _CODE and node.block is block.source:
                yield node


def _hide(text: str, spans: Sequence[tuple[int, int]]) -> str:
    if not spans:
        return text
    pieces, end = [], 0
    for start, stop in sorted(spans):
        if stop > end:
            pieces += [text[end : max(start, end)], HIDDEN * (stop - max(start, end))]
            end = stop
    return "".join([*pieces, text[end:]])[: len(text)]
