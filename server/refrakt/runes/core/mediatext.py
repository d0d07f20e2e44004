"""An image next to text.

Images that are alone in a paragraph go to one side, everything else to the other.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, flag, rune

mediatext = rune(
    "mediatext",
    "Shows an image next to text",
    aliases="media-text",
    category="Layout",
    attributes=[
        choice("align", "left right", "Side of the image"),
        choice("ratio", "1:2 1:1 2:1", "Ratio of image width to text width"),
        flag("wrap", "Wrap the text around the image"),
    ],
    content=rest("body"),
    sample="""
        {% mediatext align="right" ratio="1:2" %}
        ![A rope splice, half finished](/images/splice.jpg)

        Unlay the strands for six turns, then tuck each one under its neighbour. Three rounds hold as well as the rope.
        {% /mediatext %}
    """,
)
