"""A picture with its caption.

Use it where the picture is part of the argument and needs a line that says what it shows. The caption is an
attribute, or the first paragraph beside the picture; any other text in it is not shown.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, rune, text

figure = rune(
    "figure",
    "A picture with a caption",
    category="Content",
    schema_type="ImageObject",
    attributes=[
        choice("size", "small medium large full", "How large the picture is"),
        choice("align", "left center right", "The side it stands on"),
        text("caption", "The line below the picture"),
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
