"""A rune on lines of its own that belongs in a line of text, or the other way round.

A tag that is alone on its line stands between paragraphs; with text around it, it stands in one. Some runes can only be one
or the other. One that fills an item of a list or a cell of a table is right either way. The fix pulls a short one together into
a line.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Node, Span

from .finding import Edit, Found
from .page import Here
from .places import is_stray
from .registry import rule

_CELLS = ("item", "td", "th")


@rule("wrong-place", "error", problem="tag-placement-invalid", fixable=True)
def wrong_place(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    if is_stray(here.node):
        return
    node = here.node
    name = node.tag or node.type
    if node.inline:
        message = f"`{name}` stands in a line of text and needs lines of its own"
        yield Found(here.problem.span, message, "Put it on a line of its own, with blank lines around.")
        return
    if node.open is not None and node.open.kind == "void" and here.parents and here.parents[-1].type in _CELLS:
        return  # in an item of a list, or a cell of a table, it looks the same either way
    message = f"`{name}` stands on lines of its own and belongs in a line of text"
    yield Found(here.problem.span, message, "Write it within a sentence.", _joined(node))


def _joined(node: Node) -> list[Edit]:
    """The tag, its text and its closing tag on one line, where it holds one line of text."""
    if node.open is None or node.close is None or len(node.children) != 1 or node.children[0].type != "paragraph":
        return []
    child = node.children[0]
    if child.block is None or node.open.block is None or node.close.block is None:
        return []
    text = child.block.text[child.start : child.end].strip()
    if not text or "\n" in text or "\r" in text or node.open.block is child.block:
        return []
    end = child.start + len(child.block.text[child.start : child.end].rstrip())
    return [
        Edit(Span(node.open.end, len(node.open.block.text), node.open.block), ""),
        Edit(Span(end, len(child.block.text), child.block), ""),
    ]
