"""A word in a pill.

For a status or a label that a reader should catch at a glance: *new*, *beta*, *closed*. It stands in a line of text, in a
heading or in a cell of a table.
"""

from __future__ import annotations

from ..model import choice, rune

badge = rune(
    "badge",
    "Sets a short label off from the text",
    category="Content",
    attributes=[
        choice("sentiment", "positive negative caution neutral", "Whether it is good news or bad"),
        choice("type", "status category quantity temporal tag id", "What the label tells"),
    ],
    content=None,
    universal=False,
    inline=True,
    sample="""
        The night ferry is {% badge type="status" sentiment="caution" %}seasonal{% /badge %} and must be booked.
    """,
    snippet="""
        {% badge sentiment="${1|positive,negative,caution,neutral|}" %}${2:label}{% /badge %}
    """,
)
