"""How far along something is, as a bar.

For a fundraiser, a plan or a course: a bar is read faster than two numbers. Give what is done and the whole, or a percentage
alone. The body is its label.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, number, rune

progress = rune(
    "progress",
    "Shows how much is done as a bar",
    category="Content",
    attributes=[
        number("value", "How much is done"),
        number("max", "How much there is in all"),
        number("percent", "How much is done, from 0 to 100"),
        choice("display", "fraction percent none", "How the figure is written"),
        choice("sentiment", "positive caution negative", "Whether that is good news or bad"),
    ],
    content=rest("body"),
    sample="""
        {% progress value=18 max=24 display="percent" sentiment="positive" %}
        Planks replaced
        {% /progress %}
    """,
)
