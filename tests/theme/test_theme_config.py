"""The theme of a site, put together from runes, packages, the site's overrides and plugins."""

from __future__ import annotations

from dataclasses import replace

from refrakt.runes.rune import Package
from refrakt.runes.rune import rune as define_rune
from refrakt.runes.rune_theme import LayoutEntry, MetaField, Modifier, RuneTheme, bar
from refrakt.runes.structure_theme import StructureEntry
from refrakt.runes.vocabulary import Vocabulary, vocabulary
from refrakt.theme.theme_config import (
    SHIPPED_THEME,
    ThemeConfig,
    ThemeOverrides,
    assembled_theme,
    default_theme,
    overridden_theme,
)
from refrakt.theme.theme_merge import Tint, expanded_tints, merged_rune_theme
from refrakt.theme.theme_names import TINTS


def kitchen() -> Vocabulary:
    dish = define_rune(
        "dish",
        "A dish",
        theme=RuneTheme("dish", modifiers={"size": Modifier()}),
        rendered_as="serving",
        part_themes={"dish-side": RuneTheme("dish-side")},
    )
    own_hint = define_rune("hint", "Another hint", theme=RuneTheme("tip", scope="own"))
    runes = {each.name: replace(each, package="@else/kitchen") for each in (dish, own_hint)}
    return vocabulary([Package("@else/kitchen", "kitchen", runes=runes)])


def test_themes_of_a_vocabulary() -> None:
    runes = default_theme(kitchen()).runes
    assert "dish" not in runes
    assert runes["serving"].scope == runes["dish-side"].scope == "kitchen"
    assert (runes["hint"].block, runes["hint"].scope) == ("tip", "own")


def test_core_has_no_scope() -> None:
    hint = default_theme(vocabulary([])).runes["hint"]
    assert (hint.block, hint.scope) == ("hint", None)


def test_layers_override_runes_and_add_new_ones() -> None:
    site = ThemeOverrides(
        prefix="my",
        runes={
            "serving": {"block": "plate", "unknown_field": 3},
            "fresh": {"block": "fresh", "static_modifiers": ("new",)},
            "broken": {"scope": "x"},
        },
        extensions={"serving": {"modifiers": {"heat": Modifier()}, "block": "ignored"}, "absent": {"modifiers": {}}},
    )
    assembled = assembled_theme(kitchen(), [SHIPPED_THEME, site])
    serving = assembled.config.runes["serving"]
    assert (serving.block, list(serving.modifiers)) == ("plate", ["size", "heat"])
    assert assembled.config.runes["fresh"].static_modifiers == ("new",)
    assert assembled.config.prefix == "my"
    assert [each.path for each in assembled.problems] == ["runes.broken"]
    assert set(assembled.config.tints) == TINTS


def test_extensions_come_after_all_overrides() -> None:
    plugin = ThemeOverrides(extensions={"box": {"structure": {"foot": StructureEntry("p")}}})
    site = ThemeOverrides(runes={"box": {"structure": {}}})
    base = ThemeConfig(runes={"box": RuneTheme("box")})
    assert list(overridden_theme(base, [plugin, site]).config.runes["box"].structure) == ["foot"]


def test_fields_are_replaced_but_blocks_layout_and_variants_are_merged() -> None:
    base = RuneTheme(
        "box",
        sections={"a": "title"},
        meta_fields={"a": MetaField(label="A"), "b": MetaField()},
        blocks={"x": bar("a")},
        layout={"root": LayoutEntry(("x",))},
        variants={"size": {"s": {"block": "small"}, "m": {"block": "middle"}}},
    )
    merged = merged_rune_theme(
        base,
        {
            "sections": {"b": "body"},
            "meta_fields": {"a": MetaField(label="New")},
            "blocks": {"y": bar("b")},
            "layout": {"y": LayoutEntry(("z",))},
            "variants": {"size": {"s": {"block": "tiny"}}, "tone": {"dark": {}}},
        },
    )
    assert merged.sections == {"b": "body"}
    assert (merged.meta_fields["a"].label, list(merged.meta_fields)) == ("New", ["a", "b"])
    assert (list(merged.blocks), list(merged.layout)) == (["x", "y"], ["root", "y"])
    assert merged.variants == {"size": {"s": {"block": "tiny"}, "m": {"block": "middle"}}, "tone": {"dark": {}}}
    assert merged_rune_theme(base, {}) is base


def test_groups_of_icons_are_replaced_and_those_of_a_site_are_added() -> None:
    theme = ThemeOverrides(icons={"global": {"a": "<svg/>"}, "mood": {"calm": "<svg/>", "wild": "<svg/>"}})
    other = ThemeOverrides(
        icons={"mood": {"new": "<svg><script>x</script></svg>"}}, global_icons={"b": "<svg/>", "c": "x"}
    )
    assembled = overridden_theme(ThemeConfig(), [theme, other])
    assert assembled.config.icons == {"global": {"a": "<svg/>", "b": "<svg/>"}, "mood": {"new": "<svg></svg>"}}
    assert [(each.path, each.message) for each in assembled.problems] == [("icons.global.c", "not an SVG text")]


def test_tints_extend_each_other() -> None:
    tints, problems = expanded_tints(
        {
            "base": {"light": {"bg": "#fff", "text": "#000"}, "lockMode": "light"},
            "warm": {"extends": "base", "light": {"bg": "#fed"}, "dark": {"bg": "#321"}},
            "hot": {"extends": "warm", "dark": {"text": "#fff"}},
        }
    )
    assert problems == []
    assert tints["hot"] == Tint({"bg": "#fed", "text": "#000"}, {"bg": "#321", "text": "#fff"}, "light")


def test_wrong_tints_are_problems() -> None:
    tints, problems = expanded_tints(
        {
            "a": {"extends": "b", "light": {"bg": "#aaa"}},
            "b": {"extends": "a", "light": {"text": "#bbb"}},
            "c": {"extends": "gone", "dark": {"bg": "#ccc"}},
            "d": 3,
            "e": {"light": ["#eee"], "dark": {"bg": 5}},
        }
    )
    assert [(each.path, each.message) for each in problems] == [
        ("tints.a.extends", "the tint extends itself: a → b → a"),
        ("tints.b.extends", "the tint extends itself: b → a → b"),
        ("tints.c.extends", "unknown tint `gone`"),
        ("tints.d", "a tint is an object"),
    ]
    assert tints["a"].light == {"text": "#bbb", "bg": "#aaa"}
    assert tints["c"].dark == {"bg": "#ccc"}
    assert tints["e"] == Tint({}, {})


def test_tints_extend_presets_of_modules() -> None:
    definitions = {
        "night": {"extends": "@refrakt-md/lumina/presets/dracula", "dark": {"bg": "#000"}},
        "own": {"extends": "./presets/mine.js", "light": {"bg": "#fff"}},
    }
    assembled = overridden_theme(ThemeConfig(), [ThemeOverrides(tints=definitions)])
    night = assembled.config.tints["night"]
    assert (night.dark["bg"], night.dark["primary"], night.light) == ("#000", "#bd93f9", {})
    assert assembled.config.tints["own"] == Tint({"bg": "#fff"}, {})
    assert assembled.problems == ()
