"""A diagram in a text language.

The body is one code block with the source of the diagram.
"""

from __future__ import annotations

from refrakt.runes.content_model import one, sequence
from refrakt.runes.rune import choice, rune, text

diagram = rune(
    "diagram",
    "Draws a diagram from its source",
    category="Code & Data",
    attributes=[
        choice("language", "mermaid plantuml ascii", "Diagram language"),
        text("title", "Title above the diagram"),
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
