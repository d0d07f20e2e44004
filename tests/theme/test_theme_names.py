"""The names of a theme's layouts, icons, tints and backgrounds."""

from __future__ import annotations

import json
from pathlib import Path

from refrakt.theme.theme_names import GLOBAL, ICONS, LAYOUTS, SHIPPED, TINTS, ThemeNames, theme_names


def test_site_adds_names_to_the_theme() -> None:
    names = theme_names(
        {
            "theme": {"package": SHIPPED},
            "icons": {"mark": "<svg/>"},
            "tints": {"dusk": {}},
            "backgrounds": {"paper": {}},
        }
    )
    assert names.layouts == LAYOUTS
    assert names.icons is not None
    assert {"mark", "global/mark", "hint/note", "rocket", "global/rocket"} <= names.icons
    assert "note" not in names.icons
    assert names.tints == TINTS | {"dusk"}
    assert names.backgrounds == frozenset({"paper"})


def test_theme_as_a_string_and_invalid_config_values() -> None:
    names = theme_names({"theme": SHIPPED, "tints": ["dusk"], "icons": 3, "backgrounds": None})
    assert (names.tints, names.backgrounds) == (TINTS, frozenset())


def test_names_of_another_theme_are_unknown() -> None:
    unknown = ThemeNames(None, None, None, None)
    assert theme_names({"theme": "@else/theme", "tints": {"dusk": {}}}) == unknown
    assert theme_names({}) == unknown
    assert theme_names({"theme": ["?"]}) == unknown


def test_unknown_package_may_add_icons_and_backgrounds() -> None:
    names = theme_names({"theme": SHIPPED, "backgrounds": {"paper": {}}}, unknown_packages=["@else/runes"])
    assert (names.icons, names.backgrounds) == (None, None)
    assert names.tints == TINTS


def test_names_of_the_default_theme(shared: Path) -> None:
    oracle = shared / "oracle"
    config = json.loads((oracle / "theme-config-lumina.json").read_text("utf-8"))["config"]
    site = json.loads((shared / "corpus/refrakt/refrakt.config.json").read_text("utf-8"))["sites"]["main"]
    assert {group: set(names) for group, names in config["icons"].items()} == {
        group: set(names) for group, names in ICONS.items()
    }
    assert theme_names(site).tints == frozenset(config["tints"])
    assert theme_names(site).backgrounds == frozenset(config["backgrounds"])
    assert set(json.loads((oracle / "layouts.json").read_text("utf-8"))) == LAYOUTS
    assert len(ICONS[GLOBAL]) == 83
