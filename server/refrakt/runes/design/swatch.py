"""A colour in the middle of a sentence.

Shows a small chip beside the colour's name, so that text about colours can be seen as well as read.
"""

from __future__ import annotations

from ..model import flag, required, rune, text

swatch = rune(
    "swatch",
    "Shows a colour with its name, within a line",
    category="Design",
    self_closing=True,
    inline=True,
    attributes=[
        required(text("color", "The colour, as CSS writes it")),
        required(text("label", "What the colour is called")),
        flag("showValue", "Write the colour's value beside the name"),
    ],
    content=None,
    sample="""
        Doors are painted {% swatch color="#2f5d50" label="Fir" showValue=true /%} and never white.
    """,
)
