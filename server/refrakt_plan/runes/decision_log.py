"""A list of all decisions.

For the page that explains to newcomers why the project is as it is. Content between its tags is the template for one decision.
"""

from __future__ import annotations

from refrakt.runes.output.rune_builder import RuneBuilder, Tag
from refrakt.runes.rune import rune, text
from refrakt.runes.rune_theme import RuneTheme, plain
from refrakt_plan.runes.queries import entity_list

_ROW = """# Decision
{% link href=$item.url %}**{% $item.id %}** — {% $item.data.title %}{% /link %}
# Status
{% humanize($item.data.status) %}
# Date
{% date($item.data.date) %}
"""


def _build(log: RuneBuilder) -> Tag:
    sort = log.text("sort")
    # The newest decision is the first, unless the page says otherwise.
    return entity_list(log, _ROW, type="decision", filter=log.text("filter"), sort="-date" if sort == "date" else sort)


decision_log = rune(
    "decision-log",
    "Lists the decisions of the plan",
    deferred=True,
    attributes=[
        text("filter", "Only these, as field:value pairs", default=""),
        text("sort", "The field to sort by; a minus reverses the order", default="date"),
    ],
    build=_build,
    theme=RuneTheme(
        "decision-log", modifiers={"filter": plain(), "sort": plain()}, default_density="full", child_density="minimal"
    ),
    sample="""
        # Why it is like this

        {% decision-log filter="status:accepted" sort="-date" /%}
    """,
    snippet="""
        {% decision-log filter="${1:status:accepted}" /%}
    """,
)
