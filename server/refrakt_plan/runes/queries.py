"""Queries of the plan's entities, as the runes `collection` and `aggregate` of core make them.

The element holds the query and the template of an entry; it is filled when all pages are known.
"""

from __future__ import annotations

from collections.abc import Mapping

from refrakt.runes.output.deferred_body import deferred_body
from refrakt.runes.output.rune_builder import RuneBuilder, Tag, element, meta, part

EVERY_TYPE = "work,bug,spec,decision,milestone"


def entity_list(builder: RuneBuilder, default_template: str, **query: str) -> Tag:
    """A list of entities. The body of the rune is the template of an entry, if there is one."""
    complete = {
        "type": "",
        "filter": "",
        "sort": "",
        "group": "",
        "limit": "",
        "fields": "",
        "layout": "table",
        "group-display": "headings",
        "empty": "",
    } | {name.replace("_", "-"): value for name, value in query.items()}
    template = deferred_body(builder) or default_template
    return builder.element(
        "section", [*_metas("collection", complete, template), part("items", "div")], rune="collection"
    )


def entity_counts(template: str, **query: str) -> Tag:
    """The numbers of entities, in groups."""
    complete = {"type": "", "filter": "", "value": "", "group": "", "sort": "", "limit": "", "empty": ""} | query
    return element("section", _metas("aggregate", complete, template), rune="aggregate")


def _metas(rune: str, query: Mapping[str, str], template: str) -> list[Tag]:
    return [
        *(meta(value, data_field=f"{rune}-{name}") for name, value in query.items()),
        meta("true", data_field=f"__{rune}-sentinel"),
        meta(template, data_field=f"{rune}-body"),
    ]
