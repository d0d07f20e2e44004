"""Somewhere in the world of the story.

A town, a forest, a moon: a picture to arrive with, a few words to set the mood, and a section for whatever a visitor should
know. Realms can lie in one another, so an atlas can be built from their pages.
"""

from __future__ import annotations

from refrakt.runes.content_model import Sections, many, opt, rest
from refrakt.runes.rune import EntityDefinition, required, rune, text
from refrakt.runes.universal_attributes import SPLIT_LAYOUT

realm = rune(
    "realm",
    "Describes a place of a story, with a scene and sections",
    aliases="location place",
    category="Semantic",
    schema_type="Place",
    preset=SPLIT_LAYOUT,
    entity=EntityDefinition("realm", "{name}", "{name}", fields={"type": "realmType"}, defaults={"type": "place"}),
    attributes=[
        required(text("name", "Name of the place")),
        text("type", "Type of the place, such as harbour"),
        text("scale", "Scale, such as town or continent"),
        text("tags", "Keywords, separated by commas"),
        text("parent", "Realm that contains it"),
    ],
    content=Sections(
        preamble=(opt("scene", "paragraph"), many("description", "paragraph"), many("items", "tag")),
        body=rest(),
        emit="realm-section",
        emit_attributes={"name": "$heading"},
    ),
    sample="""
        {% realm name="Sallow Reach" type="marsh" scale="region" parent="The Low Counties" %}
        ![Causeway at dusk](/img/sallow-reach.jpg)

        Twelve villages on stilts, and a road that is only there at low tide.

        ## Getting in

        Hire a guide in Pell. The markers move after every storm.

        ## What to fear

        The lights, and those who follow them.
        {% /realm %}
    """,
    snippet="""
        {% realm name="${1:Name}" type="${2:kind of place}" %}
        ${3:What a visitor sees first.}
        {% /realm %}
    """,
)

realm_section = rune(
    "realm-section",
    "One section about a realm",
    parents="realm",
    attributes=[required(text("name", "Title of the section"))],
    content=rest(),
    sample="""
        {% realm name="Pell" type="market town" %}
        The last dry place before the marsh.

        {% realm-section name="Market days" %}
        Eels on Tuesday, rope and tar on Friday.
        {% /realm-section %}
        {% /realm %}
    """,
)
