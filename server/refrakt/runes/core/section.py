"""A section of a page with its own header: an eyebrow, a title and a sentence below it, above any content."""

from __future__ import annotations

from refrakt.runes.content_model import many, opt, sequence
from refrakt.runes.rune import choice, rune

section = rune(
    "section",
    "A section of the page with a header and a body",
    category="Layout",
    attributes=[choice("align", "start center end", "Alignment of the header")],
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
