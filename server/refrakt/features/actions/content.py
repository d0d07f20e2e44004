"""Whether two texts say the same, apart from the tags in them.

Putting a tag around something, or taking one away, must leave everything else what it is. It does not go without saying: a blank
line more makes paragraphs of the items of a list, and without a tag between them, two paragraphs become one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from refrakt.markdoc import Document, Node
from refrakt.markdoc.equality import same_node

from ..answers import Range

_Piece = tuple[int, Node | str]
"""How deep something stands, and what it is: text that tags may cut in pieces, or a node."""


def same_content(one: Document, other: Document, but_for: Range | None = None) -> bool:
    """Whether two documents are alike, looking through all tags; `but_for` is a stretch of the one that is another in the other."""
    before, after = (_untagged(each.tree.children) for each in (one, other))
    # Whatever an edit has not touched is the same node.
    first = next((n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a is not b), None)
    if first is None:
        first = min(len(before), len(after))
    last = 0
    while last < min(len(before), len(after)) - first and before[-1 - last] is after[-1 - last]:
        last += 1
    left, right = (each[first : len(each) - last] for each in (before, after))
    if but_for is None:
        pieces = _pieces(left), _pieces(right)
    else:
        changed = Range(but_for.start, but_for.end + len(other.text) - len(one.text))
        pieces = _pieces(left, _within(one, but_for)), _pieces(right, _within(other, changed))
    return all(_alike(a, b) for a, b in zip_longest(*pieces))


def _untagged(nodes: Sequence[Node]) -> list[Node]:
    """Nodes, with what stands in tags in the place of these."""
    found: list[Node] = []
    pending = [*reversed(nodes)]
    while pending:
        node = pending.pop()
        if node.type == "tag":
            pending += reversed(node.children)
        else:
            found.append(node)
    return found


def _within(document: Document, place: Range) -> Callable[[Node], bool]:
    """Tells what lies in a stretch of a document."""

    def lies(node: Node) -> bool:
        start, end = document.offsets(node.span)
        return place.start <= start and end <= place.end and start < end

    return lies


def _alike(one: _Piece | None, other: _Piece | None) -> bool:
    if one is None or other is None or one[0] != other[0]:
        return False
    left, right = one[1], other[1]
    if isinstance(left, Node) and isinstance(right, Node):
        return same_node(left, right)
    return left == right


def _pieces(nodes: Sequence[Node], passed_over: Callable[[Node], bool] = lambda _: False) -> Iterator[_Piece]:
    """Everything in its order. Text that stands together is one piece, whatever tags are in it."""
    pending = [(0, node) for node in reversed(nodes)]
    text, where = "", 0
    while pending:
        depth, node = pending.pop()
        if passed_over(node):
            continue
        inside = depth if node.type == "tag" else depth + 1
        pending += [(inside, child) for child in reversed(node.children)]
        if node.type == "tag":
            continue
        content = node.attributes.get("content")
        if node.type == "text" and isinstance(content, str) and (not text or where == depth):
            text, where = text + content, depth
            continue
        if text:
            yield where, text
            text = ""
        if node.type == "text" and isinstance(content, str):
            text, where = content, depth
        else:
            yield depth, node
    if text:
        yield where, text
