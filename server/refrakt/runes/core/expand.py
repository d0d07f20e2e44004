"""Includes the content of another entity.

Content that is written once can be shown on many pages: opening hours, a definition, a decision. Its headings are not part of
the outline of this page unless `level` is set.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.rune import flag, number, required, rune, text
from refrakt.runes.rune_theme import RuneTheme

PENDING = "expand-pending"
"""The `data-rune` of an element that is replaced by the content of the entity."""


def _build(expand: RuneBuilder) -> Tag:
    """The name of the entity; its content is inserted when all pages are known."""
    level = expand.attributes["level"]
    data = {
        "data-expand-id": expand.attributes["primary"],
        "data-expand-level": expand.text("level") if isinstance(level, int | float) else None,
        "data-expand-type": expand.text("type") or None,
        "data-expand-canonical": "true" if expand.attributes["canonical"] is True else None,
        "data-expand-label": expand.text("label") or None,
    }
    return expand.element("div", rune=PENDING, attributes=data)


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
    build=_build,
    theme=RuneTheme("expand"),
    sample="""
        # Visiting the museum

        {% expand "opening-hours" level=2 canonical=true /%}
    """,
    snippet="""
        {% expand "${1:id}" /%}
    """,
)
