"""Steps 18 and 19: the inline style and the attributes of the finished element."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.output.rune_builder import FIELDS
from refrakt.theme.element_tree import add_class
from refrakt.theme.passes.cover import cover_styles
from refrakt.theme.passes.rune_element import RuneElement
from refrakt.theme.rune_names import data_attribute

_INPUT = frozenset(
    (
        "width",
        "spacing",
        "inset",
        "elevation",
        "prominence",
        "reveal",
        "stagger",
        "density",
        FIELDS,
    )
)
"""Attributes of the unfinished element that are values for the theme."""
_LEADING = ("id", "data-field", "typeof", "data-zone-layout")
_ALIGNMENTS = {"top": "start", "bottom": "end"}
_GAPS = {
    "none": "0",
    "tight": "var(--rf-spacing-sm)",
    "default": "var(--rf-spacing-md)",
    "loose": "var(--rf-spacing-xl)",
}

STYLE_FUNCTIONS: Mapping[str, Callable[[str], str]] = {
    "fraction": lambda ratio: " ".join(f"{part}fr" for part in ratio.split()),
    "alignment": lambda name: _ALIGNMENTS.get(name, name),
    "gap": lambda name: _GAPS.get(name, name),
}


def inline_style(element: RuneElement) -> str:
    existing = element.attribute("style")
    parts = [js_str(existing)] if truthy(existing) else []
    for name, style in element.theme.styles.items():
        value = element.values.get(name)
        if not truthy(value):
            continue
        text = js_str(value)
        if style.transform:
            text = STYLE_FUNCTIONS[style.transform](text)
        elif style.template:
            text = style.template.replace("{}", text, 1)
        parts.append(f"{style.property}: {text}")
    parts += element.tint_styles
    parts += cover_styles(element)
    parts += [style for each in element.decorations if not each.on_media for style in each.styles]
    return "; ".join(parts)


def finished_element(element: RuneElement) -> Tag:
    style = inline_style(element)
    dropped = {name for name, modifier in element.theme.modifiers.items() if modifier.source == "attribute"}
    passed = {
        name: value
        for name, value in element.tag.attributes.items()
        if name not in _INPUT
        and name not in dropped
        and name != "data-rune"
        and value is not None
        and value is not UNDEFINED
    }
    names = (element.block, *(f"{element.block}--{suffix}" for suffix in element.classes))
    attributes: dict[str, Any] = {name: passed.pop(name) for name in _LEADING if name in passed}
    attributes["class"] = add_class(passed.pop("class", None), *names)
    attributes |= passed
    attributes |= {data_attribute(name): value for name, value in element.values.items()}
    attributes |= {
        name if name.startswith("data-") else f"data-{name}": value for name, value in element.mapped.items()
    }
    attributes |= element.attributes
    attributes |= {"data-rune": element.name, "data-density": element.density}
    attributes |= element.theme.root_attributes
    if style:
        attributes["style"] = style
    return Tag(element.tag.name, attributes, element.children, element.tag.origin)
