"""A group that wants something.

Guilds, courts, crews and cults: what they are after and how they are made up, in one entry that characters and plots can
refer to. Works like a realm: an opening picture if there is one, a description, then sections under headings.
"""

from __future__ import annotations

from ..content import Sections, many, opt, rest
from ..model import EntityForm, required, rune, text
from ..universal import SPLIT_LAYOUT

faction = rune(
    "faction",
    "Describes a group of the story and what it is after",
    aliases="guild order",
    category="Semantic",
    schema_type="Organization",
    preset=SPLIT_LAYOUT,
    entity=EntityForm("faction", "{name}", "{name}", fields={"type": "factionType"}),
    attributes=[
        required(text("name", "What the group is called")),
        text("type", "What kind of group it is, like guild"),
        text("alignment", "Where it stands, like lawful"),
        text("size", "How many belong to it, in words or figures"),
        text("tags", "Keywords with commas between them"),
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
    "Tells one thing about a faction",
    parents="faction",
    attributes=[required(text("name", "The section's title"))],
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
