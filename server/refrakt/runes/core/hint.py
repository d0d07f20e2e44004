"""A remark that must not be overlooked.

For the one thing a reader should know before going on: a warning before a risky step, a note on the side, a check that all
is well. More than one or two on a page and none is noticed.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, rune

hint = rune(
    "hint",
    "Sets a remark apart from the text around it",
    aliases="callout alert",
    category="Content",
    attributes=[choice("type", "caution check note warning", "What kind of remark it is", level="critical")],
    content=rest("body"),
    sample="""
        {% hint type="warning" %}
        The stone keeps its heat for an hour. Let it cool before you wash it.
        {% /hint %}
    """,
)
