"""One place of a layout, such as the header or the sidebar.

Written in a layout file, it fills that place on every page of the folder, or adds to what a folder further up has put
there.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, required, rune, text

region = rune(
    "region",
    "Fills one place of the layout",
    attributes=[
        required(text("name", "The place it fills")),
        choice(
            "mode",
            "replace prepend append",
            "What happens to what is there already",
            default="replace",
            level="critical",
        ),
    ],
    content=rest("body"),
    parents="layout",
    sample="""
        {% layout %}
        {% region name="footer" mode="append" %}
        Printed on recycled paper in Aarhus.
        {% /region %}
        {% /layout %}
    """,
)
