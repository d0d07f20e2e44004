"""The progress of the plan.

Draws a bar for each type, with a count for every status.
"""

from __future__ import annotations

from refrakt.runes.rune import rune, text

plan_progress = rune(
    "plan-progress",
    "Shows how much of the plan is done",
    self_closing=True,
    attributes=[
        text("type", "The types to count, separated by commas", default=""),
        text("show", "Deprecated name of type; all means every type", default=""),
        text("milestone", "Count only this milestone", default=""),
        text("filter", "Only these entities, as field:value; overrides milestone", default=""),
        text("value", "What counts as done, as field:value", default=""),
        text("sort", "The order of the counts", default=""),
        text("limit", "The maximum number of counts", default=""),
    ],
    sample="""
        # Towards v0.4

        {% plan-progress type="work,bug" milestone="v0.4" /%}
    """,
)
