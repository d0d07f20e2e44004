"""A quote of a customer or reader.

A quotation, followed by the person in bold, a dash and their role. A portrait may follow.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, number, rune, text

testimonial = rune(
    "testimonial",
    "Quotes a recommendation",
    aliases="review",
    category="Section",
    schema_type="Review",
    attributes=[
        number("rating", "Rating in stars, out of five"),
        choice("variant", "card inline quote", "Visual variant"),
        text("layout", "Former name of variant", deprecated="variant"),
    ],
    content=rest("body"),
    sample="""
        {% testimonial rating=5 variant="quote" %}
        > I stopped looking for my keys the day I hung this board.

        **Oda Brekke** - piano tuner, Bergen

        ![Oda Brekke in her workshop](/people/oda.jpg)
        {% /testimonial %}
    """,
)
