"""A section of a page with its own header: an eyebrow, a title and a sentence below it, above any content."""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import many, opt, sequence
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import choice, rune
from refrakt.runes.rune_theme import (
    PAGE_HEADER_HINTS,
    PAGE_HEADER_LABELS,
    PAGE_HEADER_SECTIONS,
    Modifier,
    RuneTheme,
)


def _build(section: RuneBuilder) -> Tag:
    header = page_header(
        section.render([*section.nodes("eyebrow"), *section.nodes("headline"), *section.nodes("blurb")])
    )
    return section.element(
        "section",
        [*header.element, part("body", "div", section.render("body"))],
        field="content-section",
        fields={"align": section.attributes["align"] or "start"},
    )


section = rune(
    "section",
    "A section of the page with a header and a body",
    category="Layout",
    attributes=[choice("align", "start center end", "Alignment of the header")],
    content=sequence(
        opt("eyebrow", "paragraph"),
        opt("headline", "heading"),
        opt("blurb", "paragraph"),
        many("body"),
    ),
    build=_build,
    theme=RuneTheme(
        "section",
        modifiers={"align": Modifier(default="start")},
        auto_label=PAGE_HEADER_LABELS,
        sections=PAGE_HEADER_SECTIONS,
        edit_hints={**PAGE_HEADER_HINTS, "body": "none"},
    ),
    part_themes={"page-section": RuneTheme("page-section")},
    sample="""
        {% section align="center" %}
        Opening hours

        ## Come when it suits you

        The workshop is staffed every day but Monday.

        - Tuesday to Friday: 10 to 18
        - Weekends: 11 to 16
        {% /section %}
    """,
)
