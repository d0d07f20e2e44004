"""A link to an entity by id or name rather than by URL.

It follows the entity when pages move or are renamed, uses its title as text, and is reported if there is no such entity.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.rune import choice, required, rune, text


def _build(xref: RuneBuilder) -> Tag:
    target, label = xref.text("primary"), xref.text("label")
    options = {f"data-xref-{name}": xref.text(name) or None for name in ("label", "type", "preview")}
    return xref.element("span", [label or target], attributes={"data-xref-id": target or None, **options})


xref = rune(
    "xref",
    "Links to a page or entity by its id or name",
    aliases="ref",
    attributes=[
        required(text("primary", "Id or name of the page or entity")),
        text("label", "Text of the link; its title by default"),
        text("type", "Type of the entity, if the name is ambiguous"),
        choice("preview", "drawer", "Open the target in a drawer"),
    ],
    universal=False,
    self_closing=True,
    inline=True,
    build=_build,
    sample="""
        Before you moor, read {% xref "harbour-rules" label="the rules of the harbour" /%}.
    """,
    snippet="""
        {% xref "${1:id}" /%}
    """,
)
