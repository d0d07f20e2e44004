"""An icon in the text.

Icons come from the theme and have the colour of the text.
"""

from __future__ import annotations

from refrakt.runes.rune import required, rune, text

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
    sample="""
        {% icon name="anchor" size="1.25em" /%} Boats may moor here for one night.
    """,
)
