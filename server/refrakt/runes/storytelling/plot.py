"""The plot of a story as a checklist.

Each list item is a beat, its bold text is the title, and the checkbox is the status: `[x]` has happened, `[>]` is happening, `[ ]`
is to come and `[-]` was abandoned. Beats are list items; a `beat` tag in a plot has no effect.
"""

from __future__ import annotations

import re

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import Field, ItemField, ItemModel, many, rest, sequence
from refrakt.runes.output.child_runes import child_elements
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part
from refrakt.runes.rune import EntityDefinition, choice, required, rune, text
from refrakt.runes.rune_theme import MetaField, Modifier, RuneTheme, bar, root
from refrakt.runes.storytelling.taxonomy import TAXONOMY

_STATUSES = {"x": "complete", ">": "active", " ": "planned", "-": "abandoned", "": "planned"}
"""The statuses of beats by the sign in their checkbox."""
_DASH = re.compile(r"[-–—]+\s*")
"""What separates the title of a beat from its description."""


def _build_plot(plot: RuneBuilder) -> Tag:
    kind = plot.text("type", "arc")
    return plot.element(
        "section",
        [
            part("title", "span", [plot.text("title")], property="name"),
            *([meta(kind, property="genre")] if kind else []),
            *plot.render("description"),
            part("beats", "ol", child_elements(plot, plot.nodes("beats"), "beat", data_field="beat")),
        ],
        field="content-section",
        fields={"plotType": kind, "structure": plot.text("structure", "linear"), "tags": plot.text("tags")},
        typeof="CreativeWork",
    )


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
    build=_build_plot,
    theme=RuneTheme(
        "plot",
        modifiers={
            "plotType": Modifier(default="arc"),
            "structure": Modifier(default="linear"),
            "tags": Modifier(),
        },
        meta_fields={
            "plotType": MetaField("category", label="Type"),
            "structure": MetaField("category", label="Structure"),
        },
        blocks={"eyebrow": bar("plotType", end="structure")},
        layout={"root": root("eyebrow", "title")},
        sections={"title": "title"},
        default_density="full",
        default_elevation="flat",
        post="plot",
        edit_hints={"title": "inline", "beats": "none"},
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


def _build_beat(beat: RuneBuilder) -> Tag:
    status = beat.text("status")
    written = beat.text("description").strip()
    dash = _DASH.match(written)
    description = written[dash.end() :] if dash else written
    return beat.element(
        "li",
        [
            part("label", "span", [beat.text("label")]),
            part("body", "div", [*([Tag("p", {}, [description])] if description else []), *beat.render("body")]),
        ],
        fields={"status": _STATUSES.get(status, status), **{name: beat.text(name) for name in _NAMES}},
        # The id is a name for other beats of the plot, and not unique on the page.
        attributes={"id": None},
    )


_NAMES = ("id", "track", "follows")

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
    build=_build_beat,
    theme=RuneTheme(
        "beat",
        modifiers={
            "status": Modifier(
                default="planned",
                value_map={
                    "complete": "checked",
                    "active": "active",
                    "planned": "unchecked",
                    "abandoned": "skipped",
                },
                map_target="data-checked",
            ),
            "id": Modifier(),
            "track": Modifier(),
            "follows": Modifier(),
        },
        parent="plot",
        edit_hints={"label": "inline", "body": "none"},
    ),
    sample="""
        {% plot title="Three nights in Pell" %}
        - [x] **Arrival** — No room at the inn, and one in the bell tower
        - [ ] **Second peal** — The label is bold, the box is the status
        {% /plot %}
    """,
)
