"""A video, a song or a post from elsewhere.

Give its address, and the player of that place is shown in a frame that keeps its shape. What is written inside is there
for readers whose browser cannot show it.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, required, rune, text

embed = rune(
    "embed",
    "Shows something from another site",
    category="Content",
    schema_type="VideoObject",
    attributes=[
        required(text("url", "Where it is found")),
        text("type", "What it is, where the address does not tell"),
        choice("aspect", "16:9 4:3 1:1 auto", "The frame's width to height"),
        text("title", "What it is called, for screen readers"),
    ],
    content=rest("fallback"),
    sample="""
        {% embed url="https://vimeo.com/4820517" aspect="4:3" title="How a bell is cast" %}
        [Watch the film on Vimeo](https://vimeo.com/4820517)
        {% /embed %}
    """,
    snippet="""
        {% embed url="${1:https://}" title="${2:Title}" %}
        ${3:What to read where it cannot be shown}
        {% /embed %}
    """,
)
