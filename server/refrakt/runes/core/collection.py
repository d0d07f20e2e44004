"""Everything on the site that answers a query.

An index that is never out of date: pages, posts, characters or decisions are picked by type and field, then sorted and
grouped. Its body, if there is one, is the template for each of them, with `$item` for the thing at hand. Thematic breaks
divide it: what comes before all items, the template, and what is shown when there are none.
"""

from __future__ import annotations

from ..model import choice, rune, text

collection = rune(
    "collection",
    "Lists what on the site answers a query",
    category="Content",
    attributes=[
        text("type", "What kinds of things, with commas between", default=""),
        text("filter", "Which of them, as field:value", default=""),
        text("sort", "The field to sort by, with - for descending", default=""),
        text("group", "The field to group by", default=""),
        text("limit", "How many are shown at most", default=""),
        text("show", "Another name for type", default=""),
        text("fields", "The fields to show, with commas between", default=""),
        text("layout", "How they are arranged: list, grid or table", default="list"),
        choice("group-display", "headings accordion", "How the groups are shown", default="headings"),
        text("empty", "What to say when there are none", default=""),
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
