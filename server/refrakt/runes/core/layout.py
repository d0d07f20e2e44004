"""The layout of the pages in a folder.

A folder's layout file contains it, with the regions that all pages below share: header, sidebar, footer.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import rune, text

layout = rune(
    "layout",
    "Defines the layout of the pages in a folder",
    category="Site",
    attributes=[text("extends", "The layout it extends: parent or none", default="parent")],
    content=rest("body"),
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
