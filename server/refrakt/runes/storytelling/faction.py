"""A group that wants something.

Guilds, courts, crews and cults: what they are after and how they are made up, in one entry that characters and plots can
refer to. Works like a realm: an opening picture if there is one, a description, then sections under headings.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import Sections, many, opt, rest
from refrakt.runes.output.rune_builder import RuneBuilder, part
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


def _build(faction: RuneBuilder) -> Tag:
    scene, description = scene_and_description(faction)
    sections = entry_sections(faction, "faction-section")
    body = [*description, *sections.rest]
    return faction.element(
        "article",
        [
            *scene,
            part("name", "span", [faction.text("name")], property="name"),
            *([part("body", "div", body)] if body else []),
            *sections.element,
        ],
        field="content-section",
        fields={
            "factionType": faction.text("type"),
            "alignment": faction.text("alignment"),
            "size": faction.text("size"),
            "tags": faction.text("tags"),
            **split_fields(faction.attributes),
        },
        typeof="Organization",
    )


faction = rune(
    "faction",
    "Describes a group of a story and its goals",
    aliases="guild order",
    category="Semantic",
    schema_type="Organization",
    preset=SPLIT_LAYOUT,
    entity=EntityDefinition("faction", "{name}", "{name}", fields={"type": "factionType"}),
    attributes=[
        required(text("name", "Name of the group")),
        text("type", "Type of the group, such as guild"),
        text("alignment", "Alignment, such as lawful"),
        text("size", "Number of members, in words or figures"),
        text("tags", "Keywords, separated by commas"),
    ],
    content=Sections(
        preamble=(opt("scene", "paragraph"), many("description", "paragraph"), many("items", "tag")),
        body=rest(),
        emit="faction-section",
        emit_attributes={"name": "$heading"},
    ),
    build=_build,
    theme=RuneTheme(
        "faction",
        modifiers={
            "factionType": Modifier(),
            "alignment": Modifier(),
            "size": Modifier(),
            "tags": Modifier(),
            "media-position": plain("top"),
            **SPLIT_MODIFIERS,
        },
        meta_fields={
            "factionType": MetaField("category", label="Type", condition="factionType"),
            "alignment": MetaField(
                "category",
                label="Alignment",
                condition="alignment",
                sentiments={
                    "good": "positive",
                    "neutral": "neutral",
                    "evil": "negative",
                    "chaotic": "caution",
                    "lawful": "neutral",
                },
            ),
            "size": MetaField("quantity", label="Size", condition="size"),
        },
        blocks={"metadata": definitions("factionType", "alignment", "size")},
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
        edit_hints={"name": "inline", "body": "none", "sections": "none"},
    ),
    sample="""
        {% faction name="The Quiet Ledger" type="guild" alignment="neutral" size="About forty" %}
        Bookkeepers by day. What they really trade in is who owes whom.

        ## Ranks

        Clerks listen, auditors collect, and nobody has met the treasurer.

        ## Aims

        - Buy the harbour's debts
        - Keep the war going one more year
        {% /faction %}
    """,
    snippet="""
        {% faction name="${1:Name}" type="${2:kind of group}" %}
        ${3:What they want, and how they go about it.}
        {% /faction %}
    """,
)

faction_section = rune(
    "faction-section",
    "One section about a faction",
    parents="faction",
    attributes=[required(text("name", "Title of the section"))],
    content=rest(),
    build=build_section,
    theme=section_theme("faction-section", "faction"),
    sample="""
        {% faction name="Lamplighters of Pell" %}
        They know every street, and who walks it late.

        {% faction-section name="Signs" %}
        Two short flashes: stay inside.
        {% /faction-section %}
        {% /faction %}
    """,
)
