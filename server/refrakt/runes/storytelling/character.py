"""Somebody in the story.

Gives a person one entry that other pages can point to: a portrait, who they are at a glance, and a section for each side of
them worth telling. Every heading in the body starts such a section; text before the first one may not be shown.
"""

from __future__ import annotations

from ..content import Sections, many, opt, rest
from ..model import EntityForm, choice, required, rune, text
from .taxonomy import TAXONOMY

character = rune(
    "character",
    "Introduces a person of the story, section by section",
    aliases="npc pc",
    category="Semantic",
    schema_type="Person",
    preset=TAXONOMY,
    entity=EntityForm("character", "{name}", "{name}", usual={"role": "supporting", "status": "alive"}),
    attributes=[
        required(text("name", "What the person is called")),
        choice("role", "protagonist antagonist supporting minor", "The part they play in the story"),
        choice("status", "alive dead unknown missing", "What has become of them"),
        text("aliases", "Other names they go by, with commas between"),
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
    "Tells one side of a character",
    parents="character",
    attributes=[required(text("name", "The section's title"))],
    content=rest(),
    sample="""
        {% character name="Teodor Vane" %}
        {% character-section name="Habits" %}
        Counts the stairs. Never sits with his back to a window.
        {% /character-section %}
        {% /character %}
    """,
)
