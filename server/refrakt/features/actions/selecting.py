"""What is selected, read off the tree: whole blocks, words within a line, or the tag the cursor stands in."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from refrakt.markdoc import Document, Node, TagSyntax
from refrakt.rules.places import is_stray, line_end

from ..answers import Range
from ..around import nodes_around
from .asked import Asked

TABLE = "table"
"""The tag that makes a table of lists."""
_HOLDERS = frozenset({"document", "tag", "item", "blockquote"})
"""What holds blocks."""
_LONGEST = 20_000
"""Whoever selects more, as with all of a long page, wants to copy it: nobody looks for a rune for so much."""
_IN_LINE = frozenset({"text", "strong", "em", "s", "code", "link", "softbreak", "tag"})


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks that stand one after the other in one place."""

    document: Document
    parents: tuple[Node, ...]
    """What they stand in, outermost first; the page itself is not among them."""
    nodes: tuple[Node, ...]

    @property
    def place(self) -> Range:
        start, _ = self.document.offsets(self.nodes[0].span)
        _, end = self.document.offsets(self.nodes[-1].span)
        return Range(start, end)

    @property
    def siblings(self) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
        """What stands before and behind them in the same place."""
        children = (self.parents[-1] if self.parents else self.document.tree).children
        first, last = (_index(children, node) for node in (self.nodes[0], self.nodes[-1]))
        return tuple(children[:first]), tuple(children[last + 1 :])

    @property
    def is_long(self) -> bool:
        """Whether nobody should look through all of them before somebody wants something done to them."""
        start, end = self.place
        return end - start > _LONGEST

    @property
    def ends_line(self) -> bool:
        text, end = self.document.text, self.place.end
        return not text[end : line_end(text, end)].strip()


def selected_blocks(asked: Asked) -> Blocks | None:
    """The whole blocks that are selected; None where it is less or nothing."""
    place = trimmed(asked)
    if not 0 < place.end - place.start <= _LONGEST:
        return None
    document = asked.document
    first, last = nodes_around(document, place.start), nodes_around(document, place.end)
    parents: list[Node] = []
    for one, other in zip(first, last, strict=False):
        if one is not other or one.inline or not (one.type in _HOLDERS or one.type == "list"):
            break
        parents.append(one)
    # What is selected from its first sign to its last is meant itself, not what stands in it.
    while parents and (parents[-1].type == "list" or document.offsets(parents[-1].span)[0] >= place.start):
        parents.pop()
    if any(each.type == "tag" and each.close is None for each in parents) or is_made_of_rows(parents):
        return None
    children = (parents[-1] if parents else document.tree).children
    chosen = tuple(each for each in _children_in(document, children, place) if each.type != "inline")
    if not chosen or any(is_stray(each) or _is_unread(each) for each in chosen):
        return None
    blocks = Blocks(document, tuple(parents), chosen)
    begin, end = blocks.place
    text = asked.text
    # A selection of whole lines has the marks of the first one in it.
    if text[place.start : begin].strip(" \t>") or place.start > begin or place.end != end:
        return None
    return blocks if blocks.nodes[0].type not in ("item", "tr", "thead", "tbody", "td", "th") else None


def block_at(asked: Asked, fits: Callable[[Node], bool]) -> Blocks | None:
    """The innermost fitting block that the cursor, or all that is selected, is in."""
    document, start = asked.document, asked.place.start
    around = nodes_around(document, start)
    for depth in range(len(around) - 1, -1, -1):
        node = around[depth]
        if not node.inline and fits(node):
            holder = around[depth - 1] if depth else None
            if (holder is not None and holder.type not in _HOLDERS) or is_made_of_rows(around[:depth]):
                return None
            begin, end = document.offsets(node.span)
            return Blocks(document, around[:depth], (node,)) if begin <= start <= asked.place.end <= end else None
    return None


def selected_words(asked: Asked) -> tuple[Node, Range] | None:
    """Words that are selected within one line of text, and the node whose line it is."""
    place = trimmed(asked)
    text = asked.text
    if place.start == place.end or any(sign in text[slice(*place)] for sign in "\r\n"):
        return None
    document = asked.document
    first, last = nodes_around(document, place.start), nodes_around(document, place.end)
    holder = next((node for node in reversed(first) if node.type == "inline"), None)
    if holder is None or holder not in last or document.tag_at(place.start) or document.tag_at(place.end):
        return None
    inside = _children_in(document, holder.children, place)
    if any(node.type not in _IN_LINE for node in inside):
        return None
    # Whoever begins in the middle of something else would cut it in two.
    for node in inside:
        start, end = document.offsets(node.span)
        if node.type != "text" and not (place.start <= start and end <= place.end):
            return None
    return holder, place


def tag_at(asked: Asked) -> tuple[Node, tuple[Node, ...]] | None:
    """What the tag at the cursor belongs to, whole and readable, and what that stands in, outermost first."""
    document, offset = asked.document, asked.place.start
    syntax = document.tag_at(offset) or document.tag_at(offset + 1)
    if syntax is None or syntax.fault is not None or not syntax.terminated or syntax.block is None:
        return None
    start, end = document.offsets(syntax.span)
    if asked.place.end > end:
        return None
    return _owner(document, syntax, start, end)


def _owner(document: Document, syntax: TagSyntax, start: int, end: int) -> tuple[Node, tuple[Node, ...]] | None:
    inside = nodes_around(document, end if syntax.kind == "open" else start)
    for depth, node in enumerate(inside):
        if node.type == "tag" and syntax in (node.open, node.close):
            return (node, inside[:depth]) if syntax.kind != "open" or node.close is not None else None
    if syntax.kind == "void":
        children = (inside[-1] if inside else document.tree).children
        found = next(
            (each for each in _children_in(document, children, Range(start, end)) if each.open is syntax), None
        )
        return (found, inside) if found is not None else None
    return None


def trimmed(asked: Asked) -> Range:
    """What is selected without the white space at its ends."""
    start, end = asked.place
    text = asked.text[start:end]
    if not text.strip():
        return Range(start, start)
    return Range(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


def _children_in(document: Document, children: Sequence[Node], place: Range) -> list[Node]:
    """The children that a stretch touches."""
    first = bisect_left(children, place.start, key=lambda child: document.offsets(child.span)[1])
    found = []
    for child in islice(children, first, None):
        start, end = document.offsets(child.span)
        if start >= place.end:
            break
        if end > place.start:
            found.append(child)
    return found


def _index(children: Sequence[Node], node: Node) -> int:
    return next(n for n, each in enumerate(children) if each is node)


def is_made_of_rows(parents: Sequence[Node]) -> bool:
    """Whether blocks are rows because of what they stand in: lists in a `table` tag, which nothing else may come between."""
    return any(node.type == "table" or (node.type == "tag" and node.tag == TABLE) for node in parents[-2:])


def _is_unread(node: Node) -> bool:
    """Whether a tag in here is not finished, or cannot be read."""
    return any(
        each.type == "error"
        or (each.type == "tag" and each.open is not None and each.open.kind == "open" and not each.close)
        for each in (node, *node.walk())
    )
