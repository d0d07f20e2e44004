"""The headings of the page as links."""

from __future__ import annotations

from refrakt.runes.rune import flag, number, rune

toc = rune(
    "toc",
    "Lists the headings of the page",
    aliases="table-of-contents",
    category="Site",
    attributes=[
        number("depth", "Number of heading levels to list", default=3),
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
