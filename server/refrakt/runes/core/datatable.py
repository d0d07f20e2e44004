"""A table that readers can work with.

Sort it, search it, turn its pages: for tables too long to be read from top to bottom. Only the table is shown.
"""

from __future__ import annotations

from ..content import rest
from ..model import flag, number, rune, text

datatable = rune(
    "datatable",
    "A table to sort, search and turn pages in",
    aliases="data-table",
    category="Code & Data",
    schema_type="Dataset",
    attributes=[
        text("sortable", "The columns that can be sorted, or all"),
        flag("searchable", "Offer a field to search the rows"),
        number("pageSize", "How many rows a page has; 0 for all"),
        text("defaultSort", "The column it is sorted by at first"),
    ],
    content=rest("body"),
    sample="""
        {% datatable sortable="all" searchable=true %}
        | Apple     | Ripe      | Keeps until |
        |-----------|-----------|-------------|
        | Discovery | August    | September   |
        | Cox       | September | January     |
        | Bramley   | October   | March       |
        {% /datatable %}
    """,
    snippet="""
        {% datatable sortable="${1:all}" %}
        | ${2:Name} | ${3:Value} |
        |---|---|
        | ${4} | ${5} |
        {% /datatable %}
    """,
)
