"""Text with notes next to it.

For a poem, a contract or a historical text that needs explanations without interruptions.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, rune

annotate = rune(
    "annotate",
    "Shows notes next to a text",
    category="Layout",
    attributes=[choice("variant", "margin tooltip inline", "Where the notes are shown")],
    content=rest("body"),
    sample="""
        {% annotate variant="margin" %}
        The lamp was lit for the first time in the autumn of 1871.

        {% note %}
        By hand: the keeper climbed 112 steps every evening.
        {% /note %}

        It could be seen from nine miles out.
        {% /annotate %}
    """,
    snippet="""
        {% annotate variant="${1|margin,tooltip,inline|}" %}
        ${2:The text}

        {% note %}
        ${3:What there is to say about it}
        {% /note %}
        {% /annotate %}
    """,
)

note = rune(
    "note",
    "A note on an annotated text",
    content=rest("body"),
    parents="annotate",
    internal=True,
    sample="""
        {% annotate %}
        Whoever finds the purse shall return it *within a fortnight*.

        {% note %}
        Fourteen days, counted from the finding.
        {% /note %}
        {% /annotate %}
    """,
)
