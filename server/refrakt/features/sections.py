"""The sections of a page: a heading and all that follows it, up to the next heading that is not below it.

Markdown has headings and no sections, so the outline, folding and selecting would each have to find out where one ends.
"""

from __future__ import annotations

from typing import NamedTuple

from refrakt.markdoc import Document, Node

from .answers import Range


class Section(NamedTuple):
    """A heading with what belongs to it."""

    heading: Node
    place: Range


def level_of(heading: Node) -> int:
    """1 to 6. An annotation can make it anything, and what is no number counts as the first."""
    level = heading.attributes.get("level")
    return level if isinstance(level, int) else 1


def sections_in(document: Document, parent: Node) -> list[Section]:
    """The sections directly in a node, in the order of their headings. One that is below another lies within it."""
    headings: list[Node] = []
    ends: list[int] = []
    going_on: list[int] = []
    """The numbers of those whose end is still to come, the outermost first."""
    before: Node | None = None
    for child in parent.children:
        if child.type == "heading":
            level = level_of(child)
            if before is not None and going_on and level_of(headings[going_on[-1]]) >= level:
                end = end_of(document, before)
                while going_on and level_of(headings[going_on[-1]]) >= level:
                    ends[going_on.pop()] = end
            going_on.append(len(headings))
            headings.append(child)
            ends.append(0)
        before = child
    if before is not None:
        for each in going_on:
            ends[each] = end_of(document, before)
    return [
        Section(heading, Range(document.offsets(heading.span)[0], end))
        for heading, end in zip(headings, ends, strict=True)
    ]


def may_hold_blocks(node: Node) -> bool:
    """Whether a list, a quote or a table may have headings or tags in it. Most have none, and need not be looked through."""
    block = node.block
    return block is None or "{%" in block.text or "#" in block.text


def end_of(document: Document, node: Node) -> int:
    """Where a node ends. A tag that nothing closes ends with what it has taken in."""
    while node.type == "tag" and node.close is None and node.open is not None and node.open.kind == "open":
        if not node.children:
            return document.offsets(node.open.span)[1]
        node = node.children[-1]
    return document.offsets(node.span)[1]
