"""The selection in terms of the tree: whole blocks, text in one line, or the tag at the cursor."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.enclosing_tags import nodes_around
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node, Span, TagSyntax
from refrakt.rules.problem_spans import is_stray, line_end

TABLE = "table"
"""The tag that turns lists into a table."""
_HOLDERS = frozenset({"document", "tag", "item", "blockquote"})
"""The nodes that contain blocks."""
_LONGEST = 20_000
"""A longer selection, such as a whole page, is usually made for copying."""
_IN_LINE = frozenset({"text", "strong", "em", "s", "code", "link", "softbreak", "tag"})


@dataclass(frozen=True, slots=True)
class SelectedBlocks:
    """Adjacent sibling blocks."""

    document: Document
    parents: tuple[Node, ...]
    """The ancestors, outermost first, without the document."""
    nodes: tuple[Node, ...]

    @property
    def span(self) -> Span:
        start, _ = self.document.offsets(self.nodes[0].span)
        _, end = self.document.offsets(self.nodes[-1].span)
        return Span(start, end)

    @property
    def siblings(self) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
        """The siblings before and after them."""
        children = (self.parents[-1] if self.parents else self.document.tree).children
        first, last = (_index(children, node) for node in (self.nodes[0], self.nodes[-1]))
        return tuple(children[:first]), tuple(children[last + 1 :])

    @property
    def is_long(self) -> bool:
        """Whether checks are deferred until an action is resolved."""
        start, end = self.span.bounds
        return end - start > _LONGEST

    @property
    def ends_line(self) -> bool:
        text, end = self.document.text, self.span.end
        return not text[end : line_end(text, end)].strip()


def selected_blocks(request: ActionRequest) -> SelectedBlocks | None:
    """The blocks that are selected as a whole; None where there are none."""
    span = trimmed(request)
    if not 0 < span.end - span.start <= _LONGEST:
        return None
    document = request.document
    first, last = nodes_around(document, span.start), nodes_around(document, span.end)
    parents: list[Node] = []
    for one, other in zip(first, last, strict=False):
        if one is not other or one.inline or not (one.type in _HOLDERS or one.type == "list"):
            break
        parents.append(one)
    # A selection from its first to its last character means the node itself, not its children.
    while parents and (parents[-1].type == "list" or document.offsets(parents[-1].span)[0] >= span.start):
        parents.pop()
    if any(each.type == "tag" and each.close is None for each in parents) or is_made_of_rows(parents):
        return None
    children = (parents[-1] if parents else document.tree).children
    chosen = tuple(each for each in _children_in(document, children, span) if each.type != "inline")
    if not chosen or any(is_stray(each) or _is_malformed(each) for each in chosen):
        return None
    blocks = SelectedBlocks(document, tuple(parents), chosen)
    begin, end = blocks.span.bounds
    text = request.text
    # A selection of whole lines includes the prefix of the first one.
    if text[span.start : begin].strip(" \t>") or span.start > begin or span.end != end:
        return None
    return blocks if blocks.nodes[0].type not in ("item", "tr", "thead", "tbody", "td", "th") else None


def block_at(request: ActionRequest, fits: Callable[[Node], bool]) -> SelectedBlocks | None:
    """The innermost matching block around the selection."""
    document, start = request.document, request.selection.start
    around = nodes_around(document, start)
    for depth in range(len(around) - 1, -1, -1):
        node = around[depth]
        if not node.inline and fits(node):
            holder = around[depth - 1] if depth else None
            if (holder is not None and holder.type not in _HOLDERS) or is_made_of_rows(around[:depth]):
                return None
            begin, end = document.offsets(node.span)
            return (
                SelectedBlocks(document, around[:depth], (node,))
                if begin <= start <= request.selection.end <= end
                else None
            )
    return None


def selected_inline_text(request: ActionRequest) -> Span | None:
    """The text selected within one line."""
    span = trimmed(request)
    text = request.text
    if span.start == span.end or any(sign in text[slice(*span.bounds)] for sign in "\r\n"):
        return None
    document = request.document
    first, last = nodes_around(document, span.start), nodes_around(document, span.end)
    holder = next((node for node in reversed(first) if node.type == "inline"), None)
    if holder is None or holder not in last or document.tag_at(span.start) or document.tag_at(span.end):
        return None
    inside = _children_in(document, holder.children, span)
    if any(node.type not in _IN_LINE for node in inside):
        return None
    # A selection that starts inside another node would split it.
    for node in inside:
        start, end = document.offsets(node.span)
        if node.type != "text" and not (span.start <= start and end <= span.end):
            return None
    return span


def tag_at(request: ActionRequest) -> tuple[Node, tuple[Node, ...]] | None:
    """The node of the tag at the cursor, if it is well-formed, and its ancestors, outermost first."""
    document, offset = request.document, request.selection.start
    syntax = document.tag_at(offset) or document.tag_at(offset + 1)
    if syntax is None or syntax.error is not None or not syntax.terminated or syntax.block is None:
        return None
    start, end = document.offsets(syntax.span)
    if request.selection.end > end:
        return None
    return _owner(document, syntax, start, end)


def _owner(document: Document, syntax: TagSyntax, start: int, end: int) -> tuple[Node, tuple[Node, ...]] | None:
    inside = nodes_around(document, end if syntax.kind == "open" else start)
    for depth, node in enumerate(inside):
        if node.type == "tag" and syntax in (node.open, node.close):
            return (node, inside[:depth]) if syntax.kind != "open" or node.close is not None else None
    if syntax.kind == "void":
        children = (inside[-1] if inside else document.tree).children
        found = next((each for each in _children_in(document, children, Span(start, end)) if each.open is syntax), None)
        return (found, inside) if found is not None else None
    return None


def trimmed(request: ActionRequest) -> Span:
    """The selection without leading and trailing white space."""
    start, end = request.selection.bounds
    text = request.text[start:end]
    if not text.strip():
        return Span(start, start)
    return Span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


def _children_in(document: Document, children: Sequence[Node], span: Span) -> list[Node]:
    """The children that overlap a span."""
    first = bisect_left(children, span.start, key=lambda child: document.offsets(child.span)[1])
    found = []
    for child in islice(children, first, None):
        start, end = document.offsets(child.span)
        if start >= span.end:
            break
        if end > span.start:
            found.append(child)
    return found


def _index(children: Sequence[Node], node: Node) -> int:
    return next(n for n, each in enumerate(children) if each is node)


def is_made_of_rows(parents: Sequence[Node]) -> bool:
    """Whether blocks are table rows: lists in a `table` tag, between which nothing else is allowed."""
    return any(node.type == "table" or (node.type == "tag" and node.tag == TABLE) for node in parents[-2:])


def _is_malformed(node: Node) -> bool:
    """Whether a tag in here is unclosed or malformed."""
    return any(
        each.type == "error"
        or (each.type == "tag" and each.open is not None and each.open.kind == "open" and not each.close)
        for each in (node, *node.walk())
    )
