"""Includes the content of another entity.

Content that is written once can be shown on many pages: opening hours, a definition, a decision. Its headings are not part of
the outline of this page unless `level` is set.
"""

from __future__ import annotations

from refrakt.runes.rune import flag, number, required, rune, text

expand = rune(
    "expand",
    "Includes the content of another page or entity",
    category="Content",
    attributes=[
        required(text("primary", "Id or name of the page or entity")),
        number("level", "Level of its first heading on this page"),
        text("type", "Type of the entity, if the name is ambiguous"),
        flag("canonical", "Add a link to the source"),
        text("label", "Text of the link to the source"),
    ],
    universal=False,
    self_closing=True,
    sample="""
        # Visiting the museum

        {% expand "opening-hours" level=2 canonical=true /%}
    """,
    snippet="""
        {% expand "${1:id}" /%}
    """,
)
