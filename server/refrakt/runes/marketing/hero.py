"""The opening of a page.

One headline, a sentence under it and the one or two links that matter most. A picture goes first, above a `---`;
without that line everything is text. Once per page, at the top.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import Delimited, Zone, many, one, opt
from refrakt.runes.output.action_links import action_links
from refrakt.runes.output.media_zones import first_media, unwrap_images
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.output.split_layout import split_fields
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import (
    PAGE_HEADER_HINTS,
    PAGE_HEADER_LABELS,
    PAGE_HEADER_SECTIONS,
    SPLIT_MODIFIERS,
    InlineStyle,
    Modifier,
    RuneTheme,
    plain,
)
from refrakt.runes.universal_attributes import SPLIT_LAYOUT


def _build(hero: RuneBuilder) -> Tag:
    values = hero.attributes
    written = [node for name in ("eyebrow", "headline", "blurb") for node in hero.nodes(name, "content")]
    header = page_header(hero.render(written))
    actions = action_links(hero, hero.nodes("actions", "content"))
    media = unwrap_images(hero.render("media", zone="media"))
    cover = first_media(media) if values["media-position"] == "cover" else None
    content = part("content", "div", [*header.element, *([actions] if actions.children else [])])
    return hero.element(
        "section",
        [content, *([part("media", "div", [cover] if cover else media)] if media else [])],
        field="content-section",
        fields={
            "align": values["align"] or "center",
            **split_fields(values, "bottom"),
            **{name: values[name] or None for name in ("content-place", "height", "aspect")},
        },
    )


hero = rune(
    "hero",
    "A page header with a headline, an image and links",
    category="Section",
    preset=SPLIT_LAYOUT,
    attributes=[
        choice("align", "left center right", "Alignment of its text"),
        text("content-place", "Position of text on a cover, such as 'end start'"),
        choice("height", "sm md lg xl", "Height of a cover"),
        text("aspect", "Aspect ratio of a cover, such as 21/9"),
        text("justify", "Former name of align", deprecated="align"),
    ],
    content=Delimited(
        zones=(
            Zone("media", (many("media"),)),
            Zone(
                "content",
                (
                    opt("eyebrow", "paragraph"),
                    one("headline", "heading", template="# Headline"),
                    opt("blurb", "paragraph"),
                    many("actions", "list|fence", template="- [Go on](/next)"),
                ),
                primary=True,
            ),
        )
    ),
    build=_build,
    theme=RuneTheme(
        "hero",
        modifiers={
            "media-position": plain("bottom"),
            "align": Modifier(default="center"),
            **SPLIT_MODIFIERS,
            "content-place": plain(),
            "height": plain(),
            "aspect": plain(),
        },
        auto_label={**PAGE_HEADER_LABELS, "media": "media"},
        sections={**PAGE_HEADER_SECTIONS, "media": "media"},
        media_slots={"media": "hero"},
        styles={"valign": InlineStyle("--split-valign", transform="alignment"), "aspect": InlineStyle("aspect-ratio")},
        variants={
            "media-position": {
                "cover": {"static_modifiers": ("cover",), "root_attributes": {"data-cover-scope": "full"}}
            }
        },
        default_density="full",
        default_elevation="flush",
        default_width="full",
        content_measure="anchored",
        guest_fit="bleed",
        edit_hints={**PAGE_HEADER_HINTS, "action": "link", "command": "code", "media": "image"},
    ),
    sample="""
        {% hero align="left" media-position="end" %}
        ![A dark loaf on a cooling rack](/photos/rye.jpg)

        ---

        Out of the oven since five

        # Bread that keeps for a week

        Rye, spelt and wheat from three mills in the valley.

        - [Today's loaves](/today)
        - [Order for Saturday](/order)
        {% /hero %}
    """,
)
