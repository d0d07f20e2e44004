"""What package.json of the VS Code extension promises, held against what is there. Needs no editor."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from forge.config_schema import forge_config_schema
from manual import CONFIG_SCHEMA, FORGE_SCHEMA, rule_settings
from refrakt import __version__
from refrakt.project.config import FILE_NAME
from refrakt.project.config_keys import config_schema
from refrakt.project.editor_settings import Settings, read_settings
from refrakt.rules.problem import SEVERITIES

# What is meant for the client; the rest goes to the server.
CLIENT = {"server", "trace"}


@pytest.fixture(scope="module")
def folder(repository: Path) -> Path:
    return repository / "vscode-extension"


@pytest.fixture(scope="module")
def manifest(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "package.json").read_text())
    return data


@pytest.fixture(scope="module")
def settings(manifest: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = manifest["contributes"]["configuration"]["properties"]
    return found


def test_extension_and_server_have_one_version(manifest: dict[str, Any]) -> None:
    assert manifest["version"] == __version__


def test_every_setting_of_the_server_can_be_set(settings: dict[str, dict[str, Any]]) -> None:
    offered = {name.split(".")[1] for name in settings} - CLIENT
    assert {re.sub(r"[A-Z]", lambda each: f"_{each[0].lower()}", name) for name in offered} == {
        field.name for field in fields(Settings)
    }


def test_defaults_are_those_of_the_server(settings: dict[str, dict[str, Any]]) -> None:
    sent: dict[str, Any] = {}
    for name, schema in settings.items():
        *sections, last = name.split(".")[1:]
        inner = sent
        for section in sections:
            inner = inner.setdefault(section, {})
        inner[last] = schema["default"]
    assert read_settings(sent) == (Settings(), [])
    assert settings["refrakt.rules"]["additionalProperties"]["enum"] == [*SEVERITIES, "off"]


def test_every_rule_can_be_chosen_in_the_settings(settings: dict[str, dict[str, Any]]) -> None:
    assert settings["refrakt.rules"]["properties"] == rule_settings()  # `make manual` writes them


def test_the_configs_have_their_schemas(manifest: dict[str, Any], folder: Path) -> None:
    files = {each["fileMatch"]: folder / each["url"] for each in manifest["contributes"]["jsonValidation"]}
    assert files == {FILE_NAME: CONFIG_SCHEMA, ".fractary/config.json": FORGE_SCHEMA}
    # `make manual` writes them.
    assert json.loads(CONFIG_SCHEMA.read_text()) == config_schema()
    assert json.loads(FORGE_SCHEMA.read_text()) == forge_config_schema()


def test_every_file_of_the_manifest_exists(manifest: dict[str, Any], folder: Path) -> None:
    media = [step["media"]["markdown"] for each in manifest["contributes"]["walkthroughs"] for step in each["steps"]]
    icons = [manifest["icon"], *(each["icon"] for each in manifest["contributes"]["viewsContainers"]["activitybar"])]
    assert [each for each in (*media, *icons) if not (folder / each).is_file()] == []


def test_every_command_of_a_menu_is_declared(manifest: dict[str, Any], folder: Path) -> None:
    contributes = manifest["contributes"]
    declared = {each["command"] for each in contributes["commands"]}
    named = [each["command"] for menu in contributes["menus"].values() for each in menu] + [
        each["command"] for each in contributes["keybindings"]
    ]
    assert [each for each in named if each not in declared] == []
    sources = "".join(each.read_text() for each in (folder / "src").glob("*.ts"))
    assert [each for each in declared if each not in sources and f"    {each.split('.')[1]}:" not in sources] == []


def test_every_setting_is_described_in_the_readme(settings: dict[str, dict[str, Any]], folder: Path) -> None:
    readme = (folder / "README.md").read_text()
    assert [name for name in settings if f"`{name}`" not in readme] == []


def test_the_lock_names_no_addresses_to_download_from(folder: Path) -> None:
    packages = json.loads((folder / "package-lock.json").read_text())["packages"]
    assert [name for name, package in packages.items() if "resolved" in package] == []
