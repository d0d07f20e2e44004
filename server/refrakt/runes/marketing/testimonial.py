"""What somebody else says about it.

A quotation, and under it the person in bold with a dash and what they do. A portrait may follow. One voice with a
name and a trade is worth more than five without.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, number, rune, text

testimonial = rune(
    "testimonial",
    "Quotes a person who vouches for something",
    aliases="review",
    category="Section",
    schema_type="Review",
    attributes=[
        number("rating", "How many stars of five"),
        choice("variant", "card inline quote", "How it is set"),
        text("layout", "The old name of variant", deprecated="variant"),
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
