"""All decisions in one place.

For the page that a newcomer reads to learn why things are as they are. What stands between its tags, if anything does, is
the template for one decision.
"""

from __future__ import annotations

from refrakt.runes.model import rune, text

decision_log = rune(
    "decision-log",
    "Lists the decisions of the plan",
    deferred=True,
    attributes=[
        text("filter", "Which ones, as field:value pairs", default=""),
        text("sort", "The field to sort by; a minus turns it round", default="date"),
    ],
    sample="""
        # Why it is like this

        {% decision-log filter="status:accepted" sort="-date" /%}
    """,
    snippet="""
        {% decision-log filter="${1:status:accepted}" /%}
    """,
)
