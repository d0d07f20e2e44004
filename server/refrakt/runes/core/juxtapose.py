"""Two or more things in the same place, to compare them.

Before and after, day and night, draft and print: seen side by side the difference must be searched for, seen on top of each
other it jumps out. A thematic break stands between the things that are compared.
"""

from __future__ import annotations

from ..content import Delimited, rest
from ..model import choice, number, rune, text

juxtapose = rune(
    "juxtapose",
    "Lays things over each other to compare them",
    category="Layout",
    attributes=[
        choice("variant", "slider toggle fade auto", "How one gets from one to the other"),
        choice("orientation", "horizontal vertical", "Which way the dividing line runs"),
        number("position", "Where the line starts, in percent"),
        number("duration", "How long a change takes, in milliseconds"),
        text("labels", "What each is called, with commas between"),
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
