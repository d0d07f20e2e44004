"""Something to fold away.

For what a few readers want and the others should not have to scroll past: a proof, a full log, the answer to a riddle.
"""

from __future__ import annotations

from ..content import rest
from ..model import flag, rune, text

details = rune(
    "details",
    "Folds content under a line to click on",
    category="Content",
    attributes=[
        text("summary", "The line that stays visible"),
        flag("open", "Begin unfolded"),
    ],
    content=rest("body"),
    sample="""
        {% details summary="Why the dough rests twice" %}
        The first rest lets the flour take up water. During the second the yeast does its work.
        {% /details %}
    """,
)
