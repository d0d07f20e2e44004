"""The same code in several languages or for several package managers, in tabs.

A single block is shown in a frame with a title.
"""

from __future__ import annotations

from refrakt.runes.content_model import Field, sequence
from refrakt.runes.rune import choice, rune, text

codegroup = rune(
    "codegroup",
    "Shows code blocks in tabs",
    category="Code & Data",
    attributes=[
        text("title", "Title above the code, such as a file name"),
        text("labels", "Titles of the tabs, separated by commas"),
        choice("overflow", "scroll wrap hide", "How long lines are shown"),
    ],
    content=sequence(Field("panels", "fence", greedy=True)),
    sample="""
        {% codegroup title="Read the sensor" labels="Python, Shell" %}
        ```python
        print(read_celsius("/dev/ttyUSB0"))
        ```

        ```sh
        sensorctl read --unit celsius
        ```
        {% /codegroup %}
    """,
    snippet="""
        {% codegroup labels="${1:One, Two}" %}
        ```${2:python}
        ${3}
        ```

        ```${4:sh}
        ${5}
        ```
        {% /codegroup %}
    """,
)
