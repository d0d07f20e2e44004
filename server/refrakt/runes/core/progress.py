"""A progress bar.

Set a value and a maximum, or a percentage alone. The body is its label.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, number, rune

progress = rune(
    "progress",
    "Shows progress as a bar",
    category="Content",
    attributes=[
        number("value", "Completed amount"),
        number("max", "Total amount"),
        number("percent", "Progress in percent, 0 to 100"),
        choice("display", "fraction percent none", "Format of the number"),
        choice("sentiment", "positive caution negative", "Whether the value is positive or negative"),
    ],
    content=rest("body"),
    sample="""
        {% progress value=18 max=24 display="percent" sentiment="positive" %}
        Planks replaced
        {% /progress %}
    """,
)
