"""A design in one place, for other pages to use.

Holds a palette, typefaces and spacing together, and publishes them under a name, so that live examples elsewhere look
like the design they belong to. Anything in it that is not a rune is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from refrakt.markdoc.html import Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import rest
from refrakt.runes.design.design_lists import design_lists, values_of
from refrakt.runes.design.fonts import fonts_of
from refrakt.runes.design.scales import scales_of
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import EntityDefinition, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(context: RuneBuilder) -> Tag:
    runes = [node for node in context.nodes("body") if node.type == "tag"]
    title = context.text("title")
    return context.element(
        "section",
        [*([part("title", "h3", [title])] if title else []), part("sections", "div", context.render(runes))],
        fields={
            "titleText": title,
            "tokens": json.dumps(_tokens(runes), ensure_ascii=False, separators=(",", ":")),
            "scope": context.text("scope"),
        },
    )


def _tokens(runes: Iterable[Node]) -> dict[str, Any]:
    """The values of the design that other pages can use, by kind."""
    tokens: dict[str, Any] = {}
    for each in runes:
        if each.tag == "palette":
            tokens["colors"] = _colors(each)
        elif each.tag == "typography":
            tokens["fonts"] = [
                {"role": font.role, "family": font.family, "weights": [*font.weights], "category": font.category}
                for font in fonts_of(each.children)
            ]
        elif each.tag == "spacing":
            scales = scales_of(each.children)
            steps = {"unit": scales.unit, "scale": [*scales.distances]}
            found: dict[str, Any] = {
                "spacing": {key: value for key, value in steps.items() if value},
                "radii": _named(scales.radii),
                "shadows": _named(scales.shadows),
            }
            tokens |= {key: value for key, value in found.items() if value}
    return tokens


def _colors(palette: Node) -> list[dict[str, str]]:
    return [
        {"name": name, "value": value, **({"group": group.title} if group.title else {})}
        for group in design_lists(palette.children)
        for name, written in group.entries
        for value in values_of(written) or [""]
    ]


def _named(entries: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in entries]


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
    build=_build,
    theme=RuneTheme(
        "design-context",
        modifiers={"titleText": Modifier()},
        sections={"title": "title"},
        default_density="full",
        default_elevation="flat",
        edit_hints={"title": "none", "sections": "none"},
    ),
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
