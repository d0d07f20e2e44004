"""The opening of a page.

One headline, a sentence under it and the one or two links that matter most. A picture goes first, above a `---`;
without that line everything is text. Once per page, at the top.
"""

from __future__ import annotations

from ..content import Delimited, Zone, many, one, opt
from ..model import choice, rune, text
from ..universal import SPLIT_LAYOUT

hero = rune(
    "hero",
    "Opens a page with a headline, a picture and links",
    category="Section",
    preset=SPLIT_LAYOUT,
    attributes=[
        choice("align", "left center right", "The side its text keeps to"),
        text("content-place", "Where text lies on a cover, like 'end start'"),
        choice("height", "sm md lg xl", "How tall a cover is"),
        text("aspect", "A cover's width to height, like 21/9"),
        text("justify", "The old name of align", deprecated="align"),
    ],
    content=Delimited(
        zones=(
            Zone("media", (many("media"),)),
            Zone(
                "content",
                (
                    opt("eyebrow", "paragraph"),
                    one("headline", "heading", template="# Headline"),
                    opt("blurb", "paragraph"),
                    many("actions", "list|fence", template="- [Go on](/next)"),
                ),
                primary=True,
            ),
        )
    ),
    sample="""
        {% hero align="left" media-position="end" %}
        ![A dark loaf on a cooling rack](/photos/rye.jpg)

        ---

        Out of the oven since five

        # Bread that keeps for a week

        Rye, spelt and wheat from three mills in the valley.

        - [Today's loaves](/today)
        - [Order for Saturday](/order)
        {% /hero %}
    """,
)
