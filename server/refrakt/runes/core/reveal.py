"""Content that comes step by step.

For a quiz, a walk through a proof or a story with a turn: the reader should think before seeing what comes next. Every
heading begins a step; what stands before the first one introduces them all.
"""

from __future__ import annotations

from ..content import Sections, many, rest
from ..model import choice, required, rune, text

reveal = rune(
    "reveal",
    "Uncovers its sections one after the other",
    category="Layout",
    attributes=[choice("mode", "click scroll auto", "What makes the next step appear")],
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
