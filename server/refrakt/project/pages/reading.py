"""From a document to its facts: one walk over the tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from refrakt.markdoc import AttributeSyntax, Document, Node, Variable
from refrakt.markdoc.frontmatter import Frontmatter
from refrakt.markdoc.tree import Span, TagSyntax
from refrakt.markdoc.values import to_json
from refrakt.rules.settings import silenced_lines
from refrakt.rules.values import used
from refrakt.runes.vocabulary import Vocabulary

from .declaring import Declaration, declared_by
from .destinations import Destinations
from .facts import Anchor, Entity, Filter, Heading, Link, PageFacts, Reference, Silence
from .headings import heading_id, heading_text
from .references import (
    ANYWHERE,
    BRINGERS,
    FILTERS,
    FRONTMATTER,
    FRONTMATTER_LINKS,
    HINTED,
    HINTS,
    HREF,
    ICON_SCHEME,
    IDS,
    LINKS,
    LISTS,
    OPTIONAL,
    PREVIEWS,
    REFERENCES,
    SCHEMES,
    ReferenceKind,
)

_VARIABLE = "frontmatter"
_LINE_END = re.compile(r"\r\n|\r|\n")


def facts_of(document: Document, vocabulary: Vocabulary) -> PageFacts:
    """The facts of a page. The vocabulary is asked which rune a name stands for and what such a rune declares."""
    reader = _Reader(document, vocabulary)
    reader.read()
    return reader.facts()


class _Reader:
    def __init__(self, document: Document, vocabulary: Vocabulary) -> None:
        self.document = document
        self.text = document.text
        self.vocabulary = vocabulary
        self.names = vocabulary.names
        self.destinations = Destinations(document)
        self.data: dict[str, Any] = {}
        self.variables = {_VARIABLE: self.data}
        self.runes: dict[str, None] = {}
        self.headings: list[Heading] = []
        self.anchors: list[Anchor] = []
        self.links: list[Link] = []
        self.references: list[Reference] = []
        self.entities: list[Entity] = []
        self.declarations: list[Declaration] = []
        self.filters: list[Filter] = []
        self.open_ended = False
        self.looks: dict[str, Callable[[Node, str | None], None]] = {
            "tag": self._tag,
            "heading": self._heading,
            "link": self._link,
            "image": self._image,
            "item": self._item,
            "text": self._text,
        }

    def facts(self) -> PageFacts:
        return PageFacts(
            self._title(),
            self.data,
            tuple(self.runes),
            tuple(self.headings),
            tuple(self.anchors),
            tuple(self.links),
            tuple(self.references),
            (*self.entities, *(each.entity(self.headings, self.references) for each in self.declarations)),
            tuple(self.filters),
            tuple(self._silenced()),
            self.open_ended,
        )

    def _title(self) -> str | None:
        title = self.data.get("title")
        if isinstance(title, str) and title.strip():
            return title.strip()
        return next((each.text for each in self.headings if each.level == 1), None) or None

    def read(self) -> None:
        frontmatter = self.document.frontmatter
        if frontmatter is not None:
            self._frontmatter(frontmatter)
        # Whoever walks by hand is not stopped by how deep a page nests.
        pending: list[tuple[Node, str | None]] = [(self.document.tree, None)]
        while pending:
            node, rune = pending.pop()
            kind = node.type
            look = self.looks.get(kind)
            if look is not None:
                look(node, rune)
            if node.annotations:
                self._anchor(node)
                self._variables(node)
            if kind == "tag" and node.tag:
                rune = self._canonical(node.tag)
            if node.children:
                pending += [(child, rune) for child in reversed(node.children)]
            if node.slots:
                pending += [(child, rune) for child in reversed([*node.slots.values()])]

    # Frontmatter -------------------------------------------------------------------------------------------------

    def _frontmatter(self, frontmatter: Frontmatter) -> None:
        self.data.update(to_json(frontmatter.data))
        for key, kind in FRONTMATTER.items():
            if (found := self._said(frontmatter, key)) is not None:
                self.references.append(Reference(kind, *found))
        for key, link in FRONTMATTER_LINKS.items():
            if (found := self._said(frontmatter, key)) is not None:
                target, start, end = found
                self.links.append(Link(link, target, start, end, (start, end)))
        declared = self._said(frontmatter, "type")
        if declared is not None:
            id = self._said(frontmatter, "id")
            _, start, end = id or declared
            self.entities.append(Entity(declared[0], id[0] if id else None, None, start, end))

    def _said(self, frontmatter: Frontmatter, key: str) -> tuple[str, int, int] | None:
        """The text of a key and where it stands; None where there is none."""
        node = frontmatter.at(key)
        if node is None or not isinstance(node.value, str) or not node.value.strip():
            return None
        value = node.value.strip()
        start, end = self.document.offsets(node.span)
        at = self.text.find(value, start, end)
        return (value, at, at + len(value)) if at >= 0 else (value, start, end)

    # Tags --------------------------------------------------------------------------------------------------------

    def _canonical(self, tag: str) -> str:
        return self.names.get(tag, tag)

    def _tag(self, node: Node, _: str | None) -> None:
        tag = node.open
        if tag is None or not node.tag:
            return  # a closing tag alone
        self.runes.setdefault(node.tag)
        name = self._canonical(node.tag)
        given = _by_name(tag) if tag.attributes else {}
        if given:
            self._attributes(name, tag, given)
        rune = self.vocabulary.runes.get(name)
        if rune is None:
            self.open_ended = self.open_ended or bool(self.vocabulary.unknown)
            return
        if rune.deferred or name in BRINGERS or (name in PREVIEWS and _text_of(given, "preview") == "drawer"):
            self.open_ended = True
        if rune.entity is not None:
            values = {key: each.annotation.value for key, each in given.items()}
            places = {key: self._inside(each, tag) for key, each in given.items()}
            found = declared_by(rune, node, values, places, self.document, self.variables)
            if found is not None:
                self.declarations.append(found)

    def _attributes(self, rune: str, tag: TagSyntax, given: Mapping[str, AttributeSyntax]) -> None:
        for key, attribute in given.items():
            value = attribute.annotation.value
            if not isinstance(value, str) or not value:
                continue
            place = self._inside(attribute, tag)
            reference = REFERENCES.get((rune, key)) or ANYWHERE.get(key)
            link = "link" if key == HREF else LINKS.get((rune, key))
            if (rune, key) in FILTERS:
                self.filters.append(Filter(rune, key, value, *place))
            elif reference is not None and key in LISTS:
                self.references += self._listed(reference, value, *place, rune, key)
            elif reference is not None:
                hint = _text_of(given, "type") if rune in HINTED else HINTS.get((rune, key))
                if reference == "xref" and rune in PREVIEWS and _text_of(given, "preview") == "drawer":
                    reference = "expand"  # the page shows the thing itself, and need not lead to another
                self.references.append(Reference(reference, value, *place, hint, rune))
            elif link is not None:
                self.links.append(Link(link, value, *self.document.offsets(tag.span), place, rune))

    def _inside(self, attribute: AttributeSyntax, tag: TagSyntax) -> tuple[int, int]:
        """Where a value stands, without the quotes around it."""
        start, end = self.document.offsets(Span(*attribute.value, tag.block))
        return (start + 1, end - 1) if self.text[start] == '"' else (start, end)

    def _listed(
        self, kind: ReferenceKind, value: str, start: int, end: int, rune: str, key: str
    ) -> Iterator[Reference]:
        at = start
        for word in filter(None, map(str.strip, value.split(","))):
            found = self.text.find(word, at, end)
            at = found + len(word) if found >= 0 else at
            if key != "source" or IDS.fullmatch(word):
                place = (found, at) if found >= 0 else (start, end)
                yield Reference(kind, word, *place, None, rune)

    # Comments ----------------------------------------------------------------------------------------------------

    def _silenced(self) -> Iterator[Silence]:
        lines = silenced_lines(self.document)
        if lines:
            begins = [0, *(each.end() for each in _LINE_END.finditer(self.text)), len(self.text) + 1]
            for line, codes in lines.items():
                if line + 1 < len(begins):
                    yield Silence(begins[line], begins[line + 1], tuple(sorted(codes)))

    # Markdown ----------------------------------------------------------------------------------------------------

    def _heading(self, node: Node, rune: str | None) -> None:
        start, end = self.document.offsets(node.span)
        level = node.attributes["level"]
        if type(level) is not int:
            # An annotation may set the level to anything; what is no number leaves it as it is typed.
            source = self.text[start:end]
            level = len(source) - len(source.lstrip("#"))
        text, id = heading_text(node, self.variables), heading_id(node, self.variables)
        self.headings.append(Heading(level, text, id, start, end, rune))

    def _text(self, node: Node, _: str | None) -> None:
        if not isinstance(node.attributes.get("content"), str) and not node.annotations:
            self._variables(node)

    def _link(self, node: Node, rune: str | None) -> None:
        target = node.attributes.get("href")
        if isinstance(target, str):
            place = self.destinations.place(node, target)
            self.links.append(Link("link", target, *self.document.offsets(node.span), place, rune))

    def _image(self, node: Node, rune: str | None) -> None:
        target = node.attributes.get("src")
        if not isinstance(target, str):
            return
        place = self.destinations.place(node, target)
        start, end = self.document.offsets(node.span)
        if target.startswith(ICON_SCHEME):
            begin, finish = (place[0] + len(ICON_SCHEME), place[1]) if place is not None else (start, end)
            self.references.append(Reference("icon", target.removeprefix(ICON_SCHEME), begin, finish))
        elif not target.startswith(SCHEMES):
            self.links.append(Link("image", target, start, end, place, rune))

    def _item(self, item: Node, rune: str | None) -> None:
        """An item of a navigation that is no link names a page by its slug."""
        if rune != "nav":
            return
        line = next((each for each in item.children if each.type in ("inline", "paragraph")), None)
        if line is not None and line.type == "paragraph":
            line = next((each for each in line.children if each.type == "inline"), None)
        if line is None or any(each.type == "link" or each.tag == "link" for each in line.children):
            return
        for each in line.children:
            content = each.attributes.get("content")
            if each.type == "text" and isinstance(content, str) and content.strip():
                start, end = self.document.offsets(each.span)
                source = self.text[start:end]
                start += len(source) - len(source.lstrip())
                self.references.append(Reference("nav", content.strip(), start, start + len(source.strip())))
                return

    def _anchor(self, node: Node) -> None:
        id = node.attributes.get("id")
        if not isinstance(id, str) or not id or node.type == "heading":
            return
        for tag in (*((node.open,) if node.open is not None else ()), *node.marks):
            attribute = _by_name(tag).get("id")
            if attribute is not None and attribute.annotation.value == id:
                self.anchors.append(Anchor(id, *self._inside(attribute, tag)))
                return

    def _variables(self, node: Node) -> None:
        for value, span, within in used(node):
            if isinstance(value, Variable) and value.path[0] == _VARIABLE and len(value.path) > 1:
                start, end = self.document.offsets(span)
                key = str(value.path[1])
                dotted = f"${_VARIABLE}.{key}"
                if self.text.startswith(dotted, start):
                    start, end = start + len(dotted) - len(key), start + len(dotted)
                hint = OPTIONAL if "default" in within else None
                self.references.append(Reference("frontmatter", key, start, end, hint))


def _by_name(tag: TagSyntax) -> dict[str, AttributeSyntax]:
    """The attributes of a tag; the last one where a name is written twice."""
    return {
        each.annotation.name: each for each in tag.attributes if each.complete and each.annotation.type == "attribute"
    }


def _text_of(given: Mapping[str, AttributeSyntax], name: str) -> str | None:
    value = given[name].annotation.value if name in given else None
    return value if isinstance(value, str) else None
