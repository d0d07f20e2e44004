"""A table with sorting, search and pages, for long tables. Only the table is shown."""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import flag, number, rune, text

datatable = rune(
    "datatable",
    "A table with sorting, search and pages",
    aliases="data-table",
    category="Code & Data",
    schema_type="Dataset",
    attributes=[
        text("sortable", "Sortable columns, or all"),
        flag("searchable", "Show a search field"),
        number("pageSize", "Rows per page; 0 for all"),
        text("defaultSort", "Initial sort column"),
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
