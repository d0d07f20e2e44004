"""Themes as JSON: the inverse of `theme_json`, for catalogues, inspection and comparison. Values that are defaults are left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from refrakt.runes.rune_theme import (
    BlockField,
    InlineStyle,
    LayoutEntry,
    MetaField,
    Modifier,
    ProjectedBlock,
    RuneTheme,
)
from refrakt.runes.structure_theme import FromModifier, Projection, Repeat, StructureEntry
from refrakt.theme.rune_names import pascal_case
from refrakt.theme.theme_json import FUNCTION, STYLE_FUNCTIONS

_FUNCTION_NAMES = {name: function for function, name in STYLE_FUNCTIONS.items()}


def rune_theme_to_json(theme: RuneTheme) -> dict[str, Any]:
    """The config of a rune with the keys of theme configs."""
    written: dict[str, Any] = {}
    for each in fields(RuneTheme):
        value = getattr(theme, each.name)
        default = each.default_factory() if each.default_factory is not MISSING else each.default
        if value != default:
            key, encode = _KEYS[each.name]
            written[key] = encode(value)
    return written


def overrides_to_json(overrides: Mapping[str, Any]) -> dict[str, Any]:
    return {_KEYS[name][0]: _KEYS[name][1](value) for name, value in overrides.items()}


def _same(value: Any) -> Any:
    return value


def _each(encode: Callable[[Any], Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    return lambda values: {name: encode(value) for name, value in values.items()}


def _present(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are set: not None, false, empty text, list or object."""
    return {
        name: value
        for name, value in values.items()
        if value is not None and value is not False and value not in ("", (), [], {})
    }


def _modifier(modifier: Modifier) -> dict[str, Any]:
    written: dict[str, Any] = {"source": modifier.source}
    if modifier.default is not None:
        written["default"] = modifier.default
    if not modifier.class_name:
        written["noBemClass"] = True
    return written | _present({"valueMap": dict(modifier.value_map), "mapTarget": modifier.map_target})


def _meta_field(field: MetaField) -> dict[str, Any]:
    written = _present(
        {
            "metaType": field.meta_type,
            "label": field.label,
            "condition": field.condition,
            "renderWhenEmpty": field.render_when_empty,
            "icon": {"group": field.icon} if field.icon else None,
            "sentimentMap": dict(field.sentiments),
            "href": field.href,
            "transform": field.transform,
            "tag": field.tag,
            "splitOn": field.split_on,
            "i18nKey": field.text_key,
        }
    )
    if field.rating is not None:
        written["rating"] = {"total": field.rating} if field.rating else {}
    return written


def _block_field(field: BlockField) -> Any:
    return {"field": field.field, "align": field.align} if field.align else field.field


def _block(block: ProjectedBlock) -> dict[str, Any]:
    written: dict[str, Any] = {"fields": [_block_field(each) for each in block.fields], "layout": block.layout}
    return written if block.wrap else {**written, "wrap": False}


def _layout_entry(entry: LayoutEntry) -> Any:
    if entry.tag is None:
        return list(entry.children)
    return {"tag": entry.tag, **_present({"attrs": dict(entry.attributes)}), "children": list(entry.children)}


def _style(style: InlineStyle) -> Any:
    if style.transform:
        return {"prop": style.property, "transform": {FUNCTION: _FUNCTION_NAMES[style.transform]}}
    return {"prop": style.property, "template": style.template} if style.template else style.property


def _structure_entry(entry: StructureEntry) -> dict[str, Any]:
    return {
        "tag": entry.tag,
        **_present(
            {
                "ref": entry.part,
                "before": entry.before,
                "children": [each if isinstance(each, str) else _structure_entry(each) for each in entry.children],
                "attrs": {
                    name: {"fromModifier": value.name} if isinstance(value, FromModifier) else value
                    for name, value in entry.attributes.items()
                },
                "condition": entry.condition,
                "conditionAny": list(entry.any_condition),
                "metaText": entry.text,
                "transform": entry.transform,
                "textPrefix": entry.text_prefix,
                "textSuffix": entry.text_suffix,
                "label": entry.label,
                "labelHidden": entry.label_hidden,
                "i18nKey": entry.text_key,
                "metaType": entry.meta_type,
                "sentimentMap": dict(entry.sentiments),
                "repeat": _repeat(entry.repeat) if entry.repeat is not None else None,
            }
        ),
        **({"icon": {}} if entry.icon else {}),
    }


def _repeat(repeat: Repeat) -> dict[str, Any]:
    return {
        "count": repeat.count,
        "max": repeat.max,
        "element": _structure_entry(repeat.element),
        **_present(
            {
                "filled": repeat.filled,
                "filledElement": _structure_entry(repeat.filled_element) if repeat.filled_element is not None else None,
            }
        ),
    }


def projection_to_json(projection: Projection) -> dict[str, Any]:
    return _present(
        {
            "hide": list(projection.hide),
            "group": {
                name: {"tag": group.tag, "members": list(group.members)} for name, group in projection.group.items()
            },
            "relocate": {
                name: {"into": each.into, **_present({"position": each.position})}
                for name, each in projection.relocate.items()
            },
        }
    )


_KEYS: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "block": ("block", _same),
    "modifiers": ("modifiers", _each(_modifier)),
    "context_modifiers": ("contextModifiers", dict),
    "static_modifiers": ("staticModifiers", list),
    "root_attributes": ("rootAttributes", dict),
    "meta_fields": ("metaFields", _each(_meta_field)),
    "blocks": ("blocks", _each(_block)),
    "layout": ("layout", _each(_layout_entry)),
    "structure": ("structure", _each(_structure_entry)),
    "projection": ("projection", projection_to_json),
    "content_wrapper": ("contentWrapper", lambda wrapper: {"tag": wrapper.tag, "ref": wrapper.part}),
    "auto_label": ("autoLabel", dict),
    "sections": ("sections", dict),
    "media_slots": ("mediaSlots", dict),
    "styles": ("styles", _each(_style)),
    "variants": ("variants", _each(_each(overrides_to_json))),
    "default_density": ("defaultDensity", _same),
    "child_density": ("childDensity", _same),
    "default_elevation": ("defaultElevation", _same),
    "default_width": ("defaultWidth", _same),
    "default_reading": ("defaultReading", _same),
    "default_prominence": ("defaultProminence", _same),
    "content_measure": ("contentMeasure", _same),
    "sequence": ("sequence", _same),
    "sequence_direction": (
        "sequenceDirection",
        lambda direction: {"fromModifier": direction.modifier, "default": direction.default},
    ),
    "stagger_items": ("staggerItems", _same),
    "guest_fit": ("guestFit", _same),
    "frame_target": ("frameTarget", _same),
    "substrate_target": ("substrateTarget", _same),
    "requires_parent": ("requiresParent", pascal_case),
    "parent": ("parent", pascal_case),
    "interactive": ("interactive", _same),
    "checklist": ("checklist", _same),
    "post": ("postTransform", _same),
    "enum_labels": ("i18nEnums", dict),
    "edit_hints": ("editHints", dict),
    "scope": ("scope", _same),
}
