"""The history of the plan.

Reads the project's git history and shows it in terms of the plan: added entities, changed statuses, checked criteria. For one
entity or for all of them.
"""

from __future__ import annotations

from refrakt.runes.output.rune_builder import RuneBuilder, Tag, meta, part
from refrakt.runes.rune import number, rune, text
from refrakt.runes.rune_theme import RuneTheme, plain


def _build(history: RuneBuilder) -> Tag:
    """An empty list, which is filled from git."""
    since = history.text("since")
    return history.element(
        "section",
        [
            meta("true", data_field="__plan-history-sentinel"),
            *([meta(since, data_field="since")] if since else []),
            part("events", "div"),
        ],
        fields={name: history.text(name) or None for name in ("id", "limit", "type", "group")},
        attributes={"id": None},
    )


plan_history = rune(
    "plan-history",
    "Shows changes of entities from git",
    self_closing=True,
    attributes=[
        text("id", "The id of one entity; all without it"),
        number("limit", "The maximum number of changes", default=20),
        text("type", "The types, separated by commas", default="all"),
        text("since", "How far back, like 7d or a date"),
        text("group", "Group by commit or entity", default="commit"),
    ],
    build=_build,
    theme=RuneTheme(
        "plan-history", modifiers={"id": plain(), "limit": plain(), "type": plain(), "since": plain(), "group": plain()}
    ),
    sample="""
        # The story of WORK-034

        {% plan-history id="WORK-034" limit=8 since="30d" /%}
    """,
)
