"""Blocks of metadata: a bar of values, or a list of labels and values. A block without a value is omitted."""

from __future__ import annotations

from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import truthy
from refrakt.theme.element_tree import with_values
from refrakt.theme.passes.field_values import BADGE_TYPES, ShownField, badge, field_value, shown_values
from refrakt.theme.passes.rune_element import RuneElement
from refrakt.theme.strings import local_label


def projected_block(element: RuneElement, name: str) -> Tag | None:
    """The block of this name; None if there is none, or none of its fields is shown."""
    block = element.theme.blocks.get(name)
    if block is None:
        return None
    items = [(value, each.align) for each in block.fields if (value := field_value(element, each.field)) is not None]
    if not items:
        return None
    attributes: dict[str, Any] = {"data-name": name, "data-zone": name, "data-zone-layout": block.layout}
    if block.layout == "definition-list":
        return Tag("dl", attributes, [_row(element, value) for value, _ in items])
    children: list[Renderable] = []
    for value, align in items:
        shown = shown_values(element, value)
        if align == "end" and shown:
            shown[0] = with_values(shown[0], {"data-align": "end"})
        children += shown
    if not block.wrap:
        attributes["data-wrap"] = "false"
    return Tag("div", attributes, children)


def _row(element: RuneElement, shown: ShownField) -> Tag:
    field = shown.field
    label = local_label(element.site.strings, element.theme, shown.name, field.label or shown.name, field.text_key)
    row: list[Renderable] = [Tag("dt", {"data-meta-label": ""}, [label]), _definition(element, shown)]
    return Tag("div", {"data-name": "row", "data-field": shown.name}, row)


def _definition(element: RuneElement, shown: ShownField) -> Tag:
    field = shown.field
    if field.split_on and truthy(shown.value):
        return Tag("dd", {"data-multi-value": ""}, [*shown_values(element, shown)])
    if field.meta_type in BADGE_TYPES:
        return Tag("dd", {}, [badge(element, shown)])
    text = shown.value
    if field.tag == "time" and truthy(text):
        text = Tag("time", {"datetime": text}, [text])
    return Tag("dd", {"data-meta-type": field.meta_type} if field.meta_type else {}, [text])
