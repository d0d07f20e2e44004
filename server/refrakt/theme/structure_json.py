"""Structure entries and projections as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.runes.structure_theme import FromModifier, PartGroup, Projection, Relocation, Repeat, StructureEntry
from refrakt.theme.json_values import (
    Decoder,
    ValueReader,
    attributes_of,
    flag,
    mapping_of,
    one_of,
    record_of,
    tag_name,
    text,
    tuple_of,
    whole_number,
)

_MAX_DEPTH = 20


def structure_entry(value: Any, reader: ValueReader) -> Any:
    if reader.path.count(".") > _MAX_DEPTH * 2:
        return reader.wrong("too deeply nested")
    return _ENTRY(value, reader)


def _child(value: Any, reader: ValueReader) -> Any:
    return value if isinstance(value, str) else structure_entry(value, reader)


def _attribute_value(value: Any, reader: ValueReader) -> Any:
    if isinstance(value, str):
        return value
    name = value.get("fromModifier") if isinstance(value, Mapping) else None
    return FromModifier(name) if isinstance(name, str) else reader.wrong("expected a text or `fromModifier`")


def _icon(value: Any, reader: ValueReader) -> Any:
    return True if isinstance(value, Mapping) else reader.wrong("expected an object")


def _repeat(value: Any, reader: ValueReader) -> Any:
    return _REPEAT(value, reader)


_ENTRY_KEYS: Mapping[str, tuple[str, Decoder]] = {
    "tag": ("tag", tag_name),
    "ref": ("part", text),
    "before": ("before", flag),
    "children": ("children", tuple_of(_child)),
    "attrs": ("attributes", attributes_of(_attribute_value)),
    "condition": ("condition", text),
    "conditionAny": ("any_condition", tuple_of(text)),
    "metaText": ("text", text),
    "transform": ("transform", one_of("duration", "uppercase", "capitalize")),
    "textPrefix": ("text_prefix", text),
    "textSuffix": ("text_suffix", text),
    "label": ("label", text),
    "labelHidden": ("label_hidden", flag),
    "i18nKey": ("text_key", text),
    "metaType": ("meta_type", text),
    "sentimentMap": ("sentiments", mapping_of(text)),
    "icon": ("icon", _icon),
    "repeat": ("repeat", _repeat),
}
_ENTRY = record_of(StructureEntry, _ENTRY_KEYS, ["tag"])
_REPEAT = record_of(
    Repeat,
    {
        "count": ("count", text),
        "max": ("max", whole_number),
        "filled": ("filled", text),
        "element": ("element", structure_entry),
        "filledElement": ("filled_element", structure_entry),
    },
    ["count", "element"],
)
projection = record_of(
    Projection,
    {
        "hide": ("hide", tuple_of(text)),
        "group": (
            "group",
            mapping_of(
                record_of(
                    PartGroup, {"tag": ("tag", tag_name), "members": ("members", tuple_of(text))}, ["tag", "members"]
                )
            ),
        ),
        "relocate": (
            "relocate",
            mapping_of(
                record_of(
                    Relocation,
                    {"into": ("into", text), "position": ("position", one_of("prepend", "append"))},
                    ["into"],
                )
            ),
        ),
    },
)
