"""The outline of a page: the tag of its entity, headings, references and code fences, with their ranges.

Everything else about an entity follows from the order of these in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from refrakt.plugins import Span
from refrakt.plugins.markdoc import Document, Node, ParseOptions, TagSyntax, parse
from refrakt_plan.entity import AttributeRanges, EntityReference
from refrakt_plan.vocabulary import TYPES

PARSE_OPTIONS = ParseOptions(fences="escaped")
_REFERENCE_TAGS = frozenset({"ref", "xref"})
_WHITESPACE = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class OutlineHeading:
    level: int
    text: str
    start: int
    direct: bool
    """Whether it is a child of the entity's tag and not in a list, a quote or another tag."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The outline of an entity's page. Ranges are offsets into the text."""

    type: str
    attributes: dict[str, Any]
    attribute_ranges: dict[str, AttributeRanges]
    tag: Span
    content: Span
    headings: tuple[OutlineHeading, ...]
    references: tuple[EntityReference, ...]
    """Without their sections, which depend on the entity type."""
    fences: tuple[Span, ...]

    @property
    def section_headings(self) -> list[OutlineHeading]:
        """The headings that begin a section of the entity."""
        return [each for each in self.headings if each.direct and each.level == 2]


def parse_outline(text: str) -> Outline | None:
    """The outline of a text; None if it has no entity."""
    document = parse(text, PARSE_OPTIONS)
    nodes = document.tree.children
    for index, node in enumerate(nodes):
        syntax = node.open
        if syntax is None or syntax.name not in TYPES or syntax.kind == "close":
            continue
        if node.type == "error":
            return _unreadable_tag(document, syntax, nodes[index + 1 :])
        tag = _range(document, syntax.span)
        end = document.offsets(node.close.span)[0] if node.close else len(text)
        content = Span(tag.end, tag.end if syntax.kind == "void" else end)
        builder = OutlineBuilder()
        builder.add(document, node.children)
        return builder.outline(syntax.name, dict(node.attributes), attribute_ranges(document, syntax), tag, content)
    return _malformed_entity(document)


def _malformed_entity(document: Document) -> Outline | None:
    """An entity whose tag begins a block but was parsed as part of a paragraph, or closes a tag that is not open.

    Its quotes are unbalanced, text follows it on the same line, or its syntax is wrong.
    """
    tags = [each for each in document.tags() if each.name in TYPES]
    starts = {_range(document, each.span).start: each for each in reversed(tags)}
    for index, node in enumerate(document.tree.children if starts else ()):
        blank = _WHITESPACE.match(document.text, document.offsets(node.span)[0])
        if blank and blank.end() in starts:
            return _unreadable_tag(document, starts[blank.end()], document.tree.children[index + 1 :])
    return None


def _unreadable_tag(document: Document, syntax: TagSyntax, after: Sequence[Node]) -> Outline:
    """The outline for a tag that cannot be read: no attributes, but with the content up to its closing tag."""
    tag = _range(document, syntax.span)
    children, end = ((), tag.end) if syntax.kind == "close" else _until_closed(document, after, syntax.name)
    builder = OutlineBuilder()
    builder.add(document, children)
    content = Span(tag.end, max(tag.end, end))
    return builder.outline(syntax.name, {}, attribute_ranges(document, syntax), tag, content)


def attribute_ranges(document: Document, syntax: TagSyntax) -> dict[str, AttributeRanges]:
    """The ranges of a tag's attributes."""
    return {
        each.annotation.name: AttributeRanges(
            _range(document, Span(*each.key, syntax.block)), _range(document, Span(*each.value, syntax.block))
        )
        for each in syntax.attributes
    }


def _until_closed(document: Document, nodes: Sequence[Node], name: str) -> tuple[Sequence[Node], int]:
    for index, node in enumerate(nodes):
        if node.open is not None and node.open.kind == "close" and node.open.name == name:
            return nodes[:index], document.offsets(node.open.span)[0]
    return nodes, len(document.text)


class OutlineBuilder:
    """Collects what is below an entity's tag."""

    def __init__(self) -> None:
        self.headings: list[OutlineHeading] = []
        self.references: list[EntityReference] = []
        self.fences: list[Span] = []

    def add(self, document: Document, children: Iterable[Node], base: int = 0) -> None:
        """Add children of the tag; `base` is the offset of the document in the whole text."""
        for child in children:
            self._add_node(document, child, base, direct=True)
            for node in child.walk():
                self._add_node(document, node, base, direct=False)

    def outline(
        self,
        type: str,
        attributes: dict[str, Any],
        attribute_ranges: dict[str, AttributeRanges],
        tag: Span,
        content: Span,
    ) -> Outline:
        found = tuple(self.headings), tuple(self.references), tuple(self.fences)
        return Outline(type, attributes, attribute_ranges, tag, content, *found)

    def _add_node(self, document: Document, node: Node, base: int, *, direct: bool) -> None:
        if node.type == "heading":
            start = document.offsets(node.span)[0] + base
            self.headings.append(OutlineHeading(node.attributes["level"], _heading_text(node), start, direct))
        elif node.type == "fence":
            self.fences.append(_range(document, node.span, base))
        elif node.tag in _REFERENCE_TAGS and node.open is not None:
            id = node.attributes.get("primary")
            value = next((each.value for each in node.open.attributes if each.form == "primary"), None)
            if isinstance(id, str) and id and value is not None:
                tag = _range(document, node.open.span, base)
                self.references.append(EntityReference(id, tag, _range(document, Span(*value, node.open.block), base)))


def _heading_text(heading: Node) -> str:
    """The text of a heading without markup and variables."""
    texts = (each.attributes["content"] for each in heading.walk() if each.type in ("text", "code"))
    return "".join(each for each in texts if isinstance(each, str)).strip()


def _range(document: Document, span: Span, base: int = 0) -> Span:
    start, end = document.offsets(span)
    return Span(start + base, end + base)
