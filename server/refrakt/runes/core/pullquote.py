"""A line from the text, set large.

It gives a long page a resting place and a reason to read on. One sentence is enough, and it should be one that the text
itself contains. The first quote is shown, or all paragraphs if there is none; other content is left out.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, rune

pullquote = rune(
    "pullquote",
    "Sets one line of the text in large letters",
    aliases="pull-quote",
    category="Content",
    attributes=[
        choice("align", "left center right", "The side it stands on"),
        choice("variant", "default accent editorial", "How it is dressed"),
    ],
    content=rest("body"),
    sample="""
        {% pullquote align="right" variant="accent" %}
        We did not find the island. It found us.
        {% /pullquote %}
    """,
)
