"""The text of a block without its code, tags and comments, for rules that search text for patterns.

What is left out is replaced by as many characters that no pattern matches, so offsets stay the same. The document records which
blocks contain a marker outside of code, so after an edit only the changed blocks are searched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document_cache import document_cache
from refrakt.markdoc.tree import BlockText
from refrakt.rules.page import Page
from refrakt.rules.signs import NO_SIGNS, Sign, Signs, signs_in, signs_of

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


def prose_blocks(page: Page, sign: Sign) -> Iterator[ProseBlock]:
    """The blocks with a sign, in text order, with their code, tags and comments hidden."""
    return _found(page, page.document.blocks_by(signs_in_prose).get(sign, ()), prose_of)


def prose_blocks_containing(page: Page, text: str) -> Iterator[ProseBlock]:
    """The blocks that contain a text of the page, in the same form."""
    return _found(page, page.document.blocks_containing(text), prose_of)


def text_blocks(page: Page, sign: Sign) -> Iterator[ProseBlock]:
    """The blocks with a sign, with their code and comments hidden."""
    return _found(page, page.document.blocks_by(_signs_without_code).get(sign, ()), without_code)


def prose_block(block: Block) -> ProseBlock:
    """A block with its code, tags and comments hidden, for rules that read one block."""
    return ProseBlock(0, block, prose_of(block))


def _found(page: Page, indexes: Sequence[int], shown: Callable[[Block], str]) -> Iterator[ProseBlock]:
    document = page.document
    hidden = verbatim_blocks(page) if indexes else ()
    for index in indexes:
        if index not in hidden:
            block = document.blocks[index]
            yield ProseBlock(index, block, shown(block))


@document_cache(2048)
def signs_in_prose(block: Block) -> Signs:
    """The signs in a block with its code, tags and comments hidden."""
    return _signs_in(block, prose_of)


def _signs_without_code(block: Block) -> Signs:
    return _signs_in(block, without_code)


def _signs_in(block: Block, shown: Callable[[Block], str]) -> Signs:
    """The signs of a block that are in what is shown of it."""
    signs = signs_of(block.source)
    if not signs:
        return signs
    if len(block.nodes) == 1 and block.nodes[0].type in _CODE:
        return NO_SIGNS
    text = shown(block)
    return signs if text is block.text else signs & signs_in(text)


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
    return _hide(block.text, _code_spans(block))


@document_cache(2048)
def prose_of(block: Block) -> str:
    """The text of a block with its code, tags and comments hidden."""
    return _hide(without_code(block), [(tag.start, tag.end) for tag in block.tags])


def _code_spans(block: Block) -> list[tuple[int, int]]:
    source = block.source
    spans: list[tuple[int, int]] = []
    nodes = list(block.nodes)
    for node in nodes:  # its children are added to the list
        if node.type in _CODE and node.block is source:
            spans.append((node.start, node.end))
        elif node.children:
            nodes += node.children
        if node.slots:
            nodes += node.slots.values()
    return spans


def _hide(text: str, spans: Sequence[tuple[int, int]]) -> str:
    if not spans:
        return text
    pieces, end = [], 0
    for start, stop in sorted(spans):
        if stop > end:
            pieces += [text[end : max(start, end)], HIDDEN * (stop - max(start, end))]
            end = stop
    return "".join([*pieces, text[end:]])[: len(text)]
