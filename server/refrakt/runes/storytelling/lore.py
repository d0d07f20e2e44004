"""Knowledge of the world that readers look up.

For what is true, or believed, before the story starts: a legend, a law, an old war. Can be hidden until a reader asks to have
the story spoiled.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part
from refrakt.runes.rune import EntityDefinition, flag, required, rune, text
from refrakt.runes.rune_theme import MetaField, Modifier, RuneTheme, bar, root
from refrakt.runes.storytelling.taxonomy import TAXONOMY


def _build(lore: RuneBuilder) -> Tag:
    category = lore.text("category")
    return lore.element(
        "article",
        [
            part("title", "span", [lore.text("title")], property="headline"),
            *([meta(category, property="articleSection")] if category else []),
            part("body", "div", lore.render("body")),
        ],
        field="content-section",
        fields={"category": category, "spoiler": lore.text("spoiler", "false"), "tags": lore.text("tags")},
        typeof="Article",
    )


lore = rune(
    "lore",
    "Records a legend, custom or piece of history",
    aliases="legend myth",
    category="Semantic",
    schema_type="Article",
    preset=TAXONOMY,
    entity=EntityDefinition("lore", "{title}", "{title}", fields={"title": "name"}, defaults={"spoiler": False}),
    attributes=[
        required(text("title", "Title")),
        text("category", "Category, such as history"),
        flag("spoiler", "Hide it until the reader reveals it"),
    ],
    content=rest(),
    build=_build,
    theme=RuneTheme(
        "lore",
        modifiers={"category": Modifier(), "spoiler": Modifier(default="false"), "tags": Modifier()},
        meta_fields={"category": MetaField("category", label="Category", condition="category")},
        blocks={"metadata": bar("category")},
        layout={"root": root("title", "metadata", "body")},
        sections={"title": "title", "body": "body"},
        default_density="full",
        default_elevation="flat",
        default_reading="prose",
        edit_hints={"title": "inline", "body": "none"},
    ),
    sample="""
        {% lore title="Why the bells are rung twice" category="custom" spoiler=true %}
        The first peal is for the living. The second tells the drowned that they may come no nearer.

        Nobody in Pell will say what happened the year the ringer overslept.
        {% /lore %}
    """,
    snippet="""
        {% lore title="${1:Title}" category="${2:kind}" %}
        ${3:What people tell.}
        {% /lore %}
    """,
)
