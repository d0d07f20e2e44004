"""A tree as a sequence of blocks, one after the other as they stand in the source.

Tags are markers between blocks, so a page is a flat row of opening tags, blocks and closing tags, however deep the tree. This
also holds for the crooked trees of unfinished pages: an unclosed tag in a paragraph or in a fence swallows what follows
into the paragraph or the fence, and here it comes out again, after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ..tree import Node
from .style import closing_of, contents_of, is_unopened

_INLINE = frozenset(("text", "strong", "em", "s", "code", "link", "image", "softbreak", "hardbreak", "comment", "tag"))
"""What stands in running text. In a tree that was read every such node says so itself."""


class Step(NamedTuple):
    """`open` and `close` are a tag's two ends; everything else is a `block` that is written as a whole."""

    role: Literal["open", "close", "block"]
    node: Node


def steps(nodes: Sequence[Node]) -> Iterator[Step]:
    """The blocks that these nodes and the tags among them consist of."""
    pending: list[tuple[str, Node, Node | None]] = [("visit", node, None) for node in reversed(nodes)]
    while pending:
        task, node, holder = pending.pop()
        if task == "close":
            yield Step("close", node)
        elif task == "sift":
            assert holder is not None
            if node.type == "tag" and node.close is not None and not closes_inside(node, holder):
                pending.append(("close", node, None))
            for child in reversed(contents_of(node)):
                own = belongs(child, holder)
                pending.append(("sift", child, holder) if own else ("visit", child, None))
        elif node.type == "tag" and not is_written_whole(node):
            yield Step("open", node)
            if closing_of(node):
                pending.append(("close", node, None))
            pending.extend(("visit", child, None) for child in reversed(contents_of(node)))
        elif node.type == "tag" or not is_unopened(node):
            yield Step("block", node)
            if node.type == "fence":
                pending.append(("sift", node, node))
            elif node.type in ("paragraph", "heading"):
                pending.extend(("sift", child, child) for child in reversed(node.children))


def is_written_whole(tag: Node) -> bool:
    """A table tag rewrites what stands in it, so it cannot be taken apart."""
    return tag.tag == "table" and len(tag.children) == 1 and tag.children[0].type == "table"


def belongs(node: Node, holder: Node) -> bool:
    """Whether a node below a fence or an inline text was written there and not merely swallowed."""
    if holder.type != "fence":
        return node.inline or (holder.block is None and node.type in _INLINE)
    return holder.block is None or (node.block is holder.block and node.start <= holder.end)


def closes_inside(tag: Node, holder: Node) -> bool:
    """Whether a tag that opens in a fence or an inline text is also closed there."""
    if tag.close is None or holder.block is None:
        return True
    return tag.close.block is holder.block and tag.close.start < holder.end
