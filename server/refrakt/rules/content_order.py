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
        for lost, before in too_late(body):
            place = f" before {described(before)} above" if before is not None else " further up"
            message = f"{described(lost.node)} is not shown here: in `{body.name}` it belongs{place}"
            fix = _moved(lost.node, before) if before is not None and not moved else []
            moved = moved or bool(fix)
            yield Found(head_of(lost.node), message[0].upper() + message[1:], "Move it up.", fix)


def too_late(body: Body) -> Iterator[tuple[Lost, Node | None]]:
    """Children that are lost only for where they stand, each with the first lost one above it.

    A field that they fit is still free. Only the first can have been meant, and what stands under a heading belongs to it.
    """
    seen: set[tuple[int, tuple[str, ...]]] = set()
    first: dict[tuple[str, ...], Node] = {}
    for lost in body.trace.lost:
        before = first.setdefault(lost.path, lost.node)
        field = lost.field
        if lost.reason != "left-over" or field is None or (id(field), lost.path) in seen:
            continue
        seen.add((id(field), lost.path))
        if before.type == "heading" or body.is_filled(field, lost.path):
            continue
        # Nearly everything holds a paragraph or two: that a free field takes one does not mean that this was it.
        if not field.optional or not any(kind == "paragraph" for kind, _ in parsed(field.match)):
            yield lost, before if before is not lost.node else None


def _moved(node: Node, before: Node) -> list[Edit]:
    if node.block is None or before.block is None or node.block is before.block or node.type == "tag":
        return []
    if node.start or before.start or node.end > len(node.block.text):
        return []
    text = node.block.text[: node.end].rstrip()
    return [Edit(Span(0, 0, before.block), f"{text}\n\n"), Edit(Span(0, len(node.block.text), node.block), "")]
