"""Text with its own layout: columns, a larger first paragraph, or justified lines."""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import choice, flag, number, rune
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(textblock: RuneBuilder) -> Tag:
    columns, align = textblock.attributes["columns"], textblock.attributes["align"]
    return textblock.element(
        "div",
        [part("body", "div", textblock.render("body"))],
        fields={
            "columns": js_str(columns) if isinstance(columns, int | float) and columns > 1 else None,
            "lead": "lead" if textblock.attributes["lead"] else None,
            "align": align if align != "left" else None,
        },
    )


textblock = rune(
    "textblock",
    "Formats text in columns or with a lead paragraph",
    aliases="text-block prose",
    category="Content",
    attributes=[
        number("columns", "Number of columns"),
        flag("lead", "Make the first paragraph larger"),
        choice("align", "left center right justify", "Text alignment"),
    ],
    content=rest("body"),
    build=_build,
    rendered_as="text-block",
    theme=RuneTheme(
        "textblock",
        modifiers={"columns": Modifier(), "lead": Modifier(), "align": Modifier(default="left")},
        sections={"body": "body"},
        default_density="full",
        default_elevation="flush",
        default_reading="prose",
        edit_hints={"body": "none"},
    ),
    sample="""
        {% textblock columns=2 lead=true %}
        Nobody had walked the old towpath for thirty years.

        We set out at six, with two maps that did not agree and a thermos that leaked. By noon the path was gone, and so was
        the tea.
        {% /textblock %}
    """,
)
