"""What is on this page.

A list of the page's headings, each a link to its place, for pages too long to take in at a glance.
"""

from __future__ import annotations

from ..model import flag, number, rune

toc = rune(
    "toc",
    "Lists the headings of the page",
    aliases="table-of-contents",
    category="Site",
    attributes=[
        number("depth", "How many levels below the title are listed", default=3),
        flag("ordered", "Number the headings", default=False),
    ],
    sample="""
        # Keeping bees

        {% toc depth=2 /%}

        ## The first spring

        Order the hive in winter, so that it has aired by April.

        ## The first harvest

        Leave them the honey of the first year.
    """,
    snippet="{% toc depth=${1:3} /%}",
)
