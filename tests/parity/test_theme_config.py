"""The themes of our runes, compared with the reference's theme config, rune by rune and key by key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from refrakt.runes.packages import BUNDLED, bundled, collect
from refrakt.runes.vocabulary import vocabulary
from refrakt.theme.rune_names import kebab_case
from refrakt.theme.theme_config import default_theme
from refrakt.theme.theme_export import rune_theme_to_json


def test_themes_of_our_runes(shared: Path) -> None:
    packages = [*map(bundled, BUNDLED), collect("refrakt_plan.runes")]
    themes = default_theme(vocabulary(packages)).runes
    recorded = json.loads((shared / "oracle/theme-config.json").read_text("utf-8"))["config"]["runes"]
    missing = [name for name in recorded if kebab_case(name) not in themes]
    different = {
        name: found
        for name, config in recorded.items()
        if name not in missing
        and (found := _differences(rune_theme_to_json(themes[kebab_case(name)]), _expected(name, config)))
    }
    assert (missing, different) == ([], {})


def _expected(name: str, config: dict[str, Any]) -> dict[str, Any]:
    """A function is recorded without its name; ours has the name of the rune."""
    return {**config, "postTransform": kebab_case(name)} if "postTransform" in config else config


def _differences(ours: dict[str, Any], expected: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The keys that differ. The reference finds the package of a rune by its name, and has no scope where the names differ."""
    keys = (ours.keys() | expected.keys()) - ({"scope"} if "scope" not in expected else set())
    return {key: (ours.get(key), expected.get(key)) for key in sorted(keys) if ours.get(key) != expected.get(key)}
