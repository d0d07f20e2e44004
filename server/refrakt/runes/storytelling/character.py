"""A character of a story.

One entry that other pages can reference: a portrait, a summary, and sections. Every heading in the body starts a section; text
before the first one may not be shown.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import Sections, many, opt, rest
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part
from refrakt.runes.rune import EntityDefinition, choice, required, rune, text
from refrakt.runes.rune_theme import MetaField, Modifier, RuneTheme, container, definitions, root
from refrakt.runes.storytelling.entry_sections import build_section, entry_sections, section_theme
from refrakt.runes.storytelling.taxonomy import TAXONOMY


def _build(character: RuneBuilder) -> Tag:
    portrait = character.render("portrait")
    role = character.text("role", "supporting")
    sections = entry_sections(character, "character-section")
    return character.element(
        "article",
        [
            *([part("portrait", "div", portrait)] if portrait else []),
            *([meta(role, property="jobTitle")] if role else []),
            part("name", "span", [character.text("name")], property="name"),
            *(sections.element or [part("body", "div", sections.rest)]),
        ],
        field="content-section",
        fields={
            "role": role,
            "status": character.text("status", "alive"),
            "aliases": character.text("aliases"),
            "tags": character.text("tags"),
        },
        typeof="Person",
    )


character = rune(
    "character",
    "Describes a character of a story, in sections",
    aliases="npc pc",
    category="Semantic",
    schema_type="Person",
    preset=TAXONOMY,
    entity=EntityDefinition("character", "{name}", "{name}", defaults={"role": "supporting", "status": "alive"}),
    attributes=[
        required(text("name", "Name of the character")),
        choice("role", "protagonist antagonist supporting minor", "Role in the story"),
        choice("status", "alive dead unknown missing", "Status of the character"),
        text("aliases", "Other names, separated by commas"),
    ],
    content=Sections(
        preamble=(opt("portrait", "image"), many("header", "heading|paragraph"), many("items", "tag")),
        body=rest(),
        emit="character-section",
        emit_attributes={"name": "$heading"},
    ),
    build=_build,
    theme=RuneTheme(
        "character",
        modifiers={
            "role": Modifier(default="supporting"),
            "status": Modifier(default="alive"),
            "aliases": Modifier(),
            "tags": Modifier(),
        },
        meta_fields={
            "role": MetaField("category", label="Role"),
            "status": MetaField(
                "status",
                label="Status",
                sentiments={"alive": "positive", "dead": "negative", "unknown": "neutral", "missing": "caution"},
            ),
        },
        blocks={"metadata": definitions("role", "status")},
        layout={
            "root": root("portrait", "content"),
            "content": container("div", "preamble", "metadata", "sections", "body"),
            "preamble": container("header", "name"),
        },
        sections={"preamble": "preamble", "name": "title", "portrait": "media"},
        media_slots={"portrait": "portrait"},
        default_density="full",
        default_elevation="flat",
        edit_hints={"name": "inline", "portrait": "image", "body": "none", "sections": "none"},
    ),
    sample="""
        {% character name="Oda Brekke" role="supporting" status="missing" aliases="The Ferrywoman" %}
        ![Oda at the tiller](/img/oda.jpg)

        ## Past

        Oda took over the ferry the winter her brothers left for the mines. She rows whoever asks, and asks nobody why.

        ## Secret

        Every crossing is written down, in a book only she has seen.
        {% /character %}
    """,
    snippet="""
        {% character name="${1:Name}" role="${2|protagonist,antagonist,supporting,minor|}" %}
        ## ${3:Past}

        ${4:Where they come from.}
        {% /character %}
    """,
)

character_section = rune(
    "character-section",
    "One section about a character",
    parents="character",
    attributes=[required(text("name", "Title of the section"))],
    content=rest(),
    build=build_section,
    theme=section_theme("character-section", "character"),
    sample="""
        {% character name="Teodor Vane" %}
        {% character-section name="Habits" %}
        Counts the stairs. Never sits with his back to a window.
        {% /character-section %}
        {% /character %}
    """,
)
