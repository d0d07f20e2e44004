"""A highlighted note: a warning before a risky step, a side note, a check."""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, rune

hint = rune(
    "hint",
    "Highlights a note in the text",
    aliases="callout alert",
    category="Content",
    attributes=[choice("type", "caution check note warning", "Type of the note", level="critical")],
    content=rest("body"),
    sample="""
        {% hint type="warning" %}
        The stone keeps its heat for an hour. Let it cool before you wash it.
        {% /hint %}
    """,
)
