"""A design in one place, for other pages to use.

Holds a palette, typefaces and spacing together, and publishes them under a name, so that live examples elsewhere look
like the design they belong to. Anything in it that is not a rune is left out.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import EntityDefinition, rune, text

design_context = rune(
    "design-context",
    "Groups design tokens under a name",
    category="Design",
    entity=EntityDefinition("design-context", "{scope}", "{title}", defaults={"scope": "default"}),
    attributes=[
        text("title", "Heading", default=""),
        text("scope", "Name that other pages use for it", default="default"),
    ],
    content=rest("body"),
    sample="""
        {% design-context title="The bakery's look" scope="bakery" %}
        {% palette %}
        - Crust: #8a5a2b
        - Flour: #fbf7ef
        {% /palette %}

        {% typography %}
        - body: Literata (400, 700)
        {% /typography %}
        {% /design-context %}
    """,
)
