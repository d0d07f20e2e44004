"""Selection ranges: word, value, attribute, tag, line, paragraph, item, list, body of a rune, rune, section, page.

They are collected from the tree; those that nest are kept.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from refrakt.features.sections import end_of, sections_in
from refrakt.features.tag_at_cursor import tag_at
from refrakt.markdoc.document import Document
from refrakt.markdoc.frontmatter import YamlNode
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.problem_spans import is_stray, line_end, line_start

_MARKER_LENGTHS = {"strong": 2, "em": 1, "s": 2, "code": 1}
"""The number of delimiter characters on either side of a node."""


def selection_ranges(document: Document, offset: int) -> list[Span]:
    """The ranges around an offset, innermost first; each contains the one before."""
    whole = Span(0, document.offsets(document.tree.span)[1])
    offset = max(0, min(offset, whole.end))
    found = [*_word_and_line(document, offset), *_tag(document, offset), *_frontmatter(document, offset)]
    found += [*_nodes(document, offset), whole]
    return _nested(found, offset)


def _nested(spans: Iterable[Span], offset: int) -> list[Span]:
    nested: list[Span] = []
    for span in sorted(set(spans), key=lambda each: each.end - each.start):
        last = nested[-1] if nested else Span(offset, offset)
        if span.start <= last.start and last.end <= span.end and span.end > span.start:
            nested.append(span)
    return nested or [Span(offset, offset)]


# Words and lines ------------------------------------------------------------------------------------------------------


def _word_and_line(document: Document, offset: int) -> Iterator[Span]:
    """The word and the line at the cursor."""
    if not document.blocks:
        return
    index = document.block_at(offset)
    block = document.blocks[index]
    base = document.start_of(index)
    text, at = block.text, offset - base
    start = end = at
    while start > 0 and _is_word_char(text[start - 1]):
        start -= 1
    while end < len(text) and _is_word_char(text[end]):
        end += 1
    yield Span(base + start, base + end)
    yield _trimmed(text, line_start(text, at), line_end(text, at), base)


def _is_word_char(char: str) -> bool:
    return char.isalnum() or char == "_"


def _trimmed(text: str, start: int, end: int, base: int) -> Span:
    """A span of a block without surrounding whitespace."""
    inner = text[start:end]
    indent = len(inner) - len(inner.lstrip())
    return Span(base + start + indent, base + max(start + len(inner.rstrip()), start + indent))


# Tags -----------------------------------------------------------------------------------------------------------------


def _tag(document: Document, offset: int) -> Iterator[Span]:
    tag = tag_at(document, offset)
    if tag is None:
        return
    base, text, syntax = tag.base, tag.block.text, tag.syntax
    yield tag.span
    yield _trimmed(text, syntax.start + 2, max(tag.content_end, syntax.start + 2), base)
    if syntax.name:
        yield Span(base + syntax.name_start, base + syntax.name_start + len(syntax.name))
    for each in syntax.attributes:
        start, end = each.value
        yield Span(base + min(each.key[0], start), base + max(each.key[1], end))
        yield Span(base + each.key[0], base + each.key[1])
        yield Span(base + start, base + end)
        if text[start : start + 1] in ('"', "'") and end - start > 1:
            yield Span(base + start + 1, base + end - 1)
    if syntax.attributes:
        first, last = syntax.attributes[0], syntax.attributes[-1]
        yield Span(base + first.key[0], base + max(last.key[1], last.value[1]))


# Frontmatter ----------------------------------------------------------------------------------------------------------


def _frontmatter(document: Document, offset: int) -> Iterator[Span]:
    frontmatter = document.frontmatter
    text = document.blocks[0].text if document.blocks else ""
    if frontmatter is None or offset > len(text):
        return
    yield _trimmed(text, 0, len(text), 0)
    yield _trimmed(text, *frontmatter.span[:2], 0)
    node = frontmatter.root
    while node is not None:
        yield Span(*node.span[:2])
        inner: YamlNode | None = None
        for key, value in node.entries:
            entry = Span(key.span.start, max(key.span.end, value.span.end))
            if entry.start <= offset <= entry.end:
                yield entry
                yield Span(*key.span[:2])
                inner = value
        inner = next((each for each in node.items if each.span.start <= offset <= each.span.end), inner)
        # The node of an alias is elsewhere in the text.
        node = inner if inner is not None and inner.span.start <= offset <= inner.span.end else None
        if node is not None and text[node.span.start : node.span.start + 1] in ('"', "'"):
            yield Span(node.span.start + 1, max(node.span.end - 1, node.span.start + 1))


# Nodes ----------------------------------------------------------------------------------------------------------------


def _nodes(document: Document, offset: int) -> Iterator[Span]:
    node = document.tree
    while True:
        for _, span in sections_in(document, node):
            yield span
        inner = _child_at(document, node, offset)
        if inner is None:
            return
        start, end = document.offsets(inner.span)
        end = max(end, end_of(document, inner))
        yield Span(start, end)
        marker_length = _MARKER_LENGTHS.get(inner.type)
        if marker_length is not None:
            yield Span(start + marker_length, end - marker_length)
        if inner.type == "tag" and inner.open is not None and inner.open.kind == "open":
            yield from _body(document, inner)
        elif inner.type not in ("inline", "text") and inner.children:
            yield Span(document.offsets(inner.children[0].span)[0], end_of(document, inner.children[-1]))
        node = inner


def _child_at(document: Document, node: Node, offset: int) -> Node | None:
    """The child that contains an offset; between two adjacent ones, the second."""
    children = node.children
    index = bisect_right(children, offset, key=lambda child: document.offsets(child.span)[0])
    for child in reversed(children[max(0, index - 1) : index]):
        start, end = document.offsets(child.span)
        if start <= offset <= max(end, end_of(document, child)) and not is_stray(child):
            return child
    return None


def _body(document: Document, node: Node) -> Iterator[Span]:
    """The text between the tags of a rune."""
    assert node.open is not None
    start = document.offsets(node.open.span)[1]
    if node.children:
        yield Span(document.offsets(node.children[0].span)[0], end_of(document, node.children[-1]))
    if node.close is not None:
        yield Span(start, document.offsets(node.close.span)[0])
