"""Somewhere in the world of the story.

A town, a forest, a moon: a picture to arrive with, a few words to set the mood, and a section for whatever a visitor should
know. Realms can lie in one another, so an atlas can be built from their pages.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import Sections, many, opt, rest
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part
from refrakt.runes.output.split_layout import split_fields
from refrakt.runes.rune import EntityDefinition, required, rune, text
from refrakt.runes.rune_theme import (
    SPLIT_MODIFIERS,
    SPLIT_STYLES,
    MetaField,
    Modifier,
    RuneTheme,
    container,
    definitions,
    plain,
    root,
)
from refrakt.runes.storytelling.entry_sections import build_section, entry_sections, section_theme
from refrakt.runes.storytelling.scenes import scene_and_description
from refrakt.runes.universal_attributes import SPLIT_LAYOUT


def _build(realm: RuneBuilder) -> Tag:
    kind = realm.text("type", "place")
    scene, description = scene_and_description(realm)
    sections = entry_sections(realm, "realm-section")
    body = [*description, *sections.rest]
    return realm.element(
        "article",
        [
            *scene,
            *([meta(kind, property="additionalType")] if kind else []),
            part("name", "span", [realm.text("name")], property="name"),
            *([part("body", "div", body)] if body else []),
            *sections.element,
        ],
        field="content-section",
        fields={
            "realmType": kind,
            "scale": realm.text("scale"),
            "tags": realm.text("tags"),
            "parent": realm.text("parent"),
            **split_fields(realm.attributes),
        },
        typeof="Place",
    )


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
    build=_build,
    theme=RuneTheme(
        "realm",
        modifiers={
            "realmType": Modifier(default="place"),
            "scale": Modifier(),
            "tags": Modifier(),
            "parent": Modifier(),
            "media-position": plain("top"),
            **SPLIT_MODIFIERS,
        },
        meta_fields={
            "realmType": MetaField("category", label="Type"),
            "scale": MetaField("category", label="Scale", condition="scale"),
        },
        blocks={"metadata": definitions("realmType", "scale")},
        layout={
            "root": root("scene", "content"),
            "content": container("div", "preamble", "metadata", "body", "sections"),
            "preamble": container("header", "name"),
        },
        auto_label={"scene": "scene"},
        sections={"preamble": "preamble", "name": "title", "scene": "media"},
        media_slots={"scene": "cover"},
        styles=SPLIT_STYLES,
        default_density="full",
        default_elevation="flat",
        edit_hints={"name": "inline", "scene": "image", "body": "none", "sections": "none"},
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
    build=build_section,
    theme=section_theme("realm-section", "realm"),
    sample="""
        {% realm name="Pell" type="market town" %}
        The last dry place before the marsh.

        {% realm-section name="Market days" %}
        Eels on Tuesday, rope and tar on Friday.
        {% /realm-section %}
        {% /realm %}
    """,
)
