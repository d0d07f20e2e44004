"""A tie between two of the world's entries.

Friendship, debt, blood or war: written down once, it can be drawn on a map of who is who. Goes one way unless it is said to
go both.
"""

from __future__ import annotations

from ..content import rest
from ..model import EntityForm, flag, required, rune, text

bond = rune(
    "bond",
    "Ties two people, places or groups of the story together",
    aliases="relationship",
    category="Semantic",
    entity=EntityForm(
        *("bond", "{from}→{to}", "{from} → {to}"),
        fields={"type": "bondType"},
        usual={"status": "active", "bidirectional": True},
    ),
    attributes=[
        required(text("from", "The one it starts from, by name")),
        required(text("to", "The one it leads to, by name")),
        text("type", "What ties them, like rivalry"),
        text("status", "How it stands now, like broken"),
        flag("bidirectional", "It holds both ways"),
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
