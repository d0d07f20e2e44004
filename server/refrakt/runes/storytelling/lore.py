"""Knowledge of the world that readers look up.

For what is true, or believed, before the story starts: a legend, a law, an old war. Can be hidden until a reader asks to have
the story spoiled.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import EntityDefinition, flag, required, rune, text
from refrakt.runes.storytelling.taxonomy import TAXONOMY

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
