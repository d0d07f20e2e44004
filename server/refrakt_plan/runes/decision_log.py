"""A list of all decisions.

For the page that explains to newcomers why the project is as it is. Content between its tags is the template for one decision.
"""

from __future__ import annotations

from refrakt.runes.rune import rune, text

decision_log = rune(
    "decision-log",
    "Lists the decisions of the plan",
    deferred=True,
    attributes=[
        text("filter", "Only these, as field:value pairs", default=""),
        text("sort", "The field to sort by; a minus reverses the order", default="date"),
    ],
    sample="""
        # Why it is like this

        {% decision-log filter="status:accepted" sort="-date" /%}
    """,
    snippet="""
        {% decision-log filter="${1:status:accepted}" /%}
    """,
)
