"""A colour in the middle of a sentence.

Shows a small chip beside the colour's name, so that text about colours can be seen as well as read.
"""

from __future__ import annotations

from refrakt.runes.rune import flag, required, rune, text

swatch = rune(
    "swatch",
    "Shows a colour with its name inline",
    category="Design",
    self_closing=True,
    inline=True,
    attributes=[
        required(text("color", "CSS colour")),
        required(text("label", "Name of the colour")),
        flag("showValue", "Show the value of the colour"),
    ],
    content=None,
    sample="""
        Doors are painted {% swatch color="#2f5d50" label="Fir" showValue=true /%} and never white.
    """,
)
