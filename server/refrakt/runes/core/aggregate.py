"""The number of matches of a query, a count for each group, or a chart of these.

Without a body it is one number; otherwise the body is the template of each group, where `$item` has `key`, `count`, `value` and
`percent`.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.output.deferred_body import deferred_body
from refrakt.runes.output.rune_builder import RuneBuilder, meta
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import RuneTheme

SENTINEL = "__aggregate-sentinel"
"""Marks counts that are computed from the pages of the site."""

_QUERY = ("type", "filter", "value", "group", "sort", "limit", "empty", "layout", "chart-type", "chart-title")


def _build(aggregate: RuneBuilder) -> Tag:
    """The query and the template. A single number is part of a text, groups and charts are blocks."""
    template = deferred_body(aggregate)
    children = [meta(aggregate.text(name), data_field=f"aggregate-{name}") for name in _QUERY]
    children.append(meta("true", data_field=SENTINEL))
    if template:
        children.append(meta(template, data_field="aggregate-body"))
    return aggregate.element("section" if template or aggregate.text("layout") == "chart" else "span", children)


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
    build=_build,
    theme=RuneTheme("aggregate"),
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
