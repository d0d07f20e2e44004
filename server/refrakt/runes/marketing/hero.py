"""The opening of a page.

One headline, a sentence under it and the one or two links that matter most. A picture goes first, above a `---`;
without that line everything is text. Once per page, at the top.
"""

from __future__ import annotations

from refrakt.runes.content_model import Delimited, Zone, many, one, opt
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.universal_attributes import SPLIT_LAYOUT

hero = rune(
    "hero",
    "A page header with a headline, an image and links",
    category="Section",
    preset=SPLIT_LAYOUT,
    attributes=[
        choice("align", "left center right", "Alignment of its text"),
        text("content-place", "Position of text on a cover, such as 'end start'"),
        choice("height", "sm md lg xl", "Height of a cover"),
        text("aspect", "Aspect ratio of a cover, such as 21/9"),
        text("justify", "Former name of align", deprecated="align"),
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
