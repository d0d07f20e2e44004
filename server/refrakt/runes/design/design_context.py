"""A design in one place, for other pages to use.

Holds a palette, typefaces and spacing together, and publishes them under a name, so that live examples elsewhere look
like the design they belong to. Anything in it that is not a rune is left out.
"""

from __future__ import annotations

from ..content import rest
from ..model import EntityForm, rune, text

design_context = rune(
    "design-context",
    "Gathers a design's tokens and gives them a name",
    category="Design",
    entity=EntityForm("design-context", "{scope}", "{title}", usual={"scope": "default"}),
    attributes=[
        text("title", "A heading over it", default=""),
        text("scope", "The name other pages know it by", default="default"),
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
