"""A list of unfinished entities.

Lists the plan's work and bugs on any page, filtered, sorted and grouped. Content between its tags is the template for one entry.
"""

from __future__ import annotations

from refrakt.runes.output.rune_builder import RuneBuilder, Tag
from refrakt.runes.rune import choice, number, rune, text
from refrakt.runes.rune_theme import RuneTheme, plain
from refrakt_plan.runes.queries import entity_list

_STATUS = '{% badge type="status" sentiment=$item.sentiment %}{% $item.data.status %}{% /badge %}'

_CARD = """{% card href=$item.url %}
{% bar %}
{% $item.identifier %}{% if $item.mixed %} {% badge type="category" %}{% humanize($item.type) %}{% /badge %}{% /if %}EXTRA
---
STATUS
{% /bar %}

#### {% $item.data.title %}
{% /card %}
"""
_TABLE = """# Identifier
{% link href=$item.url %}{% $item.identifier %}{% /link %}
# Type
{% humanize($item.type) %}
# Status
STATUS
# Title
{% $item.data.title %}
"""
_EXTRA = " {% if $item.data.FIELD %}{% badge %}{% $item.data.FIELD %}{% /badge %}{% /if %}"
_EXTRA_FIELDS = {"work": "priority", "bug": "severity"}
"""The field that a list of one type shows besides id, status and title."""


def _build(backlog: RuneBuilder) -> Tag:
    show = backlog.text("show")
    types = "work,bug" if show == "all" else show
    layout = backlog.text("layout")
    return entity_list(
        backlog,
        _TABLE.replace("STATUS", _STATUS) if layout == "table" else _card(types),
        type=types,
        layout=layout,
        **{
            name.replace("-", "_"): backlog.text(name) for name in ("filter", "sort", "group", "limit", "group-display")
        },
    )


def _card(types: str) -> str:
    field = _EXTRA_FIELDS.get(types)
    extra = _EXTRA.replace("FIELD", field) if field else ""
    return _CARD.replace("EXTRA", extra).replace("STATUS", _STATUS)


backlog = rune(
    "backlog",
    "Lists entities of the plan, filtered, sorted and grouped",
    deferred=True,
    attributes=[
        text("filter", "Only these, as field:value pairs", default=""),
        text("sort", "The field to sort by; a minus reverses the order", default="priority"),
        text("group", "The field to group by", default="status"),
        text("show", "The type: all, work or bug", default="all"),
        choice("layout", "cards list table", "The layout of the entries", default="cards"),
        number("limit", "The maximum number"),
        choice("group-display", "headings accordion", "How groups are separated", default="headings"),
    ],
    build=_build,
    theme=RuneTheme(
        "backlog",
        modifiers={"filter": plain(), "sort": plain(), "group": plain(), "show": plain()},
        default_density="full",
        child_density="minimal",
    ),
    sample="""
        # Next up

        {% backlog show="work" filter="status:ready" group="milestone" layout="list" limit=12 /%}
    """,
    snippet="""
        {% backlog show="${1|all,work,bug|}" filter="${2:status:ready}" /%}
    """,
)
