"""A line with content at both ends.

Content before the thematic break goes to the start of the line, content after it to the end.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.break_zones import split_at_break
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.rune import rune
from refrakt.runes.rune_theme import RuneTheme


def _build(bar: RuneBuilder) -> Tag:
    start, end = split_at_break(bar.nodes("body"))
    zones = [Tag("div", {}, bar.render(start))]
    if end:
        zones.append(Tag("div", {"data-align": "end"}, bar.render(end)))
    return bar.element("div", zones, attributes={"data-zone-layout": "bar"})


bar = rune(
    "bar",
    "Arranges content at both ends of a line",
    category="Content",
    content=rest("body"),
    build=_build,
    theme=RuneTheme("bar"),
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
