"""The colours of a design.

Each list item is a name, a colon and a colour, or several colours with commas between them for a scale; headings make
groups. Contrast with black and white can be shown beside each colour.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import flag, number, rune, text

palette = rune(
    "palette",
    "Shows a list of colours as swatches",
    category="Design",
    attributes=[
        text("title", "Heading", default=""),
        flag("showContrast", "Show the contrast with white and black", default=False),
        flag("showA11y", "Show the accessibility levels that are met", default=False),
        number("columns", "Colours per row"),
    ],
    content=rest("body"),
    sample="""
        {% palette title="House colours" showContrast=true %}
        ### Walls

        - Chalk: #f4f1ea
        - Fir: #2f5d50

        ### Scale

        - Clay: #f3d9cd, #d99a7c, #a85a3a, #6b3520
        {% /palette %}
    """,
)
