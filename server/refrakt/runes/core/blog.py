"""The posts of a folder, as a list.

The front page of a blog needs no upkeep: it names a folder, and new posts appear by themselves. A heading and one paragraph
may introduce the list; nothing else in the body is shown.
"""

from __future__ import annotations

from ..content import opt, sequence
from ..model import choice, number, required, rune, text

blog = rune(
    "blog",
    "Lists the posts of a folder",
    category="Semantic",
    schema_type="Blog",
    attributes=[
        required(text("folder", "The folder the posts are in, like /blog")),
        choice("sort", "date-desc date-asc title-asc title-desc", "What comes first", default="date-desc"),
        text("filter", "Which posts, as field:value", default=""),
        number("limit", "How many posts are shown at most"),
        choice("layout", "list grid compact", "How they are arranged", default="list"),
    ],
    content=sequence(opt("headline", "heading"), opt("blurb", "paragraph")),
    sample="""
        {% blog folder="/logbook" sort="date-desc" limit=5 layout="grid" %}
        ## From the logbook

        What happened on board, written by whoever had the watch.
        {% /blog %}
    """,
)
