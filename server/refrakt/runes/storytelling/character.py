"""A character of a story.

One entry that other pages can reference: a portrait, a summary, and sections. Every heading in the body starts a section; text
before the first one may not be shown.
"""

from __future__ import annotations

from refrakt.runes.content_model import Sections, many, opt, rest
from refrakt.runes.rune import EntityDefinition, choice, required, rune, text
from refrakt.runes.storytelling.taxonomy import TAXONOMY

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
    sample="""
        {% character name="Teodor Vane" %}
        {% character-section name="Habits" %}
        Counts the stairs. Never sits with his back to a window.
        {% /character-section %}
        {% /character %}
    """,
)
