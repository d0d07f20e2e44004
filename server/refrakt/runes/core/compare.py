"""Two pieces of code next to each other.

Before and after, wrong and right: the eye finds the difference by itself. Only blocks of code are shown; what they
mean is said above or below.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, rune, text

compare = rune(
    "compare",
    "Puts blocks of code side by side",
    category="Code & Data",
    attributes=[
        choice("layout", "side-by-side stacked", "How the blocks are laid out"),
        text("labels", "What each block is called, with commas"),
        text("title", "A line above the blocks"),
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
