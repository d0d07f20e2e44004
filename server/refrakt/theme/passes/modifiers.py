"""Steps 1 to 3: the variant of the theme, the modifiers, and classes by context."""

from __future__ import annotations

from typing import Any

from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.runes.rune_theme import Modifier
from refrakt.theme.passes.rune_element import RuneElement
from refrakt.theme.theme_merge import merged_rune_theme


def apply_variants(element: RuneElement) -> None:
    """Merge the overrides for the values of modifiers into the theme, in the order of the config."""
    original = element.theme
    for axis, by_value in original.variants.items():
        modifier = original.modifiers.get(axis)
        value = modifier_value(element, axis, modifier) if modifier is not None else None
        if truthy(value) and js_str(value) in by_value:
            element.theme = merged_rune_theme(element.theme, by_value[js_str(value)])


def apply_modifiers(element: RuneElement) -> None:
    for name, modifier in element.theme.modifiers.items():
        value = modifier_value(element, name, modifier)
        if truthy(value):
            element.values[name] = value
            if modifier.class_name:
                element.classes.append(js_str(value))
            if modifier.value_map:
                mapped = modifier.value_map.get(js_str(value), value)
                if modifier.map_target:
                    element.mapped[modifier.map_target] = mapped
                else:
                    element.values[name] = mapped
        elif value == "":
            element.values[name] = ""


def apply_context_classes(element: RuneElement) -> None:
    suffix = element.theme.context_modifiers.get(element.parent) if element.parent else None
    if suffix:
        element.classes.append(suffix)
    element.classes.extend(element.theme.static_modifiers)


def modifier_value(element: RuneElement, name: str, modifier: Modifier) -> Any:
    if modifier.source == "meta":
        return element.field(name, modifier.default)
    value = element.attribute(name)
    return modifier.default if value is None else value
