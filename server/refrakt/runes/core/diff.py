"""What changed, line by line.

Give the old text and the new one; which lines came and went is found out. The first two blocks of code are compared,
and whatever else stands there is not shown.
"""

from __future__ import annotations

from ..content import Field, sequence
from ..model import choice, rune, text

diff = rune(
    "diff",
    "Shows how one text became another",
    category="Code & Data",
    attributes=[
        choice("mode", "unified split inline", "One column or two"),
        text("language", "The language of both blocks"),
        text("title", "A line above, often a file name"),
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
