"""A card with an image, a title and a sentence, optionally a link as a whole.

Thematic breaks divide the body: one part is text; of two, the first is the image; of three or more, the last is the footer. If the
image part contains an image, only that image is shown.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.universal_attributes import SPLIT_LAYOUT

card = rune(
    "card",
    "A card with an image, text and a footer",
    category="Content",
    attributes=[
        text("href", "URL of the card's link", default=""),
        text("content-place", "Position of the text on a cover image"),
        choice("height", "sm md lg xl", "Height of a card with a cover image"),
        text("aspect", "Aspect ratio, such as 3/4"),
    ],
    content=rest("body"),
    preset=SPLIT_LAYOUT,
    sample="""
        {% card href="/boats/tern" media-position="start" %}
        ![A small blue sailing boat](/images/tern.jpg)

        ---

        Two berths

        ### Tern

        Light, quick, and happy in a fresh wind.

        ---

        From Pier 4
        {% /card %}
    """,
    snippet="""
        {% card href="${1:/page}" %}
        ${2:![What it shows](image.jpg)}

        ---

        ### ${3:Title}

        ${4:A sentence about it}
        {% /card %}
    """,
)
