"""Instructions for getting something done.

An unordered list is what one needs, an ordered one what to do; a title and a sentence go before both. Search engines
can show the steps by themselves.
"""

from __future__ import annotations

from refrakt.runes.content_model import many, sequence
from refrakt.runes.rune import choice, rune, text

howto = rune(
    "howto",
    "Step-by-step instructions with prerequisites",
    aliases="how-to",
    category="Semantic",
    schema_type="HowTo",
    attributes=[
        text("estimatedTime", "Total time", default=""),
        choice("difficulty", "easy medium hard", "Difficulty"),
    ],
    content=sequence(many("header", "heading|paragraph|image"), many("body", "list|tag", template="1. First")),
    sample="""
        {% howto estimatedTime="20 min" difficulty="easy" %}
        # Mend a slow puncture

        All you do is find the hole; the rest is patience.

        - Two tyre levers
        - A bowl of water
        - Patch and glue

        1. Lift the tyre off one side of the rim.
        2. Pump up the tube and look for bubbles under water.
        3. Roughen the spot, glue it, and press the patch on.
        {% /howto %}
    """,
)
