"""The same code in several languages, one at a time.

Readers pick their language, or their package manager, and the other versions are out of the way. With a single block it
is a frame with a title.
"""

from __future__ import annotations

from ..content import Field, sequence
from ..model import choice, rune, text

codegroup = rune(
    "codegroup",
    "Shows blocks of code under tabs",
    category="Code & Data",
    attributes=[
        text("title", "A line above the code, often a file name"),
        text("labels", "The names of the tabs, with commas between them"),
        choice("overflow", "scroll wrap hide", "What happens to long lines"),
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
