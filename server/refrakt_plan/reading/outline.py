"""What matters of a page for a plan: the tag of its entity, headings, references, and where code blocks are.

Everything else that an entity has follows from these by their order in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from refrakt.plugins import Range
from refrakt.plugins.markdoc import Document, Node, Options, Span, TagSyntax, parse
from refrakt_plan.entity import AttributePlace
from refrakt_plan.vocabulary import TYPES

OPTIONS = Options(fences="escaped")
_REFERENCES = frozenset({"ref", "xref"})
_BLANKS = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str
    start: int
    direct: bool
    """Whether it stands right below the entity's tag and not in a list, a quote or another tag."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A tag that names an entity."""

    id: str
    place: Range
    value: Range


@dataclass(frozen=True, slots=True)
class Outline:
    """An entity's page in short. Places are offsets into the text."""

    type: str
    attributes: dict[str, Any]
    places: dict[str, AttributePlace]
    tag: Range
    content: Range
    headings: tuple[Heading, ...]
    mentions: tuple[Mention, ...]
    fences: tuple[Range, ...]


def outline(text: str) -> Outline | None:
    """The outline of a text; None where it has no entity."""
    document = parse(text, OPTIONS)
    nodes = document.tree.children
    for index, node in enumerate(nodes):
        syntax = node.open
        if syntax is None or syntax.name not in TYPES or syntax.kind == "close":
            continue
        if node.type == "error":
            return _unreadable(document, syntax, nodes[index + 1 :])
        tag = _range(document, syntax.span)
        end = document.offsets(node.close.span)[0] if node.close else len(text)
        content = Range(tag.end, tag.end if syntax.kind == "void" else end)
        found = Found()
        found.add(document, node.children)
        return found.outline(syntax.name, dict(node.attributes), attribute_places(document, syntax), tag, content)
    return _meant(document)


def _meant(document: Document) -> Outline | None:
    """The entity that somebody meant to write: a tag begins a block, but is lost in a paragraph or closes what nothing opens.

    Its quotes do not pair, text follows it in the same line, or it is not spelled like a tag.
    """
    tags = [each for each in document.tags() if each.name in TYPES]
    starts = {_range(document, each.span).start: each for each in reversed(tags)}
    for index, node in enumerate(document.tree.children if starts else ()):
        begun = _BLANKS.match(document.text, document.offsets(node.span)[0])
        if begun and begun.end() in starts:
            return _unreadable(document, starts[begun.end()], document.tree.children[index + 1 :])
    return None


def _unreadable(document: Document, syntax: TagSyntax, after: Sequence[Node]) -> Outline:
    """The outline where the tag cannot be read, so it says nothing; what its closing tag ends is its content all the same."""
    tag = _range(document, syntax.span)
    children, end = ((), tag.end) if syntax.kind == "close" else _until_closed(document, after, syntax.name)
    found = Found()
    found.add(document, children)
    return found.outline(syntax.name, {}, attribute_places(document, syntax), tag, Range(tag.end, max(tag.end, end)))


def attribute_places(document: Document, syntax: TagSyntax) -> dict[str, AttributePlace]:
    """Where the attributes of a tag stand."""
    return {
        each.annotation.name: AttributePlace(
            _range(document, Span(*each.key, syntax.block)), _range(document, Span(*each.value, syntax.block))
        )
        for each in syntax.attributes
    }


def _until_closed(document: Document, nodes: Sequence[Node], name: str) -> tuple[Sequence[Node], int]:
    for index, node in enumerate(nodes):
        if node.open is not None and node.open.kind == "close" and node.open.name == name:
            return nodes[:index], document.offsets(node.open.span)[0]
    return nodes, len(document.text)


class Found:
    """What was found so far below an entity's tag."""

    def __init__(self) -> None:
        self.headings: list[Heading] = []
        self.mentions: list[Mention] = []
        self.fences: list[Range] = []

    def add(self, document: Document, children: Iterable[Node], base: int = 0) -> None:
        """Note what stands in children of the tag; `base` is where the document begins in the whole text."""
        for child in children:
            self._note(document, child, base, direct=True)
            for node in child.walk():
                self._note(document, node, base, direct=False)

    def outline(
        self, type: str, attributes: dict[str, Any], places: dict[str, AttributePlace], tag: Range, content: Range
    ) -> Outline:
        found = tuple(self.headings), tuple(self.mentions), tuple(self.fences)
        return Outline(type, attributes, places, tag, content, *found)

    def _note(self, document: Document, node: Node, base: int, *, direct: bool) -> None:
        if node.type == "heading":
            start = document.offsets(node.span)[0] + base
            self.headings.append(Heading(node.attributes["level"], _words(node), start, direct))
        elif node.type == "fence":
            self.fences.append(_range(document, node.span, base))
        elif node.tag in _REFERENCES and node.open is not None:
            named = node.attributes.get("primary")
            value = next((each.value for each in node.open.attributes if each.form == "primary"), None)
            if isinstance(named, str) and named and value is not None:
                place = _range(document, node.open.span, base)
                self.mentions.append(Mention(named, place, _range(document, Span(*value, node.open.block), base)))


def _words(heading: Node) -> str:
    """The words of a heading without their markup, and without values that only a site knows."""
    words = (each.attributes["content"] for each in heading.walk() if each.type in ("text", "code"))
    return "".join(each for each in words if isinstance(each, str)).strip()


def _range(document: Document, span: Span, base: int = 0) -> Range:
    start, end = document.offsets(span)
    return Range(start + base, end + base)
