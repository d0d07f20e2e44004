"""Text with remarks at its side.

For a poem, a contract or a piece of history that needs explaining without being interrupted: the text stays whole, and each
remark stands next to the place it belongs to.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, rune

annotate = rune(
    "annotate",
    "Sets remarks beside a text",
    category="Layout",
    attributes=[choice("variant", "margin tooltip inline", "Where the remarks are shown")],
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
    "A remark on an annotated text",
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
