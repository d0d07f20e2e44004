"""How far the plan is.

Draws a bar for each kind of entry, with a count for every status, so that a page can show the state of things without
anybody keeping figures.
"""

from __future__ import annotations

from refrakt.runes.model import rune, text

plan_progress = rune(
    "plan-progress",
    "Shows how much of the plan is done",
    self_closing=True,
    attributes=[
        text("type", "What kinds to count, with commas between", default=""),
        text("show", "An older name for type; all means every kind", default=""),
        text("milestone", "Count only what belongs to this milestone", default=""),
        text("filter", "Which entries, as field:value; beats milestone", default=""),
        text("value", "What counts as done, as field:value", default=""),
        text("sort", "How the counts are sorted", default=""),
        text("limit", "How many counts at most", default=""),
    ],
    sample="""
        # Towards v0.4

        {% plan-progress type="work,bug" milestone="v0.4" /%}
    """,
)
