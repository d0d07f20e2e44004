"""A group that wants something.

Guilds, courts, crews and cults: what they are after and how they are made up, in one entry that characters and plots can
refer to. Works like a realm: an opening picture if there is one, a description, then sections under headings.
"""

from __future__ import annotations

from refrakt.runes.content_model import Sections, many, opt, rest
from refrakt.runes.rune import EntityDefinition, required, rune, text
from refrakt.runes.universal_attributes import SPLIT_LAYOUT

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
    sample="""
        {% faction name="Lamplighters of Pell" %}
        They know every street, and who walks it late.

        {% faction-section name="Signs" %}
        Two short flashes: stay inside.
        {% /faction-section %}
        {% /faction %}
    """,
)
