"""Compares two documents apart from their tags.

Adding or removing a tag must not change anything else. It could: an additional blank line turns list items into paragraphs,
and without a tag between them two paragraphs become one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node, Span
from refrakt.markdoc.tree_equality import same_node

_Piece = tuple[int, Node | str]
"""The depth, and the text or node there. Tags may split text."""


def same_content(one: Document, other: Document, but_for: Span | None = None) -> bool:
    """Whether two documents are equal apart from tags; `but_for` is a span of the first one that may differ."""
    before, after = (_without_tags(each.tree.children) for each in (one, other))
    # Nodes that an edit does not touch are the same objects.
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
        changed = Span(but_for.start, but_for.end + len(other.text) - len(one.text))
        pieces = _pieces(left, _lies_in(one, but_for)), _pieces(right, _lies_in(other, changed))
    return all(_alike(a, b) for a, b in zip_longest(*pieces))


def _without_tags(nodes: Sequence[Node]) -> list[Node]:
    """The nodes, with each tag replaced by its children."""
    found: list[Node] = []
    pending = [*reversed(nodes)]
    while pending:
        node = pending.pop()
        if node.type == "tag":
            pending += reversed(node.children)
        else:
            found.append(node)
    return found


def _lies_in(document: Document, span: Span) -> Callable[[Node], bool]:
    """A predicate for nodes inside a span."""

    def lies_in_span(node: Node) -> bool:
        start, end = document.offsets(node.span)
        return span.start <= start and end <= span.end and start < end

    return lies_in_span


def _alike(one: _Piece | None, other: _Piece | None) -> bool:
    if one is None or other is None or one[0] != other[0]:
        return False
    left, right = one[1], other[1]
    if isinstance(left, Node) and isinstance(right, Node):
        return same_node(left, right)
    return left == right


def _pieces(nodes: Sequence[Node], passed_over: Callable[[Node], bool] = lambda _: False) -> Iterator[_Piece]:
    """All nodes in order. Adjacent text is one piece, whatever tags are in it."""
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
