"""A small symbol in the text.

It marks a line so that a reader who skims finds it again. Icons come from the theme and take the colour of the text.
"""

from __future__ import annotations

from ..model import required, rune, text

icon = rune(
    "icon",
    "Shows an icon of the theme",
    category="Content",
    attributes=[
        required(text("name", "Which icon, with its group if it has one")),
        text("size", "How large it is, as a CSS length"),
    ],
    universal=False,
    self_closing=True,
    sample="""
        {% icon name="anchor" size="1.25em" /%} Boats may moor here for one night.
    """,
)
