"""A small piece of content that stands for a larger one.

A boat, a person, an article: picture, title, a sentence, and the whole of it a link. Thematic breaks divide the body: one
part is text; of two, the first is the picture; of three or more, the last is the footer. Where the picture's part holds an
image, only that image is shown.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, rune, text
from ..universal import SPLIT_LAYOUT

card = rune(
    "card",
    "Frames a picture, a text and a footer as one",
    category="Content",
    attributes=[
        text("href", "Where a click on it leads", default=""),
        text("content-place", "Where the text stands on a cover picture"),
        choice("height", "sm md lg xl", "How tall it is if its picture is the cover"),
        text("aspect", "Its width to height, like 3/4"),
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
