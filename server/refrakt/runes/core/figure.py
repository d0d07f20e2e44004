"""An image with a caption.

The caption is an attribute, or the first paragraph next to the image; other text is not shown.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, rune, text

figure = rune(
    "figure",
    "An image with a caption",
    category="Content",
    schema_type="ImageObject",
    attributes=[
        choice("size", "small medium large full", "Size of the image"),
        choice("align", "left center right", "Side on which it is shown"),
        text("caption", "Caption below the image"),
    ],
    content=rest("body"),
    sample="""
        {% figure size="large" caption="The lighthouse before its second floor was added" %}
        ![A low white tower on a cliff](/img/lighthouse-1884.jpg)
        {% /figure %}
    """,
    snippet="""
        {% figure caption="${1:What it shows}" %}
        ![${2:Description}](${3:/img/picture.jpg})
        {% /figure %}
    """,
)
