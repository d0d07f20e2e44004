"""Where in a page text mistakes can be made: nodes with offsets in the file, lines of prose, links, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mistakes.kind import PlacedTag, SamplePage
from refrakt.markdoc.tree import Node

_LINK = re.compile(r"(?<!!)\[([^\]\[\n`|]+)\]\(([^()\s]+)\)")
_IMAGE = re.compile(r"!\[([^\]\[\n]+)\]\(([^()\s]+)\)")


class Place(NamedTuple):
    """A part of a page."""

    start: int
    end: int
    text: str


def nodes(page: SamplePage, *types: str) -> Iterator[tuple[Node, Place]]:
    """The nodes of these types, with their text."""
    for node in page.document.tree.walk():
        if node.type in types and node.block is not None:
            start, end = page.document.offsets(node.span)
            yield node, Place(start, end, page.text[start:end])


def blocks(page: SamplePage, *types: str) -> Iterator[Place]:
    """The blocks of these types that are not nested in lists or quotations."""
    for block, start in zip(page.document.blocks, page.document._starts, strict=False):
        for node in block.nodes:
            if node.type in types and node.block is block.source:
                text = block.text[node.start : node.end]
                yield Place(start + node.start, start + node.end, text)


def prose(page: SamplePage) -> Iterator[Place]:
    """Paragraphs of plain text outside of all tags."""
    for node in page.document.tree.children:
        if node.type == "paragraph" and node.block is not None:
            start, end = page.document.offsets(node.span)
            text = page.text[start:end]
            if "{%" not in text and text[:1].isalpha() and page.text[max(start - 1, 0) : start] in ("", "\n"):
                yield Place(start, end, text)


def matches(page: SamplePage, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """The matches of a pattern in text, with offsets in the file; not in code, fences or tags."""
    for _, place in nodes(page, "paragraph", "item", "heading", "td"):
        for found in pattern.finditer(page.text, place.start, place.end):
            if not _is_hidden(page, found.start(), found.end()):
                yield found


def _is_hidden(page: SamplePage, start: int, end: int) -> bool:
    hidden = (place for _, place in nodes(page, "code", "fence"))
    return any(place.start < end and start < place.end for place in hidden) or any(
        tag.start < end and start < tag.end for tag in page.tags
    )


def links(page: SamplePage) -> Iterator[re.Match[str]]:
    """Inline links, with text and target."""
    return matches(page, _LINK)


def images(page: SamplePage) -> Iterator[re.Match[str]]:
    return matches(page, _IMAGE)


def line_pairs(page: SamplePage) -> Iterator[tuple[PlacedTag, PlacedTag]]:
    """Opening and closing tags that are alone on their lines, at the margin, with text between them."""
    for opening, closing in page.pairs:
        alone = all(
            page.text[max(each.start - 1, 0) : each.start] in ("", "\n")
            and page.text[each.end : each.end + 1] in ("", "\n")
            and "\n" not in each.text
            for each in (opening, closing)
        )
        if alone and page.text[opening.end : closing.start].strip():
            yield opening, closing


def attributes(page: SamplePage, tag: PlacedTag) -> dict[str, str]:
    """The attributes of a tag as written, if all are strings; numbers and others give an empty text."""
    found = {}
    for each in tag.syntax.attributes:
        value = each.annotation.value
        found[each.annotation.name] = value if isinstance(value, str) and each.form == "named" else ""
    return found
