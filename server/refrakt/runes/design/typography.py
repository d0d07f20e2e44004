"""The typefaces of a design.

Each list item says what a face is for, its name and its weights: `body: Literata (400, 700)`. Everything else in the
body is passed over.
"""

from __future__ import annotations

from ..content import rest
from ..model import flag, rune, text

typography = rune(
    "typography",
    "Shows typefaces at their sizes and weights",
    category="Design",
    attributes=[
        text("title", "A heading over it", default=""),
        text("sample", "The words the faces are shown with", default="The quick brown fox jumps over the lazy dog"),
        flag("showSizes", "Show each face at several sizes", default=True),
        flag("showWeights", "Show each face at all its weights", default=True),
        flag("showCharset", "Show the letters and figures of each face", default=False),
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
