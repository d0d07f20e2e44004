"""How the plan came to be what it is.

Reads the project's git history and tells it in the plan's own terms: what was added, which status changed, which box was
ticked. For one entry, or for all of them.
"""

from __future__ import annotations

from refrakt.runes.model import number, rune, text

plan_history = rune(
    "plan-history",
    "Tells from git how entries changed",
    self_closing=True,
    attributes=[
        text("id", "The entry to follow; all of them without it"),
        number("limit", "How many changes at most", default=20),
        text("type", "What kinds to follow, with commas between", default="all"),
        text("since", "How far back, like 7d or a date"),
        text("group", "Whether to group by commit or by entity", default="commit"),
    ],
    sample="""
        # The story of WORK-034

        {% plan-history id="WORK-034" limit=8 since="30d" /%}
    """,
)
