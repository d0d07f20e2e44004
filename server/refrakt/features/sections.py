"""The sections of a page: a heading and what follows it, up to the next heading of the same or a higher level.

Markdown has no section nodes; outline, folding and selection ranges share this computation.
"""

from __future__ import annotations

from typing import NamedTuple

from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node, Span


class HeadingSection(NamedTuple):
    """A heading and its section."""

    heading: Node
    span: Span


def level_of(heading: Node) -> int:
    """1 to 6. An annotation can set any value; what is not a number counts as 1."""
    level = heading.attributes.get("level")
    return level if isinstance(level, int) else 1


def sections_in(document: Document, parent: Node) -> list[HeadingSection]:
    """The sections directly in a node, in document order; subsections overlap their parents."""
    headings: list[Node] = []
    ends: list[int] = []
    open_sections: list[int] = []
    """The indices of sections without an end yet, outermost first."""
    before: Node | None = None
    for child in parent.children:
        if child.type == "heading":
            level = level_of(child)
            if before is not None and open_sections and level_of(headings[open_sections[-1]]) >= level:
                end = end_of(document, before)
                while open_sections and level_of(headings[open_sections[-1]]) >= level:
                    ends[open_sections.pop()] = end
            open_sections.append(len(headings))
            headings.append(child)
            ends.append(0)
        before = child
    if before is not None:
        for each in open_sections:
            ends[each] = end_of(document, before)
    return [
        HeadingSection(heading, Span(document.offsets(heading.span)[0], end))
        for heading, end in zip(headings, ends, strict=True)
    ]


def may_hold_blocks(node: Node) -> bool:
    """Whether a list, quote or table may contain headings or tags. Most do not, and are skipped."""
    block = node.block
    return block is None or "{%" in block.text or "#" in block.text


def end_of(document: Document, node: Node) -> int:
    """The end of a node. An unclosed tag ends with its last child."""
    while node.type == "tag" and node.close is None and node.open is not None and node.open.kind == "open":
        if not node.children:
            return document.offsets(node.open.span)[1]
        node = node.children[-1]
    return document.offsets(node.span)[1]
