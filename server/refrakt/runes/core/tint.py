"""The colours of the enclosing rune.

It renders nothing itself: its list has one colour per item, `name: value`. Under a heading `Dark` they are those of the dark mode.
Other content in it has no effect.
"""

from __future__ import annotations

from refrakt.runes.content_model import Custom
from refrakt.runes.rune import choice, rune, text

tint = rune(
    "tint",
    "Sets the colours of the enclosing rune",
    attributes=[
        text("preset", "Name of a tint of the theme"),
        choice("mode", "auto dark light", "Whether it is for dark or light mode"),
    ],
    content=Custom(takes="heading|list"),
    universal=False,
    sample="""
        {% section %}
        {% tint mode="dark" %}
        - surface: #10243e
        - primary: #ffb454
        {% /tint %}

        ## Night tours

        We leave when the street lamps go on.
        {% /section %}
    """,
    snippet="""
        {% tint %}
        - surface: ${1:#ffffff}
        - primary: ${2:#0055aa}
        {% /tint %}
    """,
)
