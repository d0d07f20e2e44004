"""What is still to be done.

Lists the plan's work and bugs wherever a page wants them, picked, sorted and grouped. What stands between its tags, if
anything does, is the template for one entry.
"""

from __future__ import annotations

from refrakt.runes.model import choice, number, rune, text

backlog = rune(
    "backlog",
    "Lists entries of the plan, sorted and grouped",
    deferred=True,
    attributes=[
        text("filter", "Which ones, as field:value pairs", default=""),
        text("sort", "The field to sort by; a minus turns it round", default="priority"),
        text("group", "The field to group by", default="status"),
        text("show", "What kind: all, or one like work or bug", default="all"),
        choice("layout", "cards list table", "How the entries are laid out", default="cards"),
        number("limit", "How many at most"),
        choice("group-display", "headings accordion", "How groups are set apart", default="headings"),
    ],
    sample="""
        # Next up

        {% backlog show="work" filter="status:ready" group="milestone" layout="list" limit=12 /%}
    """,
    snippet="""
        {% backlog show="${1|all,work,bug|}" filter="${2:status:ready}" /%}
    """,
)
