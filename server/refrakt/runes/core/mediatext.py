"""A picture and a text next to each other.

When one explains the other, they belong side by side: a portrait and a life, a tool and its use. Images that stand alone in
a paragraph go to the one side, everything else to the other.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, flag, rune

mediatext = rune(
    "mediatext",
    "Puts a picture beside a text",
    aliases="media-text",
    category="Layout",
    attributes=[
        choice("align", "left right", "The side the picture is on"),
        choice("ratio", "1:2 1:1 2:1", "The picture's width to the text's"),
        flag("wrap", "Let the text flow around the picture"),
    ],
    content=rest("body"),
    sample="""
        {% mediatext align="right" ratio="1:2" %}
        ![A rope splice, half finished](/images/splice.jpg)

        Unlay the strands for six turns, then tuck each one under its neighbour. Three rounds hold as well as the rope.
        {% /mediatext %}
    """,
)
