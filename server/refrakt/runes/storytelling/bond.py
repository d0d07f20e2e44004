"""A relation between two entities of a story, such as friendship, debt or war. It is one-way unless it is mutual."""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import EntityDefinition, flag, required, rune, text

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
