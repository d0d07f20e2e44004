"""Content that is revealed step by step.

Every heading starts a step; content before the first one is an introduction.
"""

from __future__ import annotations

from refrakt.runes.content_model import Sections, many, rest
from refrakt.runes.rune import choice, required, rune, text

reveal = rune(
    "reveal",
    "Reveals its sections one by one",
    category="Layout",
    attributes=[choice("mode", "click scroll auto", "What reveals the next step")],
    content=Sections(
        preamble=(many("header", "heading|paragraph"), many("items", "tag")),
        body=rest("body"),
        emit="reveal-step",
        emit_attributes={"name": "$heading"},
    ),
    sample="""
        {% reveal mode="click" %}
        ## Which tree is it?

        Read one clue at a time, then guess.

        ### The bark

        White, and it peels off in thin rolls.

        ### The leaves

        Small, with a point and a toothed edge.

        ### The answer

        A silver birch.
        {% /reveal %}
    """,
    snippet="""
        {% reveal mode="${1|click,scroll,auto|}" %}
        ## ${2:The first step}

        ${3:What it shows}

        ## ${4:The second step}

        ${5:What comes next}
        {% /reveal %}
    """,
)

reveal_step = rune(
    "reveal-step",
    "One step of a reveal",
    attributes=[required(text("name", "The title of the step"))],
    content=rest("body"),
    parents="reveal",
    internal=True,
    sample="""
        {% reveal %}
        {% reveal-step name="First clue" %}
        It opens at dusk and closes before breakfast.
        {% /reveal-step %}

        {% reveal-step name="Second clue" %}
        Only moths visit it.
        {% /reveal-step %}
        {% /reveal %}
    """,
)
