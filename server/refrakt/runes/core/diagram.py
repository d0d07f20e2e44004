"""A drawing made of words.

Boxes and arrows written as text can be read in a review and changed without a drawing program. One block of code is the
whole drawing.
"""

from __future__ import annotations

from ..content import one, sequence
from ..model import choice, rune, text

diagram = rune(
    "diagram",
    "Draws a diagram from its description",
    category="Code & Data",
    attributes=[
        choice("language", "mermaid plantuml ascii", "The language it is described in"),
        text("title", "A line above the drawing"),
    ],
    content=sequence(one("source", "fence")),
    sample="""
        {% diagram language="mermaid" title="How a letter travels" %}
        ```mermaid
        graph LR
          Box --> Sorting --> Van --> Door
        ```
        {% /diagram %}
    """,
    snippet="""
        {% diagram language="${1:mermaid}" %}
        ```${1:mermaid}
        ${2}
        ```
        {% /diagram %}
    """,
)
