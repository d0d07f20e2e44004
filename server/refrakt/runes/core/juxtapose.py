"""Two or more parts on top of each other, to compare them: before and after, day and night.

Thematic breaks separate the parts.
"""

from __future__ import annotations

from refrakt.runes.content_model import Delimited, rest
from refrakt.runes.rune import choice, number, rune, text

juxtapose = rune(
    "juxtapose",
    "Overlays content to compare it",
    category="Layout",
    attributes=[
        choice("variant", "slider toggle fade auto", "How readers switch between the parts"),
        choice("orientation", "horizontal vertical", "Orientation of the divider"),
        number("position", "Initial position of the divider, in percent"),
        number("duration", "Duration of a transition, in milliseconds"),
        text("labels", "Labels, separated by commas"),
    ],
    content=Delimited(each=rest("body")),
    sample="""
        {% juxtapose variant="slider" labels="1920, Today" position=40 %}
        ![The harbour full of sailing ships](/images/harbour-1920.jpg)

        ---

        ![The same harbour with a ferry](/images/harbour-today.jpg)
        {% /juxtapose %}
    """,
    snippet="""
        {% juxtapose labels="${1:Before}, ${2:After}" %}
        ${3:![What it was](before.jpg)}

        ---

        ${4:![What it is](after.jpg)}
        {% /juxtapose %}
    """,
)
