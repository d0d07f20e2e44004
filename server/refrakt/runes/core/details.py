"""Collapsible content, such as a proof, a full log or an answer."""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import flag, rune, text

details = rune(
    "details",
    "Collapsible content with a summary",
    category="Content",
    attributes=[
        text("summary", "Visible summary line"),
        flag("open", "Open initially"),
    ],
    content=rest("body"),
    sample="""
        {% details summary="Why the dough rests twice" %}
        The first rest lets the flour take up water. During the second the yeast does its work.
        {% /details %}
    """,
)
