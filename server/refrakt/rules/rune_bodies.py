"""The bodies of runes, matched with their content models.

A condition or a partial may become anything, so a body that has one is not checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from refrakt.markdoc.document_cache import clear_with_documents
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import RuleContext
from refrakt.runes.content_model import ContentModel, Delimited, Field, Sections
from refrakt.runes.match_expressions import matches, parse_match
from refrakt.runes.resolution import ContentResolution, DroppedNode, MissingField, Trace
from refrakt.runes.resolver import DIRECTIVES, applicable_model, resolve
from refrakt.runes.rune import Rune

_ANYTHING = frozenset({"if", "else", "partial", "slot", "expand"})
"""Tags that are replaced by other content."""
_ACTS_AS = {"snippet": "fence", "data": "table"}
"""Runes that become a piece of Markdown once their file is read."""
_SEPARATOR = re.compile(r"[ ]{0,3}(?:\\?-{2,8}|-|[—–―]{1,8}|={2,8}|\+{3,8}|\.{3,8}|-(?:[ ]-){1,8})\s*")
TITLED = frozenset({"budget"})
"""Runes that separate titles and parts in their own way: the content of their parts is unknown."""


@dataclass(frozen=True, slots=True)
class RuneBody:
    """A rune's body: the model that was chosen for it, its children, and the field of each."""

    rune: Rune
    node: Node
    content: ContentModel
    children: Sequence[Node]
    trace: Trace
    separators: Sequence[Node] = ()
    """Lines that were meant to separate zones. The trace takes them for that."""

    @property
    def name(self) -> str:
        return self.node.tag or self.rune.name

    @property
    def advice(self) -> str:
        """What to do about children that are not shown."""
        if not self.rune.owns_content:
            return "Move it out of the rune."
        return (
            "Put it below a heading." if isinstance(self.rune.content, Sections) else "It counts, but is not rendered."
        )

    @property
    def needed(self) -> MissingField | None:
        """The missing field in whose place is other content. That is one mistake, which is reported where that content is."""
        dropped, missing = self.trace.dropped, self.trace.missing
        if not dropped or any(matches(each.node, field.field.match) for each in dropped for field in missing):
            return None
        return next(iter(missing), None)

    @property
    def lacks_heading(self) -> bool:
        """Whether the missing field is a heading: that is missing above the other content, which is not in its place."""
        return self.needed is not None and any(kind == "heading" for kind, _ in parse_match(self.needed.field.match))

    def is_blocked(self, dropped: DroppedNode) -> bool:
        """Whether a child is dropped only because other content is before it, which is the mistake."""
        return dropped.reason == "left-over" and any(
            each.reason == "skipped" and each.field is dropped.field for each in self.trace.dropped
        )

    def is_filled(self, field: Field, path: tuple[str, ...]) -> bool:
        """Whether any child matched a field."""
        return any(each.field is field and each.path == path for each in self.trace.matched)


_last: list[tuple[RuleContext, tuple[RuneBody, ...]]] = []
clear_with_documents(_last.clear)


def rune_bodies(context: RuleContext) -> tuple[RuneBody, ...]:
    """The body of a tag, and those of the runes its parts become. Cached for the last tag, since all content rules use it."""
    cached = _last[:1]  # another thread may replace it at any moment
    if cached and cached[0][0] is context:
        return cached[0][1]
    found = tuple(_bodies(context))
    _last[:] = [(context, found)]
    return found


def _bodies(context: RuleContext) -> Iterator[RuneBody]:
    rune, node = context.rune, context.node
    if (
        rune is None
        or rune.category == "Markdoc"
        or rune.self_closing
        or rune.deferred
        or rune.content is None
        or node.inline
    ):
        return
    if any(error.id in ("missing-closing", "missing-opening") for error in node.errors):
        return
    yield from _read(context, rune, node)


def _read(context: RuleContext, rune: Rune, node: Node) -> Iterator[RuneBody]:
    if rune.content is None or rune.deferred:
        return
    children = _content_of(node.children)
    if any(_could_be_anything(child, context) for child in children):
        return
    if any(child.type == "comment" or child.tag in _ACTS_AS for child in node.children):
        node = _with(node, [_as_markdown(child) for child in children])
        resolution = resolve(rune.content, node)
        children = list(node.children)
    else:
        cached = context.resolution if node is context.node else None
        resolution = cached or resolve(rune.content, node)
    separators = _separators(rune.content, children)
    if separators:
        children = [Node("hr") if child in separators else child for child in children]
        resolution = resolve(rune.content, _with(node, children))
    yield RuneBody(rune, node, applicable_model(rune.content, node), children, resolution.trace, separators)
    for made in _emitted(resolution) if rune.name not in TITLED else ():
        inner = context.vocabulary.get(made.tag or "")
        if inner is not None:
            yield from _read(context, inner, made)


def _separators(content: ContentModel, children: Sequence[Node]) -> list[Node]:
    """Paragraphs of dashes or equals signs in a body with zones, if it has not all of its zones."""
    if not isinstance(content, Delimited) or content.delimiter != "hr":
        return []
    found = [child for child in children if child.type == "paragraph" and _is_separator(child)]
    if not found or content.each is not None:
        return found
    lines = sum(child.type == "hr" for child in children)
    return found if lines + len(found) < len(content.zones) else []


def _is_separator(node: Node) -> bool:
    start, end, block = node.span
    return block is not None and _SEPARATOR.fullmatch(block.text, start, min(end, len(block.text))) is not None


def _emitted(resolution: ContentResolution) -> Iterator[Node]:
    """Tags that the resolver made of parts of the body. They are not in the text."""
    for value in resolution.value.values():
        for each in value if isinstance(value, list) else ():
            if isinstance(each, Node) and each.type == "tag" and each.open is None:
                yield each


def _could_be_anything(node: Node, context: RuleContext) -> bool:
    if node.type == "error" or any(error.id == "missing-opening" for error in node.errors):
        return True
    return node.type == "tag" and (node.tag in _ANYTHING or context.vocabulary.get(node.tag or "") is None)


def _content_of(nodes: Iterable[Node]) -> list[Node]:
    return [each for each in nodes if each.type != "comment" and each.tag not in DIRECTIVES]


def content_as_markdown(nodes: Iterable[Node]) -> list[Node]:
    """The nodes of a body that a rune gets as content, with Markdown for the runes that become some."""
    return [_as_markdown(each) for each in _content_of(nodes)]


def _as_markdown(node: Node) -> Node:
    """A node for a rune that becomes Markdown."""
    if node.type != "tag" or node.tag not in _ACTS_AS:
        return node
    return _copy(Node(_ACTS_AS[node.tag]), node)


def _with(node: Node, children: list[Node]) -> Node:
    copy = _copy(Node(node.type, node.attributes, children, node.tag), node)
    copy.close = node.close
    return copy


def _copy(copy: Node, node: Node) -> Node:
    copy.block, copy.start, copy.end, copy.lines, copy.open = node.block, node.start, node.end, node.lines, node.open
    return copy


def runs(body: RuneBody, *reasons: str) -> Iterator[list[DroppedNode]]:
    """The children dropped for one of these reasons, grouped by adjacency."""
    order = {id(child): index for index, child in enumerate(body.children)}
    run: list[DroppedNode] = []
    for dropped in body.trace.dropped:
        if dropped.reason not in reasons:
            continue
        if run and order.get(id(dropped.node), -9) != order.get(id(run[-1].node), -9) + 1:
            yield run
            run = []
        run.append(dropped)
    if run:
        yield run


def moved_out(context: RuleContext, body: RuneBody, nodes: Sequence[Node]) -> list[TextEdit]:
    """Edits that move children before or after the rune, where they are rendered. Only at the top level this is certain."""
    if body.rune.owns_content:
        return []
    opening, closing = context.node.open, context.node.close
    if body.node.open is not opening or context.parents or opening is None or closing is None:
        return []
    first, last = nodes[0], nodes[-1]
    if any(node.type == "tag" or node.block is None or node.start or node.block is opening.block for node in nodes):
        return []
    if opening.block is None or closing.block is None or opening.block.text[: opening.start].strip():
        return []
    blocks = [node.block for node in nodes if node.block is not None]
    texts = [block.text.rstrip() for block in blocks]
    taken = [TextEdit(Span(0, len(block.text), block), "") for block in blocks]
    if first is body.children[0]:
        at = Span(opening.start, opening.start, opening.block)
        return [TextEdit(at, "".join(f"{text}\n\n" for text in texts)), *taken]
    if last is body.children[-1] and not closing.block.text[closing.end :].partition("\n")[0].strip():
        at = Span(closing.end, closing.end, closing.block)
        return [*taken, TextEdit(at, "".join(f"\n\n{text}" for text in texts))]
    return []


def is_empty(node: Node) -> bool:
    """Whether there is no content between the tags."""
    return not node.slots and not any(child.type != "comment" for child in node.children)
