"""Code blocks next to each other, such as before and after.

Only code blocks are shown; explanations belong above or below.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, rune, text

compare = rune(
    "compare",
    "Shows code blocks side by side",
    category="Code & Data",
    attributes=[
        choice("layout", "side-by-side stacked", "Layout of the blocks"),
        text("labels", "Titles of the blocks, separated by commas"),
        text("title", "Title above the blocks"),
    ],
    content=rest("body"),
    sample="""
        {% compare labels="Loop, Comprehension" %}
        ```python
        names = []
        for boat in fleet:
            names.append(boat.name)
        ```

        ```python
        names = [boat.name for boat in fleet]
        ```
        {% /compare %}
    """,
    snippet="""
        {% compare labels="${1:Before, After}" %}
        ```${2:python}
        ${3}
        ```

        ```${2:python}
        ${4}
        ```
        {% /compare %}
    """,
)
