"""The list items, quotes, cells and lines of text that contain a tag.

A tag must be closed in the container in which it is opened. Where it is not, the tree does not show where a list item ends, so
containers are found by the text that they cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.document_cache import document_cache
from refrakt.markdoc.tree import BlockText, TagSyntax

_NAMES = {
    "item": "list item",
    "blockquote": "quote",
    "td": "table cell",
    "th": "table cell",
    "inline": "line of text",
    "fence": "fence",
}


class Container(NamedTuple):
    """A node that a tag cannot cross."""

    block: BlockText
    start: int
    end: int
    name: str


def containers_of(document: Document, tag: TagSyntax) -> list[Container]:
    """The containers of a tag, the outermost first."""
    if tag.block is None:
        return []
    found = _containers(document.block_of(tag.block))
    return [each for each in found if each.start <= tag.start < each.end]


@document_cache(4)
def _containers(block: Block) -> list[Container]:
    return sorted(_all_containers(block), key=lambda each: (each.start, -each.end))


def _all_containers(block: Block) -> Iterator[Container]:
    for top in block.nodes:
        for node in (top, *top.walk()):
            if node.type in _NAMES and node.block is not None and node.end > node.start:
                yield Container(node.block, node.start, node.end, _NAMES[node.type])
