"""The colours of a design.

Each list item is a name, a colon and a colour, or several colours with commas between them for a scale; headings make
groups. Contrast with black and white can be shown beside each colour.
"""

from __future__ import annotations

from ..content import rest
from ..model import flag, number, rune, text

palette = rune(
    "palette",
    "Shows a list of colours as a chart",
    category="Design",
    attributes=[
        text("title", "A heading over it", default=""),
        flag("showContrast", "Give the contrast with white and black", default=False),
        flag("showA11y", "Say which levels of legibility are met", default=False),
        number("columns", "How many colours stand in a row"),
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
