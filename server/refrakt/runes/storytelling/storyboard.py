"""A story told in pictures.

Every picture starts a panel, and what follows it up to the next picture is its caption. For comics, shot lists and anything
else that is read frame by frame.
"""

from __future__ import annotations

from refrakt.runes.content_model import Custom, rest
from refrakt.runes.rune import choice, number, rune

storyboard = rune(
    "storyboard",
    "Shows images and captions as panels",
    aliases="comic",
    category="Semantic",
    attributes=[
        number("columns", "Panels per row"),
        choice("variant", "comic clean polaroid", "Style of the panels"),
    ],
    content=Custom(takes="any"),
    sample="""
        {% storyboard columns=2 variant="polaroid" %}
        ![An empty landing](/img/panel-1.jpg)

        Dawn. The post is there, the boat is not.

        ![A knife in the planks](/img/panel-2.jpg)

        Somebody was in a hurry.
        {% /storyboard %}
    """,
    snippet="""
        {% storyboard columns=${1:3} %}
        ![${2:What is seen}](${3:first.jpg})

        ${4:What is said.}

        ![${5:What is seen}](${6:second.jpg})

        ${7:What is said.}
        {% /storyboard %}
    """,
)

storyboard_panel = rune(
    "storyboard-panel",
    "One panel of a storyboard",
    parents="storyboard",
    content=rest(),
    sample="""
        {% storyboard %}
        {% storyboard-panel %}
        ![A lantern on the far bank](/img/panel-3.jpg)

        Two short flashes.
        {% /storyboard-panel %}
        {% /storyboard %}
    """,
)
