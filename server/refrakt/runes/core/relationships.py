"""The relations of an entity to others, grouped by kind.

Relations are declared where the entities are described. The body, if there is one, is the template of each relation, with `$item`
for the other entity and `$kind` for the relation.
"""

from __future__ import annotations

from refrakt.runes.rune import choice, rune, text

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
