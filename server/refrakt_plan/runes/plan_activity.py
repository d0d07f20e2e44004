"""What was touched last.

A short list of the entries that changed most recently, for a page that people open in the morning. What stands between its
tags, if anything does, is the template for one entry.
"""

from __future__ import annotations

from refrakt.runes.model import number, rune

plan_activity = rune(
    "plan-activity",
    "Lists the entries that changed last",
    deferred=True,
    attributes=[number("limit", "How many at most", default=10)],
    sample="""
        # This week

        {% plan-activity limit=5 /%}
    """,
)
