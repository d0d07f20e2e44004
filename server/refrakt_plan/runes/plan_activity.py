"""A list of recent changes.

Lists the entities that changed most recently. Content between its tags is the template for one entry.
"""

from __future__ import annotations

from refrakt.runes.rune import number, rune

plan_activity = rune(
    "plan-activity",
    "Lists the entities that changed last",
    deferred=True,
    attributes=[number("limit", "The maximum number", default=10)],
    sample="""
        # This week

        {% plan-activity limit=5 /%}
    """,
)
