"""Running text with a layout of its own.

For an essay or an introduction that should not look like the rest of the page: in columns, with a larger first paragraph, or
with both edges straight.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, flag, number, rune

textblock = rune(
    "textblock",
    "Sets running text in columns or with a lead",
    aliases="text-block prose",
    category="Content",
    attributes=[
        number("columns", "How many columns there are"),
        flag("lead", "Make the first paragraph larger"),
        choice("align", "left center right justify", "How the lines are aligned"),
    ],
    content=rest("body"),
    sample="""
        {% textblock columns=2 lead=true %}
        Nobody had walked the old towpath for thirty years.

        We set out at six, with two maps that did not agree and a thermos that leaked. By noon the path was gone, and so was
        the tea.
        {% /textblock %}
    """,
)
