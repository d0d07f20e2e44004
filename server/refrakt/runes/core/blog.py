"""The posts of a folder, as a list.

A heading and one paragraph may introduce the list; other content is not shown.
"""

from __future__ import annotations

from refrakt.runes.content_model import opt, sequence
from refrakt.runes.rune import choice, number, required, rune, text

blog = rune(
    "blog",
    "Lists the posts of a folder",
    category="Semantic",
    schema_type="Blog",
    attributes=[
        required(text("folder", "Folder of the posts, such as /blog")),
        choice("sort", "date-desc date-asc title-asc title-desc", "Sort order", default="date-desc"),
        text("filter", "Filter, as field:value", default=""),
        number("limit", "Maximum number of posts"),
        choice("layout", "list grid compact", "Layout", default="list"),
    ],
    content=sequence(opt("headline", "heading"), opt("blurb", "paragraph")),
    sample="""
        {% blog folder="/logbook" sort="date-desc" limit=5 layout="grid" %}
        ## From the logbook

        What happened on board, written by whoever had the watch.
        {% /blog %}
    """,
)
