"""Themes as JSON, with the keys of refrakt's theme configs: in the config of a site, in catalogues, and for comparison.

A value that cannot be used is a `ThemeProblem` and left out; the rest of the theme is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.runes.rune_theme import (
    BlockField,
    ContentWrapper,
    InlineStyle,
    LayoutEntry,
    MetaField,
    Modifier,
    ProjectedBlock,
    RuneTheme,
    SequenceDirection,
)
from refrakt.theme.json_values import (
    Decoder,
    ValueReader,
    attributes_of,
    flag,
    mapping_of,
    one_of,
    record_of,
    record_values,
    scalar,
    tag_name,
    text,
    tuple_of,
)
from refrakt.theme.passes.post_transforms import POST_TRANSFORMS
from refrakt.theme.rune_names import kebab_case
from refrakt.theme.structure_json import projection, structure_entry
from refrakt.theme.theme_config import ThemeConfig, ThemeOverrides, overridden_theme
from refrakt.theme.theme_merge import Overrides, ThemeProblem, merged_rune_theme

FUNCTION = "$fn"
"""The key of an object that is a function in JavaScript, with the name of the function."""
STYLE_FUNCTIONS = {"ratioToFr": "fraction", "resolveValign": "alignment", "resolveGap": "gap"}
_TEXTS = mapping_of(text)
_NAMES = tuple_of(text)
_DENSITY = one_of("full", "compact", "minimal")
_TRANSFORM = one_of("duration", "uppercase", "capitalize")


def rune_theme_from_json(name: str, value: Any) -> tuple[RuneTheme | None, list[ThemeProblem]]:
    """The theme of a rune, by its `data-rune` or its name in theme configs; None if it has no `block`."""
    overrides, problems = rune_overrides_from_json(name, value)
    block = overrides.get("block")
    if block is None:
        return None, problems or [ThemeProblem(name, "`block` is missing")]
    return merged_rune_theme(RuneTheme(block), overrides), problems


def rune_overrides_from_json(name: str, value: Any, path: str = "") -> tuple[Overrides, list[ThemeProblem]]:
    """What a config sets for a rune, by the fields of `RuneTheme`."""
    problems: list[ThemeProblem] = []
    reader = ValueReader(f"{path}.{name}" if path else name, problems)
    if not isinstance(value, Mapping):
        reader.wrong("expected an object")
        return {}, problems
    overrides = record_values(value, _RUNE_KEYS, reader)
    if overrides.get("post") is True:
        overrides["post"] = kebab_case(name)
    if overrides.get("post") not in (None, *POST_TRANSFORMS):
        reader.at("postTransform").wrong("the function is not known and is not run")
        del overrides["post"]
    return overrides, problems


def theme_overrides_from_json(value: Any) -> tuple[ThemeOverrides, list[ThemeProblem]]:
    """A whole theme config: runes, icons by group, tints, backgrounds, frames and texts."""
    problems: list[ThemeProblem] = []
    reader = ValueReader("", problems)
    if not isinstance(value, Mapping):
        reader.wrong("expected an object")
        return ThemeOverrides(), problems
    found = record_values({key: each for key, each in value.items() if key != "runes"}, _THEME_KEYS, reader)
    runes: dict[str, Overrides] = {}
    written = value.get("runes", {})
    if isinstance(written, Mapping):
        for name, each in written.items():
            overrides, wrong = rune_overrides_from_json(str(name), each, "runes")
            problems += wrong
            if isinstance(each, Mapping):
                runes[kebab_case(str(name))] = overrides
    else:
        reader.at("runes").wrong("expected an object")
    return ThemeOverrides(runes=runes, **found), problems


def site_overrides_from_json(site: Mapping[str, Any]) -> tuple[ThemeOverrides, list[ThemeProblem]]:
    """What the config of a site sets: icons by name, tints, backgrounds, texts and the locale. Its other keys are ignored."""
    problems: list[ThemeProblem] = []
    values = {key: value for key, value in site.items() if key in _SITE_KEYS}
    return ThemeOverrides(**record_values(values, _SITE_KEYS, ValueReader("", problems))), problems


def theme_from_json(value: Any) -> tuple[ThemeConfig, list[ThemeProblem]]:
    """The theme that a config describes by itself, without the themes of a vocabulary."""
    overrides, problems = theme_overrides_from_json(value)
    assembled = overridden_theme(ThemeConfig(), [overrides])
    return assembled.config, [*problems, *assembled.problems]


# Decoders ------------------------------------------------------------------------------------------------------------


def _block_field(value: Any, reader: ValueReader) -> Any:
    return BlockField(value) if isinstance(value, str) else _BLOCK_FIELD(value, reader)


def _layout_entry(value: Any, reader: ValueReader) -> Any:
    if isinstance(value, list | tuple):
        return LayoutEntry(_NAMES(value, reader))
    return _LAYOUT_ENTRY(value, reader)


def _inline_style(value: Any, reader: ValueReader) -> Any:
    return InlineStyle(value) if isinstance(value, str) else _INLINE_STYLE(value, reader)


def _style_function(value: Any, reader: ValueReader) -> Any:
    name = value.get(FUNCTION) if isinstance(value, Mapping) else value
    if isinstance(name, str) and name in STYLE_FUNCTIONS:
        return STYLE_FUNCTIONS[name]
    return reader.wrong("the function is not known and is not run")


def _post_transform(value: Any, reader: ValueReader) -> Any:
    """A function of this distribution by name, or the mark of a function, which stands for the one of the rune's name."""
    if isinstance(value, str):
        return value
    return True if isinstance(value, Mapping) and FUNCTION in value else reader.wrong("expected the name of a function")


def _rune_name(value: Any, reader: ValueReader) -> Any:
    return kebab_case(value) if isinstance(value, str) else reader.wrong("expected the name of a rune")


def _icon_group(value: Any, reader: ValueReader) -> Any:
    if isinstance(value, Mapping) and isinstance(value.get("group"), str):
        return value["group"]
    return reader.wrong("expected an object with `group`")


def _rating(value: Any, reader: ValueReader) -> Any:
    if isinstance(value, Mapping) and isinstance(value.get("total", ""), str):
        return value.get("total", "")
    return reader.wrong("expected an object with `total`")


def _inverted(value: Any, reader: ValueReader) -> Any:
    return not value if isinstance(value, bool) else reader.wrong("expected true or false")


def _variants(value: Any, reader: ValueReader) -> Any:
    def overrides(each: Any, inner: ValueReader) -> Any:
        if not isinstance(each, Mapping):
            return inner.wrong("expected an object")
        return record_values(each, _VARIANT_KEYS, inner)

    return mapping_of(mapping_of(overrides))(value, reader)


def _local_text(value: Any, reader: ValueReader) -> Any:
    return value if isinstance(value, str) else _TEXTS(value, reader)


def _any_object(value: Any, reader: ValueReader) -> Any:
    return value if isinstance(value, Mapping) else reader.wrong("expected an object")


_BLOCK_FIELD = record_of(BlockField, {"field": ("field", text), "align": ("align", one_of("start", "end"))}, ["field"])
_LAYOUT_ENTRY = record_of(
    LayoutEntry,
    {"children": ("children", _NAMES), "tag": ("tag", tag_name), "attrs": ("attributes", attributes_of(text))},
    ["children"],
)
_INLINE_STYLE = record_of(
    InlineStyle,
    {"prop": ("property", text), "template": ("template", text), "transform": ("transform", _style_function)},
    ["prop"],
)
_MODIFIER = record_of(
    Modifier,
    {
        "source": ("source", one_of("meta", "attribute")),
        "default": ("default", scalar),
        "noBemClass": ("class_name", _inverted),
        "valueMap": ("value_map", _TEXTS),
        "mapTarget": ("map_target", text),
    },
)
_META_FIELD = record_of(
    MetaField,
    {
        "metaType": ("meta_type", text),
        "label": ("label", text),
        "condition": ("condition", text),
        "renderWhenEmpty": ("render_when_empty", flag),
        "icon": ("icon", _icon_group),
        "rating": ("rating", _rating),
        "sentimentMap": ("sentiments", _TEXTS),
        "href": ("href", text),
        "transform": ("transform", _TRANSFORM),
        "tag": ("tag", tag_name),
        "splitOn": ("split_on", text),
        "i18nKey": ("text_key", text),
    },
)
_BLOCK = record_of(
    ProjectedBlock,
    {
        "fields": ("fields", tuple_of(_block_field)),
        "layout": ("layout", one_of("bar", "definition-list")),
        "wrap": ("wrap", flag),
    },
    ["fields"],
)
_WRAPPER = record_of(ContentWrapper, {"tag": ("tag", tag_name), "ref": ("part", text)}, ["tag", "ref"])
_DIRECTION = record_of(
    SequenceDirection,
    {"fromModifier": ("modifier", text), "default": ("default", text)},
    ["fromModifier", "default"],
)
_RUNE_KEYS: Mapping[str, tuple[str, Decoder]] = {
    "block": ("block", text),
    "modifiers": ("modifiers", mapping_of(_MODIFIER)),
    "contextModifiers": ("context_modifiers", _TEXTS),
    "staticModifiers": ("static_modifiers", _NAMES),
    "rootAttributes": ("root_attributes", attributes_of(text)),
    "metaFields": ("meta_fields", mapping_of(_META_FIELD)),
    "blocks": ("blocks", mapping_of(_BLOCK)),
    "layout": ("layout", mapping_of(_layout_entry)),
    "structure": ("structure", mapping_of(structure_entry)),
    "projection": ("projection", projection),
    "contentWrapper": ("content_wrapper", _WRAPPER),
    "autoLabel": ("auto_label", _TEXTS),
    "sections": ("sections", _TEXTS),
    "mediaSlots": ("media_slots", _TEXTS),
    "styles": ("styles", mapping_of(_inline_style)),
    "variants": ("variants", _variants),
    "defaultDensity": ("default_density", _DENSITY),
    "childDensity": ("child_density", _DENSITY),
    "defaultElevation": ("default_elevation", text),
    "defaultWidth": ("default_width", text),
    "defaultReading": ("default_reading", one_of("fine", "ui", "prose")),
    "defaultProminence": ("default_prominence", text),
    "contentMeasure": ("content_measure", text),
    "sequence": ("sequence", text),
    "sequenceDirection": ("sequence_direction", _DIRECTION),
    "staggerItems": ("stagger_items", text),
    "guestFit": ("guest_fit", one_of("clip", "bleed")),
    "frameTarget": ("frame_target", one_of("self", "media")),
    "substrateTarget": ("substrate_target", one_of("self", "media")),
    "requiresParent": ("requires_parent", _rune_name),
    "parent": ("parent", _rune_name),
    "interactive": ("interactive", flag),
    "checklist": ("checklist", flag),
    "postTransform": ("post", _post_transform),
    "i18nEnums": ("enum_labels", _TEXTS),
    "editHints": ("edit_hints", _TEXTS),
    "scope": ("scope", text),
}
_VARIANT_KEYS = {key: decoder for key, decoder in _RUNE_KEYS.items() if key != "variants"}
_SITE_KEYS: Mapping[str, tuple[str, Decoder]] = {
    "icons": ("global_icons", _TEXTS),
    "tints": ("tints", _any_object),
    "backgrounds": ("backgrounds", _any_object),
    "strings": ("strings", mapping_of(_local_text)),
    "locale": ("locale", text),
}
_THEME_KEYS: Mapping[str, tuple[str, Decoder]] = {
    "prefix": ("prefix", text),
    "tokenPrefix": ("token_prefix", text),
    "icons": ("icons", mapping_of(_TEXTS)),
    "tints": ("tints", _any_object),
    "backgrounds": ("backgrounds", _any_object),
    "frames": ("frames", _any_object),
    "strings": ("strings", mapping_of(_local_text)),
    "locale": ("locale", text),
}
