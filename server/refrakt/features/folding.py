"""What can be folded away: runes, sections, frontmatter, code, lists, tables, comments, tags of several lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from refrakt.markdoc import Document, Node
from refrakt.rules.places import is_stray, line_end

from .answers import Range
from .sections import end_of, may_hold_blocks, sections_in

FoldKind = Literal["region", "comment"]

_WHOLE = frozenset({"fence", "table", "blockquote", "item"})
"""Nodes that fold to their first line."""
_COMMENT = "comment"
_NESTED = frozenset({"tag", "list", "item"})
"""Nodes that often hold others."""
_AROUND = frozenset({"blockquote", "table", "thead", "tbody", "tr", "th", "td"})
"""Nodes that may do so."""


class Fold(NamedTuple):
    """A stretch that can be folded, and how deep it lies in others."""

    place: Range
    """From where the first line goes on to be shown to where the last line is shown again."""
    depth: int
    kind: FoldKind | None = None
    closed: bool = False
    """Whether its last line closes it, and is better left to be seen."""


def folds(document: Document) -> list[Fold]:
    """All that can be folded, in the order of the text; of two that begin together the outer one comes first."""
    found = [*_frontmatter(document), *_below(document, document.tree, 0)]
    return sorted(found, key=lambda fold: (fold.place.start, fold.depth))


def most_important(found: list[Fold], limit: int) -> list[Fold]:
    """No more than so many: the outermost ones."""
    if len(found) <= limit:
        return found
    kept = sorted(range(len(found)), key=lambda index: found[index].depth)[:limit]
    return [found[index] for index in sorted(kept)]


def _frontmatter(document: Document) -> Iterator[Fold]:
    if document.frontmatter is not None:
        text = document.blocks[0].text
        yield Fold(Range(len(text) - len(text.lstrip()), len(text.rstrip())), 0, "region")


def _below(document: Document, parent: Node, depth: int) -> Iterator[Fold]:
    sections = sections_in(document, parent)
    yield from (Fold(each.place, depth) for each in sections)
    inside = depth + bool(sections)
    for node in parent.children:
        if node.type == "tag":
            yield from _tag(document, node, inside)
        elif node.type == _COMMENT:
            yield Fold(Range(*document.offsets(node.span)), inside, "comment")
        elif node.type in _WHOLE and _may_have_lines(node):
            yield Fold(Range(*document.offsets(node.span)), inside)
        if node.type in _NESTED or (node.type in _AROUND and may_hold_blocks(node)):
            yield from _below(document, node, inside + 1)


def _may_have_lines(node: Node) -> bool:
    """Whether a node is more than a line. Most items of lists are not, and there are many."""
    return len(node.lines) < 2 or node.lines[1] - node.lines[0] > 1


def _tag(document: Document, node: Node, depth: int) -> Iterator[Fold]:
    opening = node.open
    if opening is None or is_stray(node):
        return
    start, behind = document.offsets(opening.span)
    if opening.block is None or line_end(opening.block.text, opening.start) < opening.end:
        # The attributes of a tag, line by line; its own last line, `%}`, is no more than a mark.
        yield Fold(Range(start, behind), depth + 1, closed=True)
    kind: FoldKind | None = "comment" if node.tag == _COMMENT else None
    if node.close is not None:
        yield Fold(Range(behind, document.offsets(node.close.span)[0]), depth, kind, closed=True)
    elif opening.kind == "open" and node.children:
        yield Fold(Range(behind, end_of(document, node)), depth, kind)
