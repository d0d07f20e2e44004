"""Where to point. A mark that covers a whole block says nothing: the first line of it, or a tag's name, is enough."""

from __future__ import annotations

import re

from refrakt.markdoc.tree import Node, Span, TagSyntax

_LINE_END = re.compile(r"[\r\n]")


def head_of(node: Node) -> Span:
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
    """Where the line ends that an offset stands in."""
    found = _LINE_END.search(text, at)
    return found.start() if found else len(text)


def line_start(text: str, at: int) -> int:
    """Where the line begins that an offset stands in."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def stands_alone(tag: TagSyntax) -> bool:
    """Whether nothing else stands on the lines of a tag."""
    if tag.block is None:
        return False
    text = tag.block.text
    before, after = text[line_start(text, tag.start) : tag.start], text[tag.end : line_end(text, tag.end)]
    return not before.strip() and not after.strip()


def tag_named_at(span: Span, *kinds: str) -> TagSyntax | None:
    """The tag whose name a problem is marked at."""
    tags = span.block.tags if span.block is not None else ()
    return next((tag for tag in tags if tag.kind in kinds and tag.name_span == span), None)


def is_stray(node: Node) -> bool:
    """Whether a node is what Markdoc leaves in the place of a closing tag that closes nothing."""
    return node.open is not None and node.open.kind == "close"
