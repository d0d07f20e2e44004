"""What is selected, step by step, by somebody who widens a selection from the cursor.

Word, value, attribute, tag, line, paragraph, item, list, body of a rune, rune, section, page: every stretch that means something
and has the cursor in it. They are gathered from the tree, and those that fit into each other are kept.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from refrakt.markdoc import Document, Node
from refrakt.markdoc.frontmatter import YamlNode
from refrakt.rules.places import is_stray, line_end, line_start

from .answers import Range
from .sections import end_of, sections_in
from .typed import tag_around

_MARKED = {"strong": 2, "em": 1, "s": 2, "code": 1}
"""How many characters of a mark stand on either side of a text."""


def selections(document: Document, offset: int) -> list[Range]:
    """The stretches around an offset, the innermost first; each is more than the one before."""
    whole = Range(0, document.offsets(document.tree.span)[1])
    offset = max(0, min(offset, whole.end))
    found = [*_words(document, offset), *_tag(document, offset), *_frontmatter(document, offset)]
    found += [*_nodes(document, offset), whole]
    return _growing(found, offset)


def _growing(places: Iterable[Range], offset: int) -> list[Range]:
    kept: list[Range] = []
    for place in sorted(set(places), key=lambda each: each.end - each.start):
        last = kept[-1] if kept else Range(offset, offset)
        if place.start <= last.start and last.end <= place.end and place.end > place.start:
            kept.append(place)
    return kept or [Range(offset, offset)]


# Words and lines ------------------------------------------------------------------------------------------------------


def _words(document: Document, offset: int) -> Iterator[Range]:
    """The word and the line the cursor is in."""
    if not document.blocks:
        return
    index = document.block_at(offset)
    block = document.blocks[index]
    base = document.start_of(index)
    text, at = block.text, offset - base
    start = end = at
    while start > 0 and _is_word(text[start - 1]):
        start -= 1
    while end < len(text) and _is_word(text[end]):
        end += 1
    yield Range(base + start, base + end)
    yield _trimmed(text, line_start(text, at), line_end(text, at), base)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _trimmed(text: str, start: int, end: int, base: int) -> Range:
    """A stretch of a block without the white space at its ends."""
    inner = text[start:end]
    lead = len(inner) - len(inner.lstrip())
    return Range(base + start + lead, base + max(start + len(inner.rstrip()), start + lead))


# Tags -----------------------------------------------------------------------------------------------------------------


def _tag(document: Document, offset: int) -> Iterator[Range]:
    tag = tag_around(document, offset)
    if tag is None:
        return
    base, text, syntax = tag.base, tag.block.text, tag.syntax
    yield tag.place
    yield _trimmed(text, syntax.start + 2, max(tag.content_end, syntax.start + 2), base)
    if syntax.name:
        yield Range(base + syntax.name_start, base + syntax.name_start + len(syntax.name))
    for each in syntax.attributes:
        start, end = each.value
        yield Range(base + min(each.key[0], start), base + max(each.key[1], end))
        yield Range(base + each.key[0], base + each.key[1])
        yield Range(base + start, base + end)
        if text[start : start + 1] in ('"', "'") and end - start > 1:
            yield Range(base + start + 1, base + end - 1)
    if syntax.attributes:
        first, last = syntax.attributes[0], syntax.attributes[-1]
        yield Range(base + first.key[0], base + max(last.key[1], last.value[1]))


# Frontmatter ----------------------------------------------------------------------------------------------------------


def _frontmatter(document: Document, offset: int) -> Iterator[Range]:
    frontmatter = document.frontmatter
    text = document.blocks[0].text if document.blocks else ""
    if frontmatter is None or offset > len(text):
        return
    yield _trimmed(text, 0, len(text), 0)
    yield _trimmed(text, *frontmatter.span[:2], 0)
    node = frontmatter.root
    while node is not None:
        yield Range(*node.span[:2])
        inner: YamlNode | None = None
        for key, value in node.entries:
            entry = Range(key.span.start, max(key.span.end, value.span.end))
            if entry.start <= offset <= entry.end:
                yield entry
                yield Range(*key.span[:2])
                inner = value
        inner = next((each for each in node.items if each.span.start <= offset <= each.span.end), inner)
        # An alias stands for what is written at another place.
        node = inner if inner is not None and inner.span.start <= offset <= inner.span.end else None
        if node is not None and text[node.span.start : node.span.start + 1] in ('"', "'"):
            yield Range(node.span.start + 1, max(node.span.end - 1, node.span.start + 1))


# Nodes ----------------------------------------------------------------------------------------------------------------


def _nodes(document: Document, offset: int) -> Iterator[Range]:
    node = document.tree
    while True:
        for _, place in sections_in(document, node):
            yield place
        inner = _child_at(document, node, offset)
        if inner is None:
            return
        start, end = document.offsets(inner.span)
        end = max(end, end_of(document, inner))
        yield Range(start, end)
        mark = _MARKED.get(inner.type)
        if mark is not None:
            yield Range(start + mark, end - mark)
        if inner.type == "tag" and inner.open is not None and inner.open.kind == "open":
            yield from _body(document, inner)
        elif inner.type not in ("inline", "text") and inner.children:
            yield Range(document.offsets(inner.children[0].span)[0], end_of(document, inner.children[-1]))
        node = inner


def _child_at(document: Document, node: Node, offset: int) -> Node | None:
    """The child an offset is in. Between two that touch, the one that begins there is meant."""
    children = node.children
    index = bisect_right(children, offset, key=lambda child: document.offsets(child.span)[0])
    for child in reversed(children[max(0, index - 1) : index]):
        start, end = document.offsets(child.span)
        if start <= offset <= max(end, end_of(document, child)) and not is_stray(child):
            return child
    return None


def _body(document: Document, node: Node) -> Iterator[Range]:
    """What stands between the tags of a rune."""
    assert node.open is not None
    start = document.offsets(node.open.span)[1]
    if node.children:
        yield Range(document.offsets(node.children[0].span)[0], end_of(document, node.children[-1]))
    if node.close is not None:
        yield Range(start, document.offsets(node.close.span)[0])
