"""A list of unfinished entities.

Lists the plan's work and bugs on any page, filtered, sorted and grouped. Content between its tags is the template for one entry.
"""

from __future__ import annotations

from refrakt.runes.rune import choice, number, rune, text

backlog = rune(
    "backlog",
    "Lists entities of the plan, filtered, sorted and grouped",
    deferred=True,
    attributes=[
        text("filter", "Only these, as field:value pairs", default=""),
        text("sort", "The field to sort by; a minus reverses the order", default="priority"),
        text("group", "The field to group by", default="status"),
        text("show", "The type: all, work or bug", default="all"),
        choice("layout", "cards list table", "The layout of the entries", default="cards"),
        number("limit", "The maximum number"),
        choice("group-display", "headings accordion", "How groups are separated", default="headings"),
    ],
    sample="""
        # Next up

        {% backlog show="work" filter="status:ready" group="milestone" layout="list" limit=12 /%}
    """,
    snippet="""
        {% backlog show="${1|all,work,bug|}" filter="${2:status:ready}" /%}
    """,
)
