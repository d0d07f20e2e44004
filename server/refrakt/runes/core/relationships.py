"""What a thing has to do with others.

Who wrote it, what it depends on, what it replaces: such ties are declared where the things are described, and this shows
them from one side, grouped by their kind. Its body, if there is one, is the template for each, with `$item` for the other
thing and `$kind` for the tie.
"""

from __future__ import annotations

from ..model import choice, rune, text

relationships = rune(
    "relationships",
    "Lists what one thing is related to",
    category="Content",
    attributes=[
        text("of", "The id of the thing whose ties are shown", default=""),
        text("kind", "Which kinds of ties, with commas between", default=""),
        text("type", "Which kinds of things, with commas between", default=""),
        text("group", "What to group by: kind, type or none", default="kind"),
        choice("group-display", "headings accordion", "How the groups are shown", default="headings"),
        text("sort", "The field to sort by, with - for descending", default=""),
        text("limit", "How many are shown at most", default=""),
        text("fields", "The fields to show, with commas between", default=""),
        text("layout", "How they are arranged: list or grid", default="list"),
        text("empty", "What to say when there are none", default=""),
    ],
    deferred=True,
    sample="""
        ## What the new pier depends on

        {% relationships of="new-pier" kind="needs,replaces" empty="Nothing: work can begin." %}
        - {% $item.data.title %} ({% $kind %})
        {% /relationships %}
    """,
    snippet="""
        {% relationships of="${1:id}" kind="${2:kind}" /%}
    """,
)
