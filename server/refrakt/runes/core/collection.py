"""The pages and entities of the site that match a query.

They are selected by type and field, then sorted and grouped. The body, if there is one, is the template of each result, with
`$item` for the result. Thematic breaks divide it into the part before all results, the template, and the part without results.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.output.deferred_body import deferred_body
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import RuneTheme

SENTINEL = "__collection-sentinel"
"""Marks lists that are filled with the pages of the site."""

_QUERY = ("filter", "sort", "group", "limit", "fields", "layout", "group-display", "empty")


def _build(collection: RuneBuilder) -> Tag:
    """The query, the template and an empty list."""
    template = deferred_body(collection)
    query = {"type": collection.text("type") or collection.text("show")}
    query |= {name: collection.text(name) for name in _QUERY}
    children = [meta(value, data_field=f"collection-{name}") for name, value in query.items()]
    children.append(meta("true", data_field=SENTINEL))
    if template:
        children.append(meta(template, data_field="collection-body"))
    return collection.element("section", [*children, part("items", "div")])


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
    build=_build,
    theme=RuneTheme("collection"),
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
