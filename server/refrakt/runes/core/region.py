"""One region of a layout, such as the header or the sidebar.

In a layout file it fills the region on every page of the folder, or extends the content of a parent folder's layout.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.rune import choice, required, rune, text
from refrakt.runes.rune_theme import RuneTheme


def _build(region: RuneBuilder) -> Tag:
    return Tag(
        "div",
        {"data-region": region.text("name"), "data-mode": region.attributes["mode"]},
        region.render("body"),
    )


region = rune(
    "region",
    "Fills one region of the layout",
    attributes=[
        required(text("name", "Name of the region")),
        choice(
            "mode",
            "replace prepend append",
            "How it combines with existing content",
            default="replace",
            level="critical",
        ),
    ],
    content=rest("body"),
    parents="layout",
    build=_build,
    theme=RuneTheme("region", parent="layout"),
    sample="""
        {% layout %}
        {% region name="footer" mode="append" %}
        Printed on recycled paper in Aarhus.
        {% /region %}
        {% /layout %}
    """,
)
