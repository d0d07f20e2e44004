"""The text of a block without its code, tags and comments, for rules that search text for patterns.

What is left out is replaced by as many characters that no pattern matches, so offsets stay the same. A page rule asks
the document first which blocks contain a marker: on a page without it, nothing is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document_cache import document_cache
from refrakt.markdoc.tree import BlockText, Node
from refrakt.rules.page import Page

HIDDEN = "\x00"
"""Replaces a character of code, of a tag or of a comment."""
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


def prose_blocks(page: Page, *markers: str) -> Iterator[ProseBlock]:
    """The blocks that contain one of the markers, in text order, with their code, tags and comments hidden."""
    return _found(page, markers, prose_of)


def prose_block(block: Block, *markers: str) -> ProseBlock | None:
    """A block with its code, tags and comments hidden, for rules that read one block; None if it contains no marker."""
    if not any(marker in block.text for marker in markers):
        return None
    text = prose_of(block)
    return ProseBlock(0, block, text) if any(marker in text for marker in markers) else None


def text_blocks(page: Page, *markers: str) -> Iterator[ProseBlock]:
    """The same, with tags shown."""
    return _found(page, markers, without_code)


def _found(page: Page, markers: Sequence[str], shown: Callable[[Block], str]) -> Iterator[ProseBlock]:
    document = page.document
    indexes: set[int] = set()
    for marker in markers:
        indexes.update(document.blocks_containing(marker))
    if indexes:
        indexes -= verbatim_blocks(page)
    for index in sorted(indexes):
        block = document.blocks[index]
        text = shown(block)
        if any(marker in text for marker in markers):
            yield ProseBlock(index, block, text)


def verbatim_blocks(page: Page) -> set[int]:
    """The indexes of blocks in bodies that are no Markdown."""
    found: set[int] = set()
    for name in page.site.verbatim_tags:
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
