"""A tree as a flat sequence of opening tags, blocks and closing tags, in source order.

This also covers the unbalanced trees of incomplete pages: an unclosed tag in a paragraph or fence takes the following blocks
into the paragraph or fence, and here they come after it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from refrakt.markdoc.format.block_style import closing_of, contents_of, is_unopened
from refrakt.markdoc.tree import Node

_INLINE = frozenset(("text", "strong", "em", "s", "code", "link", "image", "softbreak", "hardbreak", "comment", "tag"))
"""Inline node types. The nodes of a parsed tree have the `inline` flag instead."""


class BlockEvent(NamedTuple):
    """An opening or closing tag, or a `block` that is written as a whole."""

    role: Literal["open", "close", "block"]
    node: Node


def block_events(nodes: Sequence[Node]) -> Iterator[BlockEvent]:
    """Flatten nodes into block events."""
    pending: list[tuple[str, Node, Node | None]] = [("visit", node, None) for node in reversed(nodes)]
    while pending:
        task, node, holder = pending.pop()
        if task == "close":
            yield BlockEvent("close", node)
        elif task == "filter":
            assert holder is not None
            if node.type == "tag" and node.close is not None and not closes_inside(node, holder):
                pending.append(("close", node, None))
            for child in reversed(contents_of(node)):
                own = is_own_content(child, holder)
                pending.append(("filter", child, holder) if own else ("visit", child, None))
        elif node.type == "tag" and not is_written_whole(node):
            yield BlockEvent("open", node)
            if closing_of(node):
                pending.append(("close", node, None))
            pending.extend(("visit", child, None) for child in reversed(contents_of(node)))
        elif node.type == "tag" or not is_unopened(node):
            yield BlockEvent("block", node)
            if node.type == "fence":
                pending.append(("filter", node, node))
            elif node.type in ("paragraph", "heading"):
                pending.extend(("filter", child, child) for child in reversed(node.children))


def is_written_whole(tag: Node) -> bool:
    """Whether a tag is written as one block: a table tag, whose content is converted."""
    return tag.tag == "table" and len(tag.children) == 1 and tag.children[0].type == "table"


def is_own_content(node: Node, holder: Node) -> bool:
    """Whether a node below a fence or inline text was written there, and not moved there by an unclosed tag."""
    if holder.type != "fence":
        return node.inline or (holder.block is None and node.type in _INLINE)
    return holder.block is None or (node.block is holder.block and node.start <= holder.end)


def closes_inside(tag: Node, holder: Node) -> bool:
    """Whether a tag that opens in a fence or inline text is also closed there."""
    if tag.close is None or holder.block is None:
        return True
    return tag.close.block is holder.block and tag.close.start < holder.end
