"""The plot of a story as a checklist.

Each list item is a beat, its bold text is the title, and the checkbox is the status: `[x]` has happened, `[>]` is happening, `[ ]`
is to come and `[-]` was abandoned. Beats are list items; a `beat` tag in a plot has no effect.
"""

from __future__ import annotations

from refrakt.runes.content_model import Field, ItemField, ItemModel, many, rest, sequence
from refrakt.runes.rune import EntityDefinition, choice, required, rune, text
from refrakt.runes.storytelling.taxonomy import TAXONOMY

plot = rune(
    "plot",
    "Outlines a story as a list of beats",
    aliases="storyline arc",
    category="Semantic",
    schema_type="CreativeWork",
    preset=TAXONOMY,
    entity=EntityDefinition(
        *("plot", "{title}", "{title}"),
        fields={"title": "name", "type": "plotType"},
        defaults={"type": "arc", "structure": "linear"},
    ),
    attributes=[
        required(text("title", "Title of the plot")),
        choice("type", "arc quest subplot campaign episode act chapter", "Scope of the plot"),
        choice("structure", "linear parallel branching web", "Structure of the beats"),
    ],
    content=sequence(
        many("description", "paragraph"),
        Field(
            "beats",
            "list",
            optional=True,
            greedy=True,
            item=ItemModel(
                (
                    ItemField("marker", pattern=r"^\[(x|>|\s|-)\]\s*"),
                    ItemField("label", "strong"),
                    ItemField("description", pattern="remainder"),
                )
            ),
            emit="beat",
            emit_attributes={"label": "$label", "status": "$marker", "description": "$description"},
        ),
    ),
    sample="""
        {% plot title="The missing ferry" type="quest" structure="linear" %}
        Somebody has untied the only boat across the Reach.

        - [x] **Cut rope** — The landing is empty, and the knife still there
        - [>] **Night on the causeway** — The tide will not wait for an answer
        - [ ] **Oda's book** — A name is written in it that should not be
        - [-] **Ransom** — Nobody ever asked for one
        {% /plot %}
    """,
    snippet="""
        {% plot title="${1:Title}" %}
        ${2:What it is about.}

        - [ ] **${3:First beat}** — ${4:What happens}
        - [ ] **${5:Second beat}** — ${6:What follows}
        {% /plot %}
    """,
)

beat = rune(
    "beat",
    "One beat of a plot",
    parents="plot",
    attributes=[
        required(text("label", "Title of the beat")),
        text("status", "Status, as a word or checkbox sign"),
        text("description", "One-sentence description"),
        text("id", "Id for references by other beats"),
        text("track", "Track of the beat"),
        text("follows", "Ids of the preceding beats"),
    ],
    content=rest(),
    sample="""
        {% plot title="Three nights in Pell" %}
        - [x] **Arrival** — No room at the inn, and one in the bell tower
        - [ ] **Second peal** — The label is bold, the box is the status
        {% /plot %}
    """,
)
