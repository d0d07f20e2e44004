"""Several pictures as one.

A trip, a product from all sides, the stages of a repair. Each picture's alternative text is its caption, and only the
pictures are shown.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, flag, number, rune, text

gallery = rune(
    "gallery",
    "Shows pictures together",
    category="Content",
    schema_type="ImageGallery",
    attributes=[
        choice("layout", "grid carousel masonry", "How the pictures are laid out"),
        number("columns", "How many stand beside each other"),
        flag("lightbox", "Let a click show a picture at full size"),
        text("caption", "A line below all of them"),
    ],
    content=rest("body"),
    sample="""
        {% gallery layout="carousel" caption="Restoring the clock, spring to autumn" %}
        ![The dial without hands](/img/clock-1.jpg)

        ![New teeth for the great wheel](/img/clock-2.jpg)

        ![Back in the tower](/img/clock-3.jpg)
        {% /gallery %}
    """,
    snippet="""
        {% gallery columns=${1:3} %}
        ![${2:First}](${3:/img/first.jpg})

        ![${4:Second}](${5:/img/second.jpg})
        {% /gallery %}
    """,
)
