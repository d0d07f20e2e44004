"""On to the next page, back to the one before.

For pages that are read in a row. The order comes from the navigation, or both neighbours are named.
"""

from __future__ import annotations

from ..model import choice, flag, rune, text

pagination = rune(
    "pagination",
    "Links the page before and the page after",
    category="Site",
    attributes=[
        flag("auto", "Find the neighbours by the order of pages", default=False),
        text("prev", "The page before"),
        text("next", "The page after"),
        choice("scope", "siblings section", "Which pages are in the row", default="siblings"),
        text("prev-label", "What the link back says"),
        text("next-label", "What the link onwards says"),
    ],
    self_closing=True,
    sample="""
        That was the easy part.

        {% pagination prev="/course/knots" next="/course/splices" next-label="Next: splices" /%}
    """,
    snippet="{% pagination auto=${1:true} /%}",
)
