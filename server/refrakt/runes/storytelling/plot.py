"""What happens, step by step.

A checklist for a story: each item of the list is a beat, its bold words name it, and the box says how far it is. `[x]` has
happened, `[>]` is happening, `[ ]` is to come and `[-]` was given up. Beats are written as that list; a plot makes nothing of
a `beat` tag.
"""

from __future__ import annotations

from ..content import Field, ItemField, ItemModel, many, rest, sequence
from ..model import EntityForm, choice, required, rune, text
from .taxonomy import TAXONOMY

plot = rune(
    "plot",
    "Lays out a story as a list of beats",
    aliases="storyline arc",
    category="Semantic",
    schema_type="CreativeWork",
    preset=TAXONOMY,
    entity=EntityForm(
        *("plot", "{title}", "{title}"),
        fields={"title": "name", "type": "plotType"},
        usual={"type": "arc", "structure": "linear"},
    ),
    attributes=[
        required(text("title", "What the story line is called")),
        choice("type", "arc quest subplot campaign episode act chapter", "How much of the story it spans"),
        choice("structure", "linear parallel branching web", "How its beats hang together"),
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
    "One thing that happens in a plot",
    parents="plot",
    attributes=[
        required(text("label", "What the beat is called")),
        text("status", "How far it is, as a word or its box's sign"),
        text("description", "What happens, in a sentence"),
        text("id", "A name that other beats can follow"),
        text("track", "The strand it belongs to"),
        text("follows", "The beats it comes after"),
    ],
    content=rest(),
    sample="""
        {% plot title="Three nights in Pell" %}
        - [x] **Arrival** — No room at the inn, and one in the bell tower
        - [ ] **Second peal** — The label is bold, the box is the status
        {% /plot %}
    """,
)
