"""Colours for the rune it stands in.

One part of a page can have a mood of its own, a dark one in a light page for instance, without touching the theme. It shows
nothing itself: its list names colours, one per item as `name: value`. Under a heading `Dark` they are those of the dark
scheme. Other content in it has no effect.
"""

from __future__ import annotations

from ..content import Custom
from ..model import choice, rune, text

tint = rune(
    "tint",
    "Colours the rune it stands in",
    attributes=[
        text("preset", "A tint of the theme, by name"),
        choice("mode", "auto dark light", "Whether it is meant for dark or light"),
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
