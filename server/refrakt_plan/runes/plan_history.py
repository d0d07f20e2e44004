"""The history of the plan.

Reads the project's git history and shows it in terms of the plan: added entities, changed statuses, checked criteria. For one
entity or for all of them.
"""

from __future__ import annotations

from refrakt.runes.rune import number, rune, text

plan_history = rune(
    "plan-history",
    "Shows changes of entities from git",
    self_closing=True,
    attributes=[
        text("id", "The id of one entity; all without it"),
        number("limit", "The maximum number of changes", default=20),
        text("type", "The types, separated by commas", default="all"),
        text("since", "How far back, like 7d or a date"),
        text("group", "Group by commit or entity", default="commit"),
    ],
    sample="""
        # The story of WORK-034

        {% plan-history id="WORK-034" limit=8 since="30d" /%}
    """,
)
