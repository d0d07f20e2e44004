"""`collection`: a list, grid or table of entities."""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import replaced
from refrakt.markdoc.tree import Node
from refrakt.project.index.entity_records import EntityRecord
from refrakt.project.index.field_query import field_of
from refrakt.project.pipeline.entity_lists import (
    Template,
    entities,
    grouped,
    limited,
    parse_template,
    rendered_template,
    sorted_entities,
    template_item,
    titled_link,
)
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.project.pipeline.rune_fields import fields_of, has_field
from refrakt.runes.resolver import heading_text

_SENTINEL = "__collection-sentinel"


def fill_collections(tree: Renderable, page: PipelinePage) -> Renderable:
    def change(tag: Tag) -> Tag:
        is_open = tag.attributes.get("data-rune") == "collection" and has_field(tag, _SENTINEL)
        return _filled(tag, page) if is_open else tag

    return replaced(tree, change)


def _filled(tag: Tag, page: PipelinePage) -> Tag:
    if page.site is None:
        page.warn_without_data("collection")
        return tag
    fields = {
        key.removeprefix("collection-"): js_str(value) for key, value in fields_of(tag).items() if value is not None
    }
    matching = sorted_entities(
        page, entities(page, fields.get("type", ""), fields.get("filter", "")), fields.get("sort", "")
    )
    shown = limited(matching, fields.get("limit", ""))
    layout = fields.get("layout") or "list"
    attributes = {key: value for key, value in tag.attributes.items() if key not in ("data-type", "data-layout")} | {
        "data-type": fields.get("type", ""),
        "data-layout": layout,
    }
    template = parse_template(page, fields.get("body", ""))
    children = listing(page, "collection", shown, layout, fields, template, len(matching))
    return Tag(tag.name, attributes, children, tag.origin)


def listing(
    page: PipelinePage,
    block: str,
    shown: Sequence[EntityRecord],
    layout: str,
    fields: dict[str, str],
    template: Template,
    count: int,
) -> list[Renderable]:
    """The parts of a rune that lists entities: a preamble and the items, or what is shown if there are none."""
    if not shown:
        return empty_part(page, block, template, fields.get("empty", ""))
    parts: list[Renderable] = []
    if template.preamble:
        variables = {"count": count, "shown": len(shown)}
        content = rendered_template(page, template.preamble, variables)
        parts.append(Tag("div", {"data-name": "preamble", "class": f"rf-{block}__preamble"}, content))
    columns = [each.strip() for each in fields.get("fields", "").split(",") if each.strip()]
    items = _items(page, block, shown, layout, fields, template, columns)
    parts.append(Tag("div", {"data-name": "items", "class": f"rf-{block}__items"}, items))
    return parts


def empty_part(page: PipelinePage, block: str, template: Template, text: str) -> list[Renderable]:
    content: list[Renderable] = [text] if text else []
    if template.fallback:
        content = rendered_template(page, template.fallback, {})
    return [Tag("div", {"data-name": "empty", "class": f"rf-{block}__empty"}, content)] if content else []


def _items(
    page: PipelinePage,
    block: str,
    shown: Sequence[EntityRecord],
    layout: str,
    fields: dict[str, str],
    template: Template,
    columns: list[str],
) -> list[Renderable]:
    group = fields.get("group", "")
    if layout == "table":
        return [_table(page, block, shown, template, columns)]
    if not group:
        return [_item(page, block, each, layout, template, columns) for each in shown]
    groups = grouped(page, shown, group)
    contents = {
        name: [_item(page, block, each, layout, template, columns, name, len(members)) for each in members]
        for name, members in groups.items()
    }
    if fields.get("group-display") == "accordion":
        return [Tag("div", {"class": "rf-accordion"}, [_disclosure(name, found) for name, found in contents.items()])]
    return [
        Tag(
            "div",
            {"class": f"rf-{block}__group", "data-group": name},
            [Tag("h3", {"class": f"rf-{block}__group-title"}, [name]), *found],
        )
        for name, found in contents.items()
    ]


def _disclosure(name: str, members: Sequence[Renderable]) -> Tag:
    title = Tag("span", {"class": "rf-accordion-item__title"}, [name])
    count = Tag("span", {"class": "rf-accordion-item__count"}, [str(len(members))])
    summary = Tag("summary", {"class": "rf-accordion-item__header"}, [title, count])
    body = Tag("div", {"class": "rf-accordion-item__body"}, list(members))
    return Tag("details", {"class": "rf-accordion-item", "data-group": name}, [summary, body])


def _item(
    page: PipelinePage,
    block: str,
    record: EntityRecord,
    layout: str,
    template: Template,
    columns: list[str],
    group: str = "",
    count: int = 0,
) -> Tag:
    if template.item is not None:
        content = rendered_template(page, template.item, {"item": template_item(page, record, group, count)})
        return Tag("div", {"class": f"rf-{block}__item", "data-entity-id": record.id, "data-block": ""}, content)
    link = titled_link(record, f"rf-{block}__title")
    if layout == "grid":
        shown = [
            Tag("span", {"class": f"rf-{block}__field", "data-field": name}, [_text(record, name)]) for name in columns
        ]
        return Tag("article", {"class": f"rf-{block}__card", "data-entity-id": record.id}, [link, *shown])
    return Tag("div", {"class": f"rf-{block}__item", "data-entity-id": record.id}, [link])


def _table(
    page: PipelinePage, block: str, shown: Sequence[EntityRecord], template: Template, columns: list[str]
) -> Tag:
    if template.item is not None and any(node.type == "heading" for node in template.item):
        cells = _template_columns(template.item)
        head = [Tag("th", {}, [title]) for title, _ in cells]
        rows = [
            Tag(
                "tr",
                {"data-entity-id": each.id},
                [
                    Tag("td", {}, rendered_template(page, nodes, {"item": template_item(page, each)}))
                    for _, nodes in cells
                ],
            )
            for each in shown
        ]
    else:
        head = [Tag("th", {}, [title]) for title in ("Title", *map(_column_title, columns))]
        rows = [
            Tag(
                "tr",
                {"data-entity-id": each.id},
                [
                    Tag("td", {}, [titled_link(each, f"rf-{block}__title")]),
                    *(Tag("td", {"data-field": name}, [_text(each, name)]) for name in columns),
                ],
            )
            for each in shown
        ]
    return Tag(
        "table", {"class": f"rf-{block}__table"}, [Tag("thead", {}, [Tag("tr", {}, head)]), Tag("tbody", {}, rows)]
    )


def _template_columns(nodes: Sequence[Node]) -> list[tuple[str, list[Node]]]:
    """Each heading of a template starts a column."""
    found: list[tuple[str, list[Node]]] = []
    for node in nodes:
        if node.type == "heading":
            found.append((heading_text(node), []))
        elif found:
            found[-1][1].append(node)
    return found


def _column_title(name: str) -> str:
    words = name.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _text(record: EntityRecord, field: str) -> str:
    value = record.title if field == "title" else field_of(record, field)
    return "" if value is None else js_str(value)
