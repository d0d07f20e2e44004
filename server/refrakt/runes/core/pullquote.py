"""A highlighted quote from the text.

The first quote is shown, or all paragraphs if there is none; other content is dropped.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, tags_in
from refrakt.runes.rune import choice, rune
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(pullquote: RuneBuilder) -> Tag:
    body = tags_in(pullquote.render("body"))
    quotes = [each for each in body if each.name == "blockquote"][:1]
    return pullquote.element(
        "blockquote",
        quotes or [each for each in body if each.name == "p"],
        fields={
            "align": pullquote.attributes["align"] or "center",
            "variant": pullquote.attributes["variant"] or "default",
        },
    )


pullquote = rune(
    "pullquote",
    "Highlights a quote from the text",
    aliases="pull-quote",
    category="Content",
    attributes=[
        choice("align", "left center right", "Side on which it is shown"),
        choice("variant", "default accent editorial", "Visual variant"),
    ],
    content=rest("body"),
    build=_build,
    rendered_as="pull-quote",
    theme=RuneTheme(
        "pullquote",
        modifiers={"align": Modifier(default="center"), "variant": Modifier(default="default")},
        sections={"body": "body"},
        default_density="compact",
        default_elevation="flush",
        default_reading="prose",
        edit_hints={"body": "inline"},
    ),
    sample="""
        {% pullquote align="right" variant="accent" %}
        We did not find the island. It found us.
        {% /pullquote %}
    """,
)
