"""Content that comes too late.

A rune reads its content in a fixed order. This would have a place, but something that has none stands before it, or it
belongs further up; as it is, it is not shown. The fix moves it to where it belongs.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Node, Span
from refrakt.runes.matching import described, parsed
from refrakt.runes.resolution import Lost

from .bodies import Body, bodies, head_of
from .finding import Edit, Found
from .page import Here
from .registry import rule


@rule("content-order", "warning", node="tag", fixable=True)
def content_order(here: Here) -> Iterator[Found]:
    for body in bodies(here):
        moved = False
        for lost in body.trace.lost:
            if not comes_too_late(body, lost):
                continue
            before = _in_the_way(body, lost)
            place = f" before {described(before)} above" if before is not None else " further up"
            message = f"{described(lost.node)} is not shown here: in `{body.name}` it belongs{place}"
            fix = _moved(lost.node, before) if before is not None and not moved else []
            moved = moved or bool(fix)
            yield Found(head_of(lost.node), message[0].upper() + message[1:], "Move it up.", fix)


def comes_too_late(body: Body, lost: Lost) -> bool:
    """Whether a child is lost only for where it stands: a field that it fits is still free."""
    field = lost.field
    if lost.reason != "left-over" or field is None or body.is_filled(field, lost.path):
        return False
    late = [each for each in body.trace.lost if each.reason == lost.reason]
    others = [each for each in late if each.field is field and each.path == lost.path]
    before = _in_the_way(body, lost)
    if (others and others[0] is not lost) or (before is not None and before.type == "heading"):
        # Only the first can have been meant; and what stands under a heading belongs to it.
        return False
    # Nearly everything holds a paragraph or two: that a free field takes one does not mean that this was it.
    return not field.optional or not any(kind == "paragraph" for kind, _ in parsed(field.match))


def _in_the_way(body: Body, lost: Lost) -> Node | None:
    """The first child above that was lost, too."""
    nodes = {id(each.node) for each in body.trace.lost}
    first: Node | None = None
    for child in body.children:
        if child is lost.node:
            return first
        if first is None and id(child) in nodes:
            first = child
    return None


def _moved(node: Node, before: Node) -> list[Edit]:
    if node.block is None or before.block is None or node.block is before.block or node.type == "tag":
        return []
    if node.start or before.start or node.end > len(node.block.text):
        return []
    text = node.block.text[: node.end].rstrip()
    return [Edit(Span(0, 0, before.block), f"{text}\n\n"), Edit(Span(0, len(node.block.text), node.block), "")]
