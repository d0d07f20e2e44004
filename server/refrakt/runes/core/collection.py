"""The pages and entities of the site that match a query.

They are selected by type and field, then sorted and grouped. The body, if there is one, is the template of each result, with
`$item` for the result. Thematic breaks divide it into the part before all results, the template, and the part without results.
"""

from __future__ import annotations

from refrakt.runes.rune import choice, rune, text

collection = rune(
    "collection",
    "Lists the pages and entities that match a query",
    category="Content",
    attributes=[
        text("type", "Types of entities, separated by commas", default=""),
        text("filter", "Filter, as field:value", default=""),
        text("sort", "Field to sort by, with - for descending order", default=""),
        text("group", "The field to group by", default=""),
        text("limit", "Maximum number of results", default=""),
        text("show", "Alias of type", default=""),
        text("fields", "Fields to show, separated by commas", default=""),
        text("layout", "Layout: list, grid or table", default="list"),
        choice("group-display", "headings accordion", "Display of the groups", default="headings"),
        text("empty", "Text to show without results", default=""),
    ],
    deferred=True,
    sample="""
        {% collection type="page" filter="url:/boats/*" sort="-date" limit="6" layout="grid" %}
        {% card href=$item.url %}
        ### {% $item.data.title %}

        {% $item.data.description %}
        {% /card %}
        {% /collection %}
    """,
    snippet="""
        {% collection type="${1:page}" filter="${2:url:/blog/*}" sort="${3:-date}" /%}
    """,
)
