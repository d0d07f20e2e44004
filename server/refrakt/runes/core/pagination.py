"""Links to the next and previous page of a sequence.

The order comes from the navigation, or both pages are named.
"""

from __future__ import annotations

from refrakt.runes.rune import choice, flag, rune, text

pagination = rune(
    "pagination",
    "Links to the previous and next page",
    category="Site",
    attributes=[
        flag("auto", "Derive the links from the order of pages", default=False),
        text("prev", "Previous page"),
        text("next", "Next page"),
        choice("scope", "siblings section", "Which pages are part of the sequence", default="siblings"),
        text("prev-label", "Text of the link to the previous page"),
        text("next-label", "Text of the link to the next page"),
    ],
    self_closing=True,
    sample="""
        That was the easy part.

        {% pagination prev="/course/knots" next="/course/splices" next-label="Next: splices" /%}
    """,
    snippet="{% pagination auto=${1:true} /%}",
)
