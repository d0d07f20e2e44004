"""The people behind something.

A list is enough: a name, a dash and what they do, with a portrait in front if there is one. People who deserve a few lines
of their own get a `cast-member` each, after the list or instead of it.
"""

from __future__ import annotations

from refrakt.runes.content_model import Field, ItemField, ItemModel, many, rest, sequence
from refrakt.runes.rune import choice, rune, text

cast = rune(
    "cast",
    "Presents a group of people with names and roles",
    aliases="team",
    category="Semantic",
    schema_type="Person",
    attributes=[choice("layout", "grid list carousel", "Layout of the people")],
    content=sequence(
        many("header", "heading|paragraph|image"),
        Field(
            "members",
            "list",
            optional=True,
            greedy=True,
            item=ItemModel(
                (
                    ItemField("image", "image", extract="src"),
                    ItemField("role", pattern=r"\s*[-–—]\s*(.+)$"),
                    ItemField("name", optional=False, pattern="remainder"),
                )
            ),
            emit="cast-member",
            emit_attributes={"name": "$name", "role": "$role", "image": "$image"},
        ),
        many("items", "tag"),
    ),
    sample="""
        {% cast layout="grid" %}
        # In the print shop

        - ![Mira at the press](/img/mira.jpg) Mira Osei – Presses
        - ![Jonas with a proof](/img/jonas.jpg) Jonas Pohl – Type
        - Wen Li – Binding
        {% /cast %}
    """,
    snippet="""
        {% cast %}
        - ${1:Name} – ${2:Role}
        - ${3:Name} – ${4:Role}
        {% /cast %}
    """,
)

cast_member = rune(
    "cast-member",
    "One person of a cast",
    parents="cast",
    attributes=[
        text("name", "Name of the person"),
        text("role", "Role of the person"),
        text("image", "URL of a portrait"),
    ],
    content=rest(),
    sample="""
        {% cast layout="list" %}
        {% cast-member name="Mira Osei" role="Presses" image="/img/mira.jpg" %}
        Learned on a proof press in a garage, and still has it.
        {% /cast-member %}
        {% /cast %}
    """,
)
