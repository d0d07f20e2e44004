"""A list of recent changes.

Lists the entities that changed most recently. Content between its tags is the template for one entry.
"""

from __future__ import annotations

from refrakt.runes.output.rune_builder import RuneBuilder, Tag
from refrakt.runes.rune import number, rune
from refrakt.runes.rune_theme import RuneTheme, plain
from refrakt_plan.runes.queries import EVERY_TYPE, entity_list

_ROW = """# Item
{% link href=$item.url %}**{% $item.id %}** — {% $item.data.title %}{% /link %}
# Type
{% humanize($item.type) %}
# Status
{% humanize($item.data.status) %}
# Modified
{% date($item.data.modified) %}
"""


def _build(activity: RuneBuilder) -> Tag:
    return entity_list(activity, _ROW, type=EVERY_TYPE, sort="-modified", limit=activity.text("limit"))


plan_activity = rune(
    "plan-activity",
    "Lists the entities that changed last",
    deferred=True,
    attributes=[number("limit", "The maximum number", default=10)],
    build=_build,
    theme=RuneTheme("plan-activity", modifiers={"limit": plain()}),
    sample="""
        # This week

        {% plan-activity limit=5 /%}
    """,
)
