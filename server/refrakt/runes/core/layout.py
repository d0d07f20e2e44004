"""What the pages of a folder have around them.

It stands in a folder's layout file and holds the regions that all pages below share: the header, the sidebar, the
footer.
"""

from __future__ import annotations

from ..content import rest
from ..model import rune, text

layout = rune(
    "layout",
    "Holds what the pages of a folder share",
    category="Site",
    attributes=[text("extends", "The layout it builds on: parent or none", default="parent")],
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
