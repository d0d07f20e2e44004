"""A highlighted quote from the text.

The first quote is shown, or all paragraphs if there is none; other content is dropped.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, rune

pullquote = rune(
    "pullquote",
    "Highlights a quote from the text",
    aliases="pull-quote",
    category="Content",
    attributes=[
        choice("align", "left center right", "Side on which it is shown"),
        choice("variant", "default accent editorial", "Visual variant"),
    ],
    content=rest("body"),
    sample="""
        {% pullquote align="right" variant="accent" %}
        We did not find the island. It found us.
        {% /pullquote %}
    """,
)
