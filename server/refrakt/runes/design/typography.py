"""The typefaces of a design.

Each list item says what a face is for, its name and its weights: `body: Literata (400, 700)`. Everything else in the
body is passed over.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import flag, rune, text

typography = rune(
    "typography",
    "Shows typefaces in their sizes and weights",
    category="Design",
    attributes=[
        text("title", "Heading", default=""),
        text("sample", "Sample text", default="The quick brown fox jumps over the lazy dog"),
        flag("showSizes", "Show each typeface in several sizes", default=True),
        flag("showWeights", "Show each typeface in all weights", default=True),
        flag("showCharset", "Show the character set of each typeface", default=False),
    ],
    content=rest("body"),
    sample="""
        {% typography title="Letters we use" sample="Fresh rye, every morning" showCharset=true %}
        - heading: Fraunces (600, 900)
        - body: Literata (400, 700)
        - mono: Fira Code (400)
        {% /typography %}
    """,
)
