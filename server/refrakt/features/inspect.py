"""A rune as the site understands it: its attributes, and what became of everything between its tags.

A writer sees what they wrote; this shows what was made of it: which part of the body went to which field, what is missing, what is
left over and shown nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from refrakt.markdoc import Document, Node
from refrakt.markdoc.tree import Span
from refrakt.markdoc.values import UNDEFINED, to_json
from refrakt.rules.bodies import Body, bodies
from refrakt.rules.page import Here, Page
from refrakt.runes.content import Content, Custom, Delimited, Field, Sections, Sequence, Split
from refrakt.runes.matching import describe, described, plain_text
from refrakt.runes.model import Rune
from refrakt.runes.universal import UNIVERSAL

from .answers import Range
from .around import nodes_around
from .inspection import AttributeOf, BodyOf, FieldOf, Inspection, Kind, LostPart, Origin, Part, SectionOf
from .page import PageContext
from .reference import content_told, plugin_of
from .typed import tag_around

_LONGEST = 80
"""How much of the text of a part is shown."""


def inspect(page: PageContext, offset: int) -> Inspection | None:
    """The innermost rune around an offset, or the one whose tag it is in."""
    document = page.document
    node = _node_at(document, offset)
    while node is not None:
        rune = page.site.vocabulary.get(node.tag or "")
        if rune is not None and node.open is not None:
            return _inspected(page, node, rune)
        around = nodes_around(document, document.offsets(node.span)[0])
        node = next((each for each in reversed(around) if each.type == "tag" and each is not node), None)
    return None


def _node_at(document: Document, offset: int) -> Node | None:
    tag = tag_around(document, offset)
    if tag is not None and tag.stretch is None:
        # In its own opening tag nobody is inside of a rune yet, and in its closing tag no longer.
        near = [document.tree, *nodes_around(document, tag.place.start), *nodes_around(document, tag.place.end)]
        for node in (each for parent in near for each in (parent, *parent.children)):
            if node.type == "tag" and (node.open is tag.syntax or node.close is tag.syntax):
                return node
    return next((each for each in reversed(nodes_around(document, offset)) if each.type == "tag"), None)


def _inspected(page: PageContext, node: Node, rune: Rune) -> Inspection:
    document = page.document
    assert node.open is not None
    here = Here(Page(document, page.site.surroundings, page.path), node)
    opening, closing = Range(*document.offsets(node.open.span)), None
    if node.close is not None:
        closing = Range(*document.offsets(node.close.span))
    return Inspection(
        node.tag or rune.name,
        rune.name,
        plugin_of(rune),
        rune.about,
        Range(opening.start, closing.end if closing is not None else document.offsets(node.span)[1]),
        opening,
        closing,
        tuple(_attributes(document, node, rune)),
        content_told(rune),
        tuple(_body(document, each) for each in bodies(here)),
    )


def _attributes(document: Document, node: Node, rune: Rune) -> Iterator[AttributeOf]:
    """What is written, in the order of the text, then what holds without being written."""
    known, own = rune.every_attribute, {each.name for each in rune.attributes}
    universal = {each.name for each in UNIVERSAL} if rune.universal else set()

    def origin(name: str) -> Origin:
        if name in universal:
            return "universal"
        return "unknown" if name not in known else "own" if name in own else "preset"

    written: set[str] = set()
    for each in node.open.attributes if node.open is not None else ():
        name = each.annotation.name
        if each.complete and each.annotation.type == "attribute":
            written.add(name)
            place = Range(*document.offsets(Span(each.key[0], each.value[1], node.open.block if node.open else None)))
            usual = known[name].default if name in known else UNDEFINED
            yield AttributeOf(name, origin(name), to_json(each.annotation.value), place, _default(usual))
    for name, attribute in known.items():
        if name not in written and attribute.default is not UNDEFINED:
            yield AttributeOf(name, origin(name), default=_default(attribute.default))


def _default(value: Any) -> Any:
    return None if value is UNDEFINED else to_json(value)


# Bodies ---------------------------------------------------------------------------------------------------------------


def _body(document: Document, body: Body) -> BodyOf:
    trace, content = body.trace, body.content
    emit = content.emit if isinstance(content, Sections | Split) else None
    return BodyOf(
        body.name,
        _kind(content),
        tuple(_fields(document, body)),
        tuple(
            SectionOf(
                each.name,
                Range(*document.offsets(each.heading.span)) if each.heading is not None else None,
                emit,
                each.known,
                dict(each.values),
            )
            for each in trace.sections
        ),
        tuple(
            LostPart(_part(document, each.node), each.reason, each.field.name if each.field is not None else None)
            for each in trace.lost
        ),
    )


def _kind(content: Content) -> Kind:
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


def _fields(document: Document, body: Body) -> Iterator[FieldOf]:
    """Every field that the model has at the top or in its zones, and those of sections that were filled or are missing."""
    trace = body.trace
    known = {(path, each.name): each for path, each in _expected(body.content)}
    known |= {(each.path, each.field.name): each.field for each in trace.placed}
    known |= {(each.path, each.field.name): each.field for each in trace.missing}
    missing = {(each.path, each.field.name) for each in trace.missing}
    for key, field in known.items():
        path, name = key
        parts = [_part(document, each.node) for each in trace.placed if (each.path, each.field.name) == key]
        yield FieldOf(name, path, describe(field.match), field.optional, key in missing, tuple(parts))


def _expected(content: Content) -> Iterable[tuple[tuple[str, ...], Field]]:
    match content:
        case Sequence():
            return [((), each) for each in content.fields]
        case Sections():
            return [((), each) for each in content.preamble]
        case Delimited():
            return [((zone.name,), each) for zone in content.zones for each in zone.fields]
    return ()


def _part(document: Document, node: Node) -> Part:
    text = " ".join(plain_text(node).split())
    cut = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return Part(Range(*document.offsets(node.span)), described(node), cut)
