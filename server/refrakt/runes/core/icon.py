"""An icon in the text.

Icons come from the theme and have the colour of the text.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.output.icons import icon_element
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.rune import required, rune, text


def _build(icon: RuneBuilder) -> Tag:
    return icon_element(icon.text("name"), icon.context, size=icon.text("size"), node=icon.node)


icon = rune(
    "icon",
    "Shows an icon of the theme",
    category="Content",
    attributes=[
        required(text("name", "Name of the icon, with its group")),
        text("size", "Size, as a CSS length"),
    ],
    universal=False,
    self_closing=True,
    build=_build,
    sample="""
        {% icon name="anchor" size="1.25em" /%} Boats may moor here for one night.
    """,
)
