"""A rune as the site interprets it: its attributes, and which part of its body went to which content field.

It shows what is missing and which parts are left over and not rendered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from refrakt.features.enclosing_tags import nodes_around
from refrakt.features.inspection_result import (
    AttributeOrigin,
    BodyPart,
    ContentKind,
    InspectedAttribute,
    InspectedBody,
    InspectedField,
    InspectedSection,
    Inspection,
    LostPart,
)
from refrakt.features.page_context import PageContext
from refrakt.features.rune_reference import describe_content, package_of
from refrakt.features.tag_at_cursor import tag_at
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node, Span
from refrakt.markdoc.values import UNDEFINED, to_json
from refrakt.rules.page import Page, RuleContext
from refrakt.rules.rune_bodies import RuneBody, rune_bodies
from refrakt.runes.content_model import ContentModel, Custom, Delimited, Field, FieldSequence, Sections, Split
from refrakt.runes.match_expressions import describe_match, describe_node, plain_text
from refrakt.runes.rune import Rune
from refrakt.runes.universal_attributes import UNIVERSAL

_MAX_TEXT = 80
"""How many characters of a part are shown."""


def inspect(page: PageContext, offset: int) -> Inspection | None:
    """The innermost rune around an offset, or the one whose tag contains it."""
    document = page.document
    node = _node_at(document, offset)
    while node is not None:
        rune = page.site.vocabulary.get(node.tag or "")
        if rune is not None and node.open is not None:
            return _inspection(page, node, rune)
        around = nodes_around(document, document.offsets(node.span)[0])
        node = next((each for each in reversed(around) if each.type == "tag" and each is not node), None)
    return None


def _node_at(document: Document, offset: int) -> Node | None:
    tag = tag_at(document, offset)
    if tag is not None and tag.fragment is None:
        # A rune does not contain its own tags.
        near = [document.tree, *nodes_around(document, tag.span.start), *nodes_around(document, tag.span.end)]
        for node in (each for parent in near for each in (parent, *parent.children)):
            if node.type == "tag" and (node.open is tag.syntax or node.close is tag.syntax):
                return node
    return next((each for each in reversed(nodes_around(document, offset)) if each.type == "tag"), None)


def _inspection(page: PageContext, node: Node, rune: Rune) -> Inspection:
    document = page.document
    assert node.open is not None
    here = RuleContext(Page(document, page.site.surroundings, page.path), node)
    opening, closing = Span(*document.offsets(node.open.span)), None
    if node.close is not None:
        closing = Span(*document.offsets(node.close.span))
    return Inspection(
        node.tag or rune.name,
        rune.name,
        package_of(rune),
        rune.about,
        Span(opening.start, closing.end if closing is not None else document.offsets(node.span)[1]),
        opening,
        closing,
        tuple(_attributes(document, node, rune)),
        describe_content(rune),
        tuple(_body(document, each) for each in rune_bodies(here)),
    )


def _attributes(document: Document, node: Node, rune: Rune) -> Iterator[InspectedAttribute]:
    """Written attributes in document order, then defaults."""
    attributes, own = rune.every_attribute, {each.name for each in rune.attributes}
    universal = {each.name for each in UNIVERSAL} if rune.universal else set()

    def origin(name: str) -> AttributeOrigin:
        if name in universal:
            return "universal"
        return "unknown" if name not in attributes else "own" if name in own else "preset"

    written: set[str] = set()
    for each in node.open.attributes if node.open is not None else ():
        name = each.annotation.name
        if each.complete and each.annotation.type == "attribute":
            written.add(name)
            span = Span(*document.offsets(Span(each.key[0], each.value[1], node.open.block if node.open else None)))
            usual = attributes[name].default if name in attributes else UNDEFINED
            yield InspectedAttribute(name, origin(name), to_json(each.annotation.value), span, _default(usual))
    for name, attribute in attributes.items():
        if name not in written and attribute.default is not UNDEFINED:
            yield InspectedAttribute(name, origin(name), default=_default(attribute.default))


def _default(value: Any) -> Any:
    return None if value is UNDEFINED else to_json(value)


# Bodies ---------------------------------------------------------------------------------------------------------------


def _body(document: Document, body: RuneBody) -> InspectedBody:
    trace, content = body.trace, body.content
    emit = content.emit if isinstance(content, Sections | Split) else None
    return InspectedBody(
        body.name,
        _kind(content),
        tuple(_fields(document, body)),
        tuple(
            InspectedSection(
                each.name,
                Span(*document.offsets(each.heading.span)) if each.heading is not None else None,
                emit,
                each.known,
                dict(each.values),
            )
            for each in trace.sections
        ),
        tuple(
            LostPart(_part(document, each.node), each.reason, each.field.name if each.field is not None else None)
            for each in trace.dropped
        ),
    )


def _kind(content: ContentModel) -> ContentKind:
    match content:
        case Delimited():
            return "delimited"
        case Sections():
            return "sections"
        case Split():
            return "split"
        case Custom():
            return "custom"
    return "sequence"


def _fields(document: Document, body: RuneBody) -> Iterator[InspectedField]:
    """All fields of the model at the top level and in its zones, and those of sections that are filled or missing."""
    trace = body.trace
    fields = {(path, each.name): each for path, each in _expected(body.content)}
    fields |= {(each.path, each.field.name): each.field for each in trace.matched}
    fields |= {(each.path, each.field.name): each.field for each in trace.missing}
    missing = {(each.path, each.field.name) for each in trace.missing}
    for key, field in fields.items():
        path, name = key
        parts = [_part(document, each.node) for each in trace.matched if (each.path, each.field.name) == key]
        yield InspectedField(name, path, describe_match(field.match), field.optional, key in missing, tuple(parts))


def _expected(content: ContentModel) -> Iterable[tuple[tuple[str, ...], Field]]:
    match content:
        case FieldSequence():
            return [((), each) for each in content.fields]
        case Sections():
            return [((), each) for each in content.preamble]
        case Delimited():
            return [((zone.name,), each) for zone in content.zones for each in zone.fields]
    return ()


def _part(document: Document, node: Node) -> BodyPart:
    text = " ".join(plain_text(node).split())
    cut = text if len(text) <= _MAX_TEXT else f"{text[: _MAX_TEXT - 1]}…"
    return BodyPart(Span(*document.offsets(node.span)), describe_node(node), cut)
