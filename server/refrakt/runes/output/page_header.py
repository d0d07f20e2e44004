"""The header of a section of a page: eyebrow, headline, blurb and image.

Writers mark none of them. A paragraph before the first heading is the eyebrow; without one, the first of two headings is. The next
heading is the headline, the first paragraph after it the blurb. Without a heading the first paragraph is the blurb. Runes that show
such a header name these parts alike, so that a theme styles them alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.output.rune_builder import with_attributes

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))


@dataclass(frozen=True, slots=True)
class PageHeader:
    """Rendered nodes in their order, those that are parts of a header with their names."""

    children: list[Renderable] = field(default_factory=list)
    parts: Mapping[str, Tag] = field(default_factory=dict)
    """The parts by name; missing ones are left out."""

    @property
    def element(self) -> list[Tag]:
        """A `header` with the nodes; nothing if there are none."""
        return [Tag("header", {}, self.children)] if self.children else []


def page_header(nodes: Sequence[Renderable], **properties: str) -> PageHeader:
    """Name the parts of a header among rendered nodes.

    `properties` are the schema.org properties of parts, such as `headline="name"`.
    """
    places = _places(nodes)
    named = {
        place: with_attributes(tag, data_name=name, property=properties.get(name, tag.attributes.get("property")))
        for name, place in places.items()
        if isinstance(tag := nodes[place], Tag)
    }
    children = [named.get(place, node) for place, node in enumerate(nodes)]
    return PageHeader(children, {name: named[place] for name, place in places.items()})


def is_heading(node: Renderable) -> bool:
    return isinstance(node, Tag) and node.name in HEADINGS


def _places(nodes: Sequence[Renderable]) -> dict[str, int]:
    """The index of each part."""
    headings = [place for place, node in enumerate(nodes) if is_heading(node)]
    paragraphs = [place for place, node in enumerate(nodes) if isinstance(node, Tag) and node.name == "p"]
    images = [place for place, node in enumerate(nodes) if isinstance(node, Tag) and node.name == "img"]
    found: dict[str, int] = {}
    headline = -1
    if headings:
        headline = headings[0]
        if paragraphs and paragraphs[0] < headline:
            found["eyebrow"] = paragraphs[0]
        elif len(headings) > 1:
            found["eyebrow"], headline = headings[0], headings[1]
        found["headline"] = headline
    blurb = next((place for place in paragraphs if place > headline), None)
    if blurb is not None:
        found["blurb"] = blurb
    if images:
        found["image"] = images[0]
    return found
