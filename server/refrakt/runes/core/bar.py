"""A line with content at both ends.

Content before the thematic break goes to the start of the line, content after it to the end.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import rune

bar = rune(
    "bar",
    "Arranges content at both ends of a line",
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
