"""Validation of theme configs and manifests, and the texts of a theme."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from refrakt.errors import RefraktError
from refrakt.services.context import Context
from refrakt.services.i18n_extract import I18nExtractInput, i18n_extract
from refrakt.services.validate import ThemeFilesInput, ThemeValidation, validate

MANIFEST = {"name": "Mine", "version": "1.0.0", "layouts": {"docs": {"regions": ["nav"], "requiredRegions": ["nav"]}}}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "content", "theme": "my-theme"}}')
    return tmp_path


def validated(root: Path, **files: Any) -> ThemeValidation:
    for name, value in files.items():
        (root / f"{name}.json").write_text(value if isinstance(value, str) else json.dumps(value))
    paths = {name: f"{name}.json" for name in files}
    return validate(Context.at(root), ThemeFilesInput(paths.get("config"), paths.get("manifest")))


def test_valid_files(root: Path) -> None:
    found = validated(root, config={"runes": {"Hint": {"block": "note"}}}, manifest=MANIFEST)
    assert (found.valid, found.errors, found.warnings) == (True, [], [])
    assert found.files == ["config.json", "manifest.json"]


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({"runes": {"Hint": {"block": 3}}}, "runes.Hint.block"),
        ({"runes": {"Hint": {"modifiers": {"a": {"source": "x"}}}}}, "runes.Hint.modifiers.a.source"),
        ({"tints": {"a": {"extends": "b"}}}, "tints.a.extends"),
        ({"runes": []}, "runes"),
        ([], ""),
        ("{", ""),
    ],
)
def test_errors_of_a_config(root: Path, config: Any, path: str) -> None:
    found = validated(root, config=config)
    assert not found.valid
    assert [each.path for each in found.errors] == [path]
    assert found.errors[0].file == "config.json"


def test_an_unknown_rune_in_a_config_is_a_warning(root: Path) -> None:
    found = validated(root, config={"runes": {"Hnit": {"block": "hint"}}})
    assert found.valid
    assert [(each.path, each.message) for each in found.warnings] == [
        ("runes.hnit", "no rune has this name; did you mean 'hint'?")
    ]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"name": 3}, "name"),
        ({"layouts": []}, "layouts"),
        ({"layouts": {"a": {"regions": "nav"}}}, "layouts.a.regions"),
        ({"layouts": {"a": {"regions": [], "requiredRegions": ["nav"]}}}, "layouts.a.requiredRegions"),
        ({"darkMode": {"values": {"dark": 1}}}, "darkMode.values.dark"),
        ({"unsupportedRuneBehavior": "explode"}, "unsupportedRuneBehavior"),
    ],
)
def test_errors_of_a_manifest(root: Path, change: dict[str, Any], path: str) -> None:
    found = validated(root, manifest={**MANIFEST, **change})
    assert [each.path for each in found.errors] == [path]


def test_a_manifest_needs_a_name_and_a_version(root: Path) -> None:
    assert [each.path for each in validated(root, manifest={"colour": "red"}).errors] == ["name", "version"]
    assert [each.path for each in validated(root, manifest={"colour": "red"}).warnings] == ["colour"]


def test_without_paths_the_project_is_checked(root: Path) -> None:
    assert validated(root).files == ["refrakt.config.json"]
    package = root / "node_modules" / "my-theme"
    package.mkdir(parents=True)
    (package / "package.json").write_text("{}")
    (package / "manifest.json").write_text("{}")
    found = validated(root)
    assert found.files == ["refrakt.config.json", "my-theme/manifest.json"]
    assert not found.valid
    (root / "refrakt.config.json").write_text('{"site": {"contentDir": "content", "tints": {"a": {"extends": "b"}}}}')
    assert [each.path for each in validated(root).errors] == ["sites.main.tints.a.extends"]


def test_a_missing_file_is_an_error_of_the_call(root: Path) -> None:
    with pytest.raises(RefraktError, match=r"no file missing\.json"):
        validate(Context.at(root), ThemeFilesInput(config="missing.json"))


def test_texts_of_the_theme(root: Path) -> None:
    found = i18n_extract(Context.at(root), I18nExtractInput())
    assert found["core.hint.warning"] == "Warning"
    assert found["layout.search"] == "Search"
    assert list(found) == sorted(found)
