"""The layout of the pages in a folder.

A folder's layout file contains it, with the regions that all pages below share: header, sidebar, footer.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.rune import rune, text


def _build(layout: RuneBuilder) -> Tag:
    return Tag("div", {"data-layout-def": True, "data-extends": layout.attributes["extends"]}, layout.render("body"))


layout = rune(
    "layout",
    "Defines the layout of the pages in a folder",
    category="Site",
    attributes=[text("extends", "The layout it extends: parent or none", default="parent")],
    content=rest("body"),
    build=_build,
    sample="""
        {% layout extends="parent" %}
        {% region name="header" %}
        [Harbour Museum](/)
        {% /region %}
        {% region name="footer" %}
        Open every day but Monday, ten to five.
        {% /region %}
        {% /layout %}
    """,
    snippet="""
        {% layout %}
        {% region name="${1:header}" %}
        ${2:What all pages show}
        {% /region %}
        {% /layout %}
    """,
)
