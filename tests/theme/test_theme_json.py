"""Themes as JSON: every key, and what is wrong with a value."""

from __future__ import annotations

from typing import Any

import pytest

from refrakt.runes.rune_theme import InlineStyle, LayoutEntry, MetaField, Modifier
from refrakt.theme.theme_export import rune_theme_to_json
from refrakt.theme.theme_json import (
    rune_overrides_from_json,
    rune_theme_from_json,
    site_overrides_from_json,
    theme_from_json,
    theme_overrides_from_json,
)

EVERYTHING: dict[str, Any] = {
    "block": "plate",
    "modifiers": {
        "kind": {"source": "meta", "default": "a", "noBemClass": True, "valueMap": {"a": "b"}, "mapTarget": "data-x"},
        "layout": {"source": "attribute"},
    },
    "contextModifiers": {"hero": "in-hero"},
    "staticModifiers": ["big"],
    "rootAttributes": {"data-state": "closed"},
    "metaFields": {
        "kind": {
            "metaType": "status",
            "label": "Kind",
            "condition": "kind",
            "sentimentMap": {"a": "positive"},
            "splitOn": ",",
        },
        "link": {"href": "kind", "tag": "time", "transform": "duration", "renderWhenEmpty": True, "i18nKey": "a.b"},
        "stars": {"rating": {"total": "kind"}},
        "plain": {"rating": {}},
        "mood": {"icon": {"group": "mood"}},
    },
    "blocks": {
        "head": {"fields": ["kind", {"field": "link", "align": "end"}], "layout": "bar", "wrap": False},
        "facts": {"fields": ["stars"], "layout": "definition-list"},
    },
    "layout": {"root": ["head"], "text": {"tag": "div", "attrs": {"data-x": "y"}, "children": ["title"]}},
    "structure": {
        "foot": {
            "tag": "footer",
            "ref": "end",
            "before": True,
            "children": ["see", {"tag": "i", "icon": {}}],
            "attrs": {"title": "x", "data-kind": {"fromModifier": "kind"}},
            "condition": "kind",
            "conditionAny": ["kind"],
            "metaText": "kind",
            "transform": "uppercase",
            "textPrefix": "a",
            "textSuffix": "b",
            "label": "L",
            "labelHidden": True,
            "i18nKey": "c",
            "metaType": "id",
            "sentimentMap": {"a": "neutral"},
        },
        "stars": {
            "tag": "p",
            "repeat": {
                "count": "kind",
                "max": 5,
                "element": {"tag": "i"},
                "filled": "kind",
                "filledElement": {"tag": "b"},
            },
        },
    },
    "projection": {
        "hide": ["a"],
        "group": {"g": {"tag": "div", "members": ["b"]}},
        "relocate": {"c": {"into": "g", "position": "prepend"}, "d": {"into": "g"}},
    },
    "contentWrapper": {"tag": "div", "ref": "inner"},
    "autoLabel": {"header": "head"},
    "sections": {"head": "header"},
    "mediaSlots": {"picture": "hero"},
    "styles": {
        "kind": "--kind",
        "gap": {"prop": "--gap", "transform": {"$fn": "resolveGap"}},
        "sep": {"prop": "--sep", "template": "'{}'"},
    },
    "variants": {"kind": {"big": {"staticModifiers": ["huge"], "layout": {"root": ["text"]}}}},
    "defaultDensity": "compact",
    "childDensity": "minimal",
    "defaultElevation": "flat",
    "defaultWidth": "full",
    "defaultReading": "prose",
    "defaultProminence": "quiet",
    "contentMeasure": "anchored",
    "sequence": "numbered",
    "sequenceDirection": {"fromModifier": "kind", "default": "vertical"},
    "staggerItems": "cell",
    "guestFit": "bleed",
    "frameTarget": "self",
    "substrateTarget": "media",
    "requiresParent": "BentoBox",
    "parent": "BentoBox",
    "interactive": True,
    "checklist": True,
    "postTransform": "plot",
    "i18nEnums": {"a": "A"},
    "editHints": {"head": "inline"},
    "scope": "kitchen",
}


def test_every_key_is_read_and_written() -> None:
    theme, problems = rune_theme_from_json("plate", EVERYTHING)
    assert problems == []
    assert theme is not None
    assert rune_theme_to_json(theme) == EVERYTHING
    assert theme.requires_parent == "bento-box"
    assert theme.modifiers["kind"] == Modifier("meta", "a", False, {"a": "b"}, "data-x")
    assert theme.meta_fields["plain"] == MetaField(rating="")
    assert theme.layout["root"] == LayoutEntry(("head",))
    assert theme.styles["gap"] == InlineStyle("--gap", transform="gap")
    assert theme.variants["kind"]["big"] == {"static_modifiers": ("huge",), "layout": {"root": LayoutEntry(("text",))}}


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"modifiers": []}, "modifiers", "expected an object"),
    ({"modifiers": {"a": {"source": "page"}}}, "modifiers.a.source", "expected one of meta, attribute"),
    ({"modifiers": {"a": {"default": {}}}}, "modifiers.a.default", "expected a text, number or boolean"),
    ({"modifiers": {"a": {"noBemClass": "yes"}}}, "modifiers.a.noBemClass", "expected true or false"),
    ({"defaultDensity": "huge"}, "defaultDensity", "expected one of full, compact, minimal"),
    ({"sections": {"a": 3}}, "sections.a", "expected a text"),
    ({"staticModifiers": "big"}, "staticModifiers", "expected a list"),
    ({"staticModifiers": [3]}, "staticModifiers.0", "expected a text"),
    ({"blocks": {"a": {"layout": "bar"}}}, "blocks.a", "`fields` is missing or invalid"),
    ({"blocks": {"a": {"fields": [{"align": "end"}]}}}, "blocks.a.fields.0", "`field` is missing or invalid"),
    ({"layout": {"a": {"tag": "script", "children": []}}}, "layout.a.tag", "the element `script` is not allowed"),
    ({"layout": {"a": {"tag": "a b", "children": []}}}, "layout.a.tag", "expected the name of an HTML element"),
    ({"rootAttributes": {"onclick": "x"}}, "rootAttributes.onclick", "the attribute `onclick` is not allowed"),
    ({"rootAttributes": {"a b": "x"}}, "rootAttributes.a b", "not an attribute name"),
    ({"styles": {"a": {"template": "{}"}}}, "styles.a", "`prop` is missing or invalid"),
    (
        {"styles": {"a": {"prop": "x", "transform": {"$fn": "own"}}}},
        "styles.a.transform",
        "the function is not known and is not run",
    ),
    ({"postTransform": {"$fn": True}}, "postTransform", "the function is not known and is not run"),
    ({"postTransform": "own"}, "postTransform", "the function is not known and is not run"),
    ({"metaFields": {"a": {"icon": "mood"}}}, "metaFields.a.icon", "expected an object with `group`"),
    ({"metaFields": {"a": {"rating": 5}}}, "metaFields.a.rating", "expected an object with `total`"),
    ({"requiresParent": 3}, "requiresParent", "expected the name of a rune"),
    ({"variants": {"a": {"b": []}}}, "variants.a.b", "expected an object"),
    ({"variants": {"a": {"b": {"variants": {}}}}}, "variants.a.b.variants", "unknown key"),
    ({"structure": {"a": {"tag": "p", "attrs": {"x": 3}}}}, "structure.a.attrs.x", "expected a text or `fromModifier`"),
    (
        {"structure": {"a": {"tag": "p", "repeat": {"count": "n"}}}},
        "structure.a.repeat",
        "`element` is missing or invalid",
    ),
    ({"structure": {"a": {"tag": "p", "icon": "x"}}}, "structure.a.icon", "expected an object"),
    ({"colour": "red"}, "colour", "unknown key"),
]


@pytest.mark.parametrize(("value", "path", "message"), WRONG, ids=[path for _, path, _ in WRONG])
def test_wrong_values_are_problems_and_left_out(value: dict[str, Any], path: str, message: str) -> None:
    theme, problems = rune_theme_from_json("plate", {"block": "plate", "scope": "kitchen", **value})
    assert (f"plate.{path}", message) in [(each.path, each.message) for each in problems]
    assert theme is not None
    assert theme.scope == "kitchen"


def test_a_theme_needs_a_block() -> None:
    theme, problems = rune_theme_from_json("plate", {"scope": "kitchen"})
    assert theme is None
    assert [each.message for each in problems] == ["`block` is missing"]
    assert rune_theme_from_json("plate", ["x"])[1][0].message == "expected an object"


def test_deep_entries_are_refused() -> None:
    entry: dict[str, Any] = {"tag": "p"}
    for _ in range(500):
        entry = {"tag": "p", "children": [entry]}
    _, problems = rune_overrides_from_json("plate", {"structure": {"a": entry}})
    assert [each.message for each in problems] == ["too deeply nested"]


def test_the_function_of_a_known_rune_is_its_own() -> None:
    overrides, problems = rune_overrides_from_json("NavItem", {"postTransform": {"$fn": "postTransform"}})
    assert (overrides, problems) == ({"post": "nav-item"}, [])


def test_a_theme_config() -> None:
    theme, problems = theme_from_json(
        {
            "prefix": "my",
            "runes": {"BentoBox": {"block": "bento"}, "Broken": {"scope": "x"}, "Wrong": 3},
            "icons": {"mood": {"calm": "<svg><path/></svg>", "bad": "text"}},
            "tints": {"dusk": {"light": {"bg": "#fed"}}},
            "frames": {"photo": {"shadow": "sm"}, "bad": 3},
            "behaviors": {},
        }
    )
    assert theme.prefix == "my"
    assert list(theme.runes) == ["bento-box"]
    assert theme.icons == {"mood": {"calm": "<svg><path/></svg>"}}
    assert theme.tints["dusk"].light == {"bg": "#fed"}
    assert theme.frames == {"photo": {"shadow": "sm"}}
    paths = sorted(each.path for each in problems)
    assert paths == ["behaviors", "frames.bad", "icons.mood.bad", "runes.Wrong", "runes.broken"]
    assert theme_overrides_from_json([])[1][0].message == "expected an object"
    assert theme_overrides_from_json({"runes": 3})[1][0].path == "runes"


def test_the_config_of_a_site() -> None:
    overrides, problems = site_overrides_from_json(
        {"baseUrl": "/", "icons": {"mark": "<svg/>"}, "tints": [], "strings": {"a": "b", "c": 3}, "locale": "de"}
    )
    assert overrides.global_icons == {"mark": "<svg/>"}
    assert (overrides.strings, overrides.locale) == ({"a": "b"}, "de")
    assert [each.path for each in problems] == ["tints", "strings.c"]
