"""Several images together.

The alternative text of an image is its caption. Only images are shown.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, flag, number, rune, text

gallery = rune(
    "gallery",
    "Shows several images together",
    category="Content",
    schema_type="ImageGallery",
    attributes=[
        choice("layout", "grid carousel masonry", "Layout of the images"),
        number("columns", "Number of columns"),
        flag("lightbox", "Show an image at full size on click"),
        text("caption", "Caption below the gallery"),
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
