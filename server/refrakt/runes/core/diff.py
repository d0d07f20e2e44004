"""The line differences of two texts.

The first two code blocks are compared; other content is not shown.
"""

from __future__ import annotations

from refrakt.runes.content_model import Field, sequence
from refrakt.runes.rune import choice, rune, text

diff = rune(
    "diff",
    "Shows the differences between two texts",
    category="Code & Data",
    attributes=[
        choice("mode", "unified split inline", "Display mode of the diff"),
        text("language", "Language of both blocks"),
        text("title", "Title, such as a file name"),
    ],
    content=sequence(Field("fences", "fence", greedy=True)),
    sample="""
        {% diff mode="split" title="greenhouse.yaml" %}
        ```yaml
        vents: closed
        night: 12
        ```

        ```yaml
        vents: open
        night: 12
        ```
        {% /diff %}
    """,
    snippet="""
        {% diff title="${1:file}" %}
        ```${2:text}
        ${3:before}
        ```

        ```${2:text}
        ${4:after}
        ```
        {% /diff %}
    """,
)
