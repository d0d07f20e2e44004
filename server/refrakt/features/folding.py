"""Folding ranges: runes, sections, frontmatter, code, lists, tables, comments, tags of several lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from refrakt.features.sections import end_of, may_hold_blocks, sections_in
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.problem_spans import is_stray, line_end

FoldingKind = Literal["region", "comment"]

_FOLDABLE = frozenset({"fence", "table", "blockquote", "item"})
"""Nodes that fold to their first line."""
_COMMENT = "comment"
_NESTED = frozenset({"tag", "list", "item"})
"""Nodes that often contain others."""
_CONTAINERS = frozenset({"blockquote", "table", "thead", "tbody", "tr", "th", "td"})
"""Nodes that seldom contain others."""


class FoldingRange(NamedTuple):
    """A range that can be folded, and its nesting depth."""

    span: Span
    """From the first line, which stays visible, to the end of the last."""
    depth: int
    kind: FoldingKind | None = None
    has_closing_line: bool = False
    """Whether the last line closes the range, and should stay visible."""


def folding_ranges(document: Document) -> list[FoldingRange]:
    """All folding ranges in document order; of two with the same start, the outer one first."""
    found = [*_frontmatter(document), *_in_children(document, document.tree, 0)]
    return sorted(found, key=lambda fold: (fold.span.start, fold.depth))


def outermost(found: list[FoldingRange], limit: int) -> list[FoldingRange]:
    """At most `limit` ranges, the outermost ones."""
    if len(found) <= limit:
        return found
    indexes = sorted(range(len(found)), key=lambda index: found[index].depth)[:limit]
    return [found[index] for index in sorted(indexes)]


def _frontmatter(document: Document) -> Iterator[FoldingRange]:
    if document.frontmatter is not None:
        text = document.blocks[0].text
        yield FoldingRange(Span(len(text) - len(text.lstrip()), len(text.rstrip())), 0, "region")


def _in_children(document: Document, parent: Node, depth: int) -> Iterator[FoldingRange]:
    sections = sections_in(document, parent)
    yield from (FoldingRange(each.span, depth) for each in sections)
    inside = depth + bool(sections)
    for node in parent.children:
        if node.type == "tag":
            yield from _tag(document, node, inside)
        elif node.type == _COMMENT:
            yield FoldingRange(Span(*document.offsets(node.span)), inside, "comment")
        elif node.type in _FOLDABLE and _may_span_lines(node):
            yield FoldingRange(Span(*document.offsets(node.span)), inside)
        if node.type in _NESTED or (node.type in _CONTAINERS and may_hold_blocks(node)):
            yield from _in_children(document, node, inside + 1)


def _may_span_lines(node: Node) -> bool:
    """Whether a node may have more than one line. Most list items have one, and there are many."""
    return len(node.lines) < 2 or node.lines[1] - node.lines[0] > 1


def _tag(document: Document, node: Node, depth: int) -> Iterator[FoldingRange]:
    opening = node.open
    if opening is None or is_stray(node):
        return
    start, behind = document.offsets(opening.span)
    if opening.block is None or line_end(opening.block.text, opening.start) < opening.end:
        # attributes on lines of their own; the last line is only `%}`
        yield FoldingRange(Span(start, behind), depth + 1, has_closing_line=True)
    kind: FoldingKind | None = "comment" if node.tag == _COMMENT else None
    if node.close is not None:
        yield FoldingRange(Span(behind, document.offsets(node.close.span)[0]), depth, kind, has_closing_line=True)
    elif opening.kind == "open" and node.children:
        yield FoldingRange(Span(behind, end_of(document, node)), depth, kind)
