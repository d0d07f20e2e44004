"""A part of a page with a header of its own.

A landing page is a stack of parts, each with a line above the title, the title and a sentence below it. This gives any
content such a header: cards, a grid, a form or plain text.
"""

from __future__ import annotations

from ..content import many, opt, sequence
from ..model import choice, rune

section = rune(
    "section",
    "Gives a part of the page a header and a body",
    category="Layout",
    attributes=[choice("align", "start center end", "How the header is aligned")],
    content=sequence(
        opt("eyebrow", "paragraph"),
        opt("headline", "heading"),
        opt("blurb", "paragraph"),
        many("body"),
    ),
    sample="""
        {% section align="center" %}
        Opening hours

        ## Come when it suits you

        The workshop is staffed every day but Monday.

        - Tuesday to Friday: 10 to 18
        - Weekends: 11 to 16
        {% /section %}
    """,
)
