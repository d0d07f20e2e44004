"""A card with an image, a title and a sentence, optionally a link as a whole.

Thematic breaks divide the body: one part is text; of two, the first is the image; of three or more, the last is the footer. If the
image part contains an image, only that image is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import rest
from refrakt.runes.output.card_link import card_link
from refrakt.runes.output.media_zones import first_media, media_zones
from refrakt.runes.output.page_header import is_heading
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part, with_attributes
from refrakt.runes.output.split_layout import split_fields
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import SPLIT_MODIFIERS, SPLIT_STYLES, InlineStyle, RuneTheme, container, plain, root
from refrakt.runes.universal_attributes import SPLIT_LAYOUT

_OWN_FIELDS = ("content-place", "height", "aspect")


def _build(card: RuneBuilder) -> Tag:
    zones = media_zones(card.nodes("body"))
    split = split_fields(card.attributes)
    fields = {"media-position": split.pop("media-position")}
    fields |= {name: card.attributes[name] or None for name in _OWN_FIELDS}
    children: list[Renderable] = [meta(value) for value in split.values() if value]
    # refrakt does not name these values, so that its theme ignores them on a card; the preview shows the same.
    children += _media(card, zones.media)
    children += _body(card, zones.body)
    if zones.footer:
        children.append(part("footer", "footer", card.render(zones.footer)))
    if card.text("href"):
        children.append(card_link(card.text("href")))
    return card.element("div", children, fields=fields)


def _media(card: RuneBuilder, nodes: Sequence[Node]) -> list[Tag]:
    if not nodes:
        return []
    rendered = card.render(nodes)
    image = first_media(rendered)
    return [part("media", "div", rendered if image is None else [image], data_section="media")]


def _body(card: RuneBuilder, nodes: Sequence[Node]) -> list[Tag]:
    """The text; a paragraph directly before its first heading is above it."""
    types = [node.type for node in nodes[:2]]
    above = nodes[:1] if types == ["paragraph", "heading"] else []
    eyebrow = [with_attributes(each, data_name="eyebrow") for each in card.render(above) if isinstance(each, Tag)]
    rendered = card.render(nodes[len(above) :])
    title = next((place for place, child in enumerate(rendered) if is_heading(child)), None)
    if title is not None and isinstance(heading := rendered[title], Tag):
        rendered[title] = with_attributes(heading, data_name="title")
    return [*eyebrow, part("body", "div", rendered)]


card = rune(
    "card",
    "A card with an image, text and a footer",
    category="Content",
    attributes=[
        text("href", "URL of the card's link", default=""),
        text("content-place", "Position of the text on a cover image"),
        choice("height", "sm md lg xl", "Height of a card with a cover image"),
        text("aspect", "Aspect ratio, such as 3/4"),
    ],
    content=rest("body"),
    preset=SPLIT_LAYOUT,
    build=_build,
    theme=RuneTheme(
        "card",
        modifiers={
            "media-position": plain("top"),
            **SPLIT_MODIFIERS,
            "content-place": plain(),
            "height": plain(),
            "aspect": plain(),
        },
        layout={"root": root("media", "content"), "content": container("div", "eyebrow", "body", "footer")},
        sections={"media": "media"},
        styles={**SPLIT_STYLES, "aspect": InlineStyle("aspect-ratio")},
        variants={
            "media-position": {
                "cover": {"static_modifiers": ("cover",), "root_attributes": {"data-cover-scope": "full"}},
            },
        },
    ),
    sample="""
        {% card href="/boats/tern" media-position="start" %}
        ![A small blue sailing boat](/images/tern.jpg)

        ---

        Two berths

        ### Tern

        Light, quick, and happy in a fresh wind.

        ---

        From Pier 4
        {% /card %}
    """,
    snippet="""
        {% card href="${1:/page}" %}
        ${2:![What it shows](image.jpg)}

        ---

        ### ${3:Title}

        ${4:A sentence about it}
        {% /card %}
    """,
)
