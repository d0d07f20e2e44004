"""A video, a song or a post from another site.

Its URL selects the player, in a frame with a fixed aspect ratio. The body is the fallback.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, required, rune, text

embed = rune(
    "embed",
    "Embeds media from another site",
    category="Content",
    schema_type="VideoObject",
    attributes=[
        required(text("url", "URL of the media")),
        text("type", "Type of the media, if the URL does not imply it"),
        choice("aspect", "16:9 4:3 1:1 auto", "Aspect ratio of the frame"),
        text("title", "Title for screen readers"),
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
