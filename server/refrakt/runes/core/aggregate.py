"""The number of matches of a query, a count for each group, or a chart of these.

Without a body it is one number; otherwise the body is the template of each group, where `$item` has `key`, `count`, `value` and
`percent`.
"""

from __future__ import annotations

from refrakt.runes.rune import choice, rune, text

aggregate = rune(
    "aggregate",
    "Counts the pages and entities that match a query",
    category="Content",
    attributes=[
        text("type", "Types of entities, separated by commas", default=""),
        text("filter", "Filter, as field:value", default=""),
        text("value", "Filter of the counted share, as field:value", default=""),
        text("group", "Field to group by", default=""),
        text("sort", "Sort order of the groups, with - for descending order", default=""),
        text("limit", "Maximum number of groups", default=""),
        text("empty", "Text to show without results", default=""),
        choice("layout", "chart", "Draw a chart instead", default=""),
        choice("chart-type", "bar line area pie", "Type of the chart", default="bar"),
        text("chart-title", "The title of the chart", default=""),
    ],
    deferred=True,
    sample="""
        Our fleet has {% aggregate type="page" filter="url:/boats/*" /%} boats.

        {% aggregate type="page" filter="url:/boats/*" group="harbour" sort="-count" %}
        - {% $item.key %}: {% $item.count %}
        {% /aggregate %}
    """,
    snippet="""
        {% aggregate type="${1:page}" filter="${2:url:/blog/*}" /%}
    """,
)
