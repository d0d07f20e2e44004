"""The distances, corners and shadows of a design.

Three headings are understood: spacing (with `unit` and `scale`), radius, and shadows; under each a list of names and
values.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import rune, text

spacing = rune(
    "spacing",
    "Shows distances, corner radii and shadows",
    category="Design",
    attributes=[text("title", "Heading", default="")],
    content=rest("body"),
    sample="""
        {% spacing title="Room to breathe" %}
        ### Spacing

        - unit: 6px
        - scale: 6, 12, 18, 30, 48

        ### Radius

        - button: 3px
        - card: 12px

        ### Shadows

        - resting: 0 1px 3px rgba(30, 40, 35, 0.2)
        {% /spacing %}
    """,
)
