"""The relations of an entity to others, grouped by kind.

Relations are declared where the entities are described. The body, if there is one, is the template of each relation, with `$item`
for the other entity and `$kind` for the relation.
"""

from __future__ import annotations

from collections.abc import Mapping

from refrakt.markdoc.html import Tag
from refrakt.runes.output.deferred_body import deferred_body
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import RuneTheme

SENTINEL = "__relationships-sentinel"
"""The field that marks the list until the relations are looked up."""

_OPTIONS = ("kind", "type", "group", "group-display", "sort", "limit", "fields", "layout", "empty")


def _build(relationships: RuneBuilder) -> Tag:
    entity = relationships.attributes["of"]
    # `$item` is an entity, and means its id.
    of = entity.get("id", "") if isinstance(entity, Mapping) else relationships.text("of")
    template = deferred_body(relationships)
    values = [("of", of), *((name, relationships.text(name)) for name in _OPTIONS)]
    return relationships.element(
        "section",
        [
            *(meta(value, data_field=f"relationships-{name}") for name, value in values),
            meta("true", data_field=SENTINEL),
            *([meta(template, data_field="relationships-body")] if template.strip() else []),
            part("items", "div"),
        ],
    )


relationships = rune(
    "relationships",
    "Lists the relations of an entity",
    category="Content",
    attributes=[
        text("of", "Id of the entity", default=""),
        text("kind", "Kinds of relations, separated by commas", default=""),
        text("type", "Types of entities, separated by commas", default=""),
        text("group", "Grouping: kind, type or none", default="kind"),
        choice("group-display", "headings accordion", "Display of the groups", default="headings"),
        text("sort", "Field to sort by, with - for descending order", default=""),
        text("limit", "Maximum number of results", default=""),
        text("fields", "Fields to show, separated by commas", default=""),
        text("layout", "Layout: list or grid", default="list"),
        text("empty", "Text to show without results", default=""),
    ],
    deferred=True,
    build=_build,
    theme=RuneTheme("relationships"),
    sample="""
        ## What the new pier depends on

        {% relationships of="new-pier" kind="needs,replaces" empty="Nothing: work can begin." %}
        - {% $item.data.title %} ({% $kind %})
        {% /relationships %}
    """,
    snippet="""
        {% relationships of="${1:id}" kind="${2:kind}" /%}
    """,
)
