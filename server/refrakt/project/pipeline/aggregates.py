"""`aggregate`: how many entities there are, in all, by group, or as a chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import replaced
from refrakt.markdoc.tree import Node
from refrakt.project.index.entity_records import EntityRecord
from refrakt.project.index.field_query import parse as parse_query
from refrakt.project.pipeline.collections import empty_part
from refrakt.project.pipeline.entity_lists import (
    entities,
    grouped,
    parse_template,
    rendered_template,
    sentiment,
)
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.project.pipeline.rune_fields import fields_of, has_field
from refrakt.runes.output.functions import humanize
from refrakt.runes.output.rune_builder import element

_SENTINEL = "__aggregate-sentinel"


def fill_aggregates(tree: Renderable, page: PipelinePage) -> Renderable:
    def change(tag: Tag) -> Tag:
        is_open = tag.attributes.get("data-rune") == "aggregate" and has_field(tag, _SENTINEL)
        return _filled(tag, page) if is_open else tag

    return replaced(tree, change)


@dataclass(frozen=True, slots=True)
class _Group:
    key: str
    count: int
    value: int
    """How many of them match the `value` of the rune."""

    def variables(self, total: int, mood: str = "") -> dict[str, Any]:
        percent = round(100 * self.value / self.count) if self.count else 0
        return {
            "key": self.key,
            "count": self.count,
            "value": self.value,
            "percent": percent,
            "total": total,
            "sentiment": mood,
        }


def _filled(tag: Tag, page: PipelinePage) -> Tag:
    if page.site is None:
        page.warn_without_data("aggregate")
        return tag
    fields = {
        key.removeprefix("aggregate-"): js_str(value) for key, value in fields_of(tag).items() if value is not None
    }
    found = entities(page, fields.get("type", ""), fields.get("filter", ""))
    if fields.get("layout") == "chart" and fields.get("group"):
        return _chart(page, found, fields)
    template = parse_template(page, fields.get("body", ""))
    if template.item is None:
        attributes = {**tag.attributes, "data-aggregate": "count", "data-count": str(len(found))}
        return Tag(tag.name, attributes, [str(len(found))], tag.origin)
    attributes = {**tag.attributes, "data-aggregate": "breakdown"}
    if not found:
        return Tag(tag.name, attributes, empty_part(page, "aggregate", template, fields.get("empty", "")), tag.origin)
    total = len(found)
    whole = _Group("", total, _matching(found, fields.get("value", "")))
    parts: list[Renderable] = []
    if template.preamble:
        content = rendered_template(page, template.preamble, {"item": whole.variables(total)})
        parts.append(Tag("div", {"data-name": "preamble", "class": "rf-aggregate__preamble"}, content))
    items: list[Renderable]
    if fields.get("group"):
        items = [_group_item(page, template.item, each, total, found, fields) for each in _groups(page, found, fields)]
    else:
        items = rendered_template(page, template.item, {"item": whole.variables(total)})
    parts.append(Tag("div", {"data-name": "items", "class": "rf-aggregate__items"}, items))
    return Tag(tag.name, attributes, parts, tag.origin)


def _group_item(
    page: PipelinePage,
    template: Sequence[Node],
    group: _Group,
    total: int,
    found: list[EntityRecord],
    fields: Mapping[str, str],
) -> Tag:
    mood = sentiment(page, found[0].type, {fields["group"]: group.key}, fields["group"])
    attributes = {"class": "rf-aggregate__group", "data-group": group.key, "data-block": ""}
    return Tag("div", attributes, rendered_template(page, template, {"item": group.variables(total, mood)}))


def _groups(page: PipelinePage, found: list[EntityRecord], fields: Mapping[str, str]) -> list[_Group]:
    """The groups in the order of the rune: by count, by key, or in the order that the entities' rune defines."""
    name = fields["group"]
    groups = [
        _Group(key, len(members), _matching(members, fields.get("value", "")))
        for key, members in grouped(page, found, name).items()
    ]
    sort = fields.get("sort", "")
    descending = sort.startswith("-") or sort.endswith("-desc")
    if sort.strip("-").removesuffix("-desc") in ("count", "value"):
        field = sort.strip("-").removesuffix("-desc")
        groups.sort(key=lambda each: getattr(each, field), reverse=descending)
    elif descending:
        groups.reverse()
    limit = fields.get("limit", "")
    return groups[: int(limit)] if limit.isdecimal() and int(limit) > 0 else groups


def _matching(records: list[EntityRecord], value: str) -> int:
    query = parse_query(value)
    return sum(map(query.matches, records)) if value else 0


def _chart(page: PipelinePage, found: list[EntityRecord], fields: Mapping[str, str]) -> Tag:
    groups = _groups(page, found, fields) if found else []
    counted = bool(fields.get("value"))
    titles = [humanize(fields["group"]), "Count", *(["Value"] if counted else [])]
    rows = [_chart_row(page, found[0].type, fields["group"], each, counted) for each in groups]
    caption = [Tag("caption", {}, [fields["chart-title"]])] if fields.get("chart-title") else []
    head = Tag("thead", {}, [Tag("tr", {}, [Tag("th", {}, [title]) for title in titles])])
    table = Tag("table", {"data-name": "data"}, [*caption, head, Tag("tbody", {}, rows)])
    kind = fields.get("chart-type") or "bar"
    attributes = {"data-type": kind, "data-stacked": "false"}
    return element("rf-chart", [table], rune="chart", fields={"type": kind, "stacked": "false"}, attributes=attributes)


def _chart_row(page: PipelinePage, type: str, field: str, group: _Group, counted: bool) -> Tag:
    mood = sentiment(page, type, {field: group.key}, field)
    first = Tag("td", {"data-meta-sentiment": mood} if mood else {}, [humanize(group.key)])
    numbers = [group.count, group.value] if counted else [group.count]
    return Tag("tr", {}, [first, *(Tag("td", {}, [str(each)]) for each in numbers)])
