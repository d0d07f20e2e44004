"""Elements that plugins add before or after the content of a rune."""

from __future__ import annotations

from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.runes.structure_theme import FromModifier, Repeat, StructureEntry
from refrakt.theme.element_tree import with_values
from refrakt.theme.javascript_numbers import leading_integer
from refrakt.theme.passes.field_values import TRANSFORMS
from refrakt.theme.passes.rune_element import RuneElement
from refrakt.theme.strings import local_label, local_value

_MAX_COPIES = 100


def structure_elements(element: RuneElement) -> tuple[list[Renderable], list[Renderable]]:
    """The elements before and after the content."""
    before: list[Renderable] = []
    after: list[Renderable] = []
    for name, entry in element.theme.structure.items():
        built = structure_element(element, entry, name)
        if built is not None:
            (before if entry.before else after).append(built)
    return before, after


def structure_element(element: RuneElement, entry: StructureEntry, name: str) -> Tag | None:
    """The element of an entry; None if its condition is not met. The depth is that of the config."""
    values = element.values
    if entry.condition and not truthy(values.get(entry.condition)):
        return None
    if entry.any_condition and not any(truthy(values.get(each)) for each in entry.any_condition):
        return None
    part = entry.part or name
    if entry.repeat is not None:
        return Tag(entry.tag, {"data-name": part}, _copies(element, entry.repeat))
    attributes = {"data-name": part, **_attributes(element, entry)}
    if entry.icon:
        return Tag(entry.tag, attributes)
    if entry.text:
        return Tag(entry.tag, attributes, _text(element, entry, part))
    children: list[Renderable] = []
    for child in entry.children:
        built = child if isinstance(child, str) else structure_element(element, child, "")
        if built is not None:
            children.append(built)
    return Tag(entry.tag, attributes, children)


def _attributes(element: RuneElement, entry: StructureEntry) -> dict[str, Any]:
    attributes: dict[str, Any] = {
        name: element.values.get(value.name, "") if isinstance(value, FromModifier) else value
        for name, value in entry.attributes.items()
    }
    if entry.meta_type:
        attributes["data-meta-type"] = entry.meta_type
    sentiment = entry.sentiments.get(js_str(element.values.get(entry.text, ""))) if entry.text else None
    if sentiment:
        attributes["data-meta-sentiment"] = sentiment
    return attributes


def _text(element: RuneElement, entry: StructureEntry, part: str) -> list[Renderable]:
    raw = element.values.get(entry.text or "", "")
    text = local_value(element.site.strings, element.theme, raw)
    if text == raw and entry.transform:
        text = TRANSFORMS[entry.transform](js_str(text))
    if entry.text_prefix or entry.text_suffix:
        text = f"{entry.text_prefix}{js_str(text)}{entry.text_suffix}"
    if not entry.label:
        return [text]
    label = local_label(element.site.strings, element.theme, part, entry.label, entry.text_key)
    attributes = {"data-meta-label": "", **({"data-meta-label-hidden": ""} if entry.label_hidden else {})}
    return [Tag("span", attributes, [label]), Tag("span", {"data-meta-value": ""}, [text])]


def _copies(element: RuneElement, repeat: Repeat) -> list[Renderable]:
    count = min(_number(element, repeat.count), repeat.max, _MAX_COPIES)
    filled = _number(element, repeat.filled) if repeat.filled else 0
    copies: list[Renderable] = []
    for position in range(count):
        marked = position < filled
        entry = repeat.filled_element if marked and repeat.filled_element is not None else repeat.element
        built = structure_element(element, entry, "")
        if built is None:
            continue
        if repeat.filled and entry is repeat.element:
            built = with_values(built, {"data-filled": "true" if marked else "false"})
        copies.append(built)
    return copies


def _number(element: RuneElement, name: str) -> int:
    return max(0, leading_integer(js_str(element.values.get(name, ""))) or 0)
