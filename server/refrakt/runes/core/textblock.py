"""Text with its own layout: columns, a larger first paragraph, or justified lines."""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, flag, number, rune

textblock = rune(
    "textblock",
    "Formats text in columns or with a lead paragraph",
    aliases="text-block prose",
    category="Content",
    attributes=[
        number("columns", "Number of columns"),
        flag("lead", "Make the first paragraph larger"),
        choice("align", "left center right justify", "Text alignment"),
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
