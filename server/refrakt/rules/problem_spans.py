"""The spans of problems: the name of a tag, or the first line of another block, instead of the whole block."""

from __future__ import annotations

import re

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.document_cache import document_cache
from refrakt.markdoc.tree import Node, Span, TagSyntax

_LINE_END = re.compile(r"[\r\n]")


def primary_span(node: Node) -> Span:
    """A tag's name; of anything else the first line."""
    if node.open is not None and node.open.name:
        return node.open.name_span
    start, end, block = node.open.span if node.open is not None else node.span
    if block is None:
        return Span(start, end, block)
    text = block.text
    found = _LINE_END.search(text, start, end)
    end = found.start() if found else min(end, len(text))
    return Span(start, start + len(text[start:end].rstrip()), block)


def line_end(text: str, at: int) -> int:
    """The end of the line at an offset."""
    found = _LINE_END.search(text, at)
    return found.start() if found else len(text)


def line_start(text: str, at: int) -> int:
    """The start of the line at an offset."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def is_alone_on_its_lines(tag: TagSyntax) -> bool:
    """Whether a tag is alone on its lines."""
    if tag.block is None:
        return False
    text = tag.block.text
    before, after = text[line_start(text, tag.start) : tag.start], text[tag.end : line_end(text, tag.end)]
    return not before.strip() and not after.strip()


class _Index:
    """The tags of a block by the spans of their problems. A hostile page has thousands in one block."""

    def __init__(self, block: Block) -> None:
        self.by_start = {tag.start: tag for tag in block.tags}
        self.by_name = {(tag.name_start, tag.name_start + len(tag.name)): tag for tag in block.tags if tag.name}
        self.by_error = {(tag.error.start, tag.error.end): tag for tag in reversed(block.tags) if tag.error is not None}
        self.attributes: dict[tuple[int, int], tuple[TagSyntax, int]] = {}
        for tag in block.tags:
            for number, attribute in enumerate(tag.attributes):
                self.attributes.setdefault(attribute.value, (tag, number))
                self.attributes[attribute.key] = (tag, number)


@document_cache(4)
def _index(block: Block) -> _Index:
    return _Index(block)


_NO_TAGS = _Index(Block())


def _tags_at(document: Document, span: Span) -> _Index:
    return _index(document.block_of(span.block)) if span.block is not None else _NO_TAGS


def tag_named_at(document: Document, span: Span, *kinds: str) -> TagSyntax | None:
    """The tag whose name is the span of a problem."""
    tag = _tags_at(document, span).by_name.get((span.start, span.end))
    return tag if tag is not None and tag.kind in kinds else None


def tag_at(document: Document, span: Span) -> TagSyntax | None:
    """The tag that begins where a span does."""
    return _tags_at(document, span).by_start.get(span.start)


def invalid_tag_at(document: Document, span: Span) -> TagSyntax | None:
    """The tag whose parse error has this span."""
    return _tags_at(document, span).by_error.get((span.start, span.end))


def attribute_at(document: Document, span: Span) -> tuple[TagSyntax, int] | None:
    """The attribute whose key or value has this span, by its index in its tag."""
    return _tags_at(document, span).attributes.get((span.start, span.end))


def is_stray(node: Node) -> bool:
    """Whether a node represents a closing tag without an opening tag."""
    return node.open is not None and node.open.kind == "close"
