"""A relation between two entities of a story, such as friendship, debt or war. It is one-way unless it is mutual."""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import EntityDefinition, flag, required, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(bond: RuneBuilder) -> Tag:
    return bond.element(
        "div",
        [
            part("from", "span", [bond.text("from")]),
            part("connector", "div", [part("arrow", "span")]),
            part("to", "span", [bond.text("to")]),
            part("body", "div", bond.render("body")),
        ],
        fields={
            "bondType": bond.text("type"),
            "status": bond.text("status", "active"),
            "bidirectional": bond.text("bidirectional", "true"),
        },
    )


bond = rune(
    "bond",
    "Relates two characters, places or groups of a story",
    aliases="relationship",
    category="Semantic",
    entity=EntityDefinition(
        *("bond", "{from}→{to}", "{from} → {to}"),
        fields={"type": "bondType"},
        defaults={"status": "active", "bidirectional": True},
    ),
    attributes=[
        required(text("from", "Name of the first entity")),
        required(text("to", "Name of the second entity")),
        text("type", "Kind of the relation, such as rivalry"),
        text("status", "Current status, such as broken"),
        flag("bidirectional", "Whether the relation is mutual"),
    ],
    content=rest(),
    build=_build,
    theme=RuneTheme(
        "bond",
        modifiers={
            "bondType": Modifier(),
            "status": Modifier(default="active"),
            "bidirectional": Modifier(default="true"),
        },
        sections={"body": "body"},
        default_density="full",
        default_elevation="flat",
        edit_hints={"from": "inline", "to": "inline", "connector": "none", "arrow": "none", "body": "none"},
    ),
    sample="""
        {% bond from="Oda Brekke" to="The Quiet Ledger" type="debt" status="unpaid" bidirectional=false %}
        They paid for the boat. She has never been told what they want for it.
        {% /bond %}
    """,
    snippet="""
        {% bond from="${1:One}" to="${2:Other}" type="${3:what ties them}" %}
        ${4:How it came about.}
        {% /bond %}
    """,
)
