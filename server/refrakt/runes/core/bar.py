"""A line with something at each end.

A date on the left and a status on the right, above a card or below a title. What stands before the thematic break goes to
the start of the line, what stands after it to the end.
"""

from __future__ import annotations

from ..content import rest
from ..model import rune

bar = rune(
    "bar",
    "Puts content at the two ends of a line",
    category="Content",
    content=rest("body"),
    sample="""
        {% bar %}
        Pier 4

        ---

        {% badge sentiment="positive" %}open{% /badge %}
        {% /bar %}
    """,
    snippet="""
        {% bar %}
        ${1:Left}

        ---

        ${2:Right}
        {% /bar %}
    """,
)
