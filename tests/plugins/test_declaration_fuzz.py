"""Random plugin declarations never break a list, and their well-formed parts stay.

`REFRAKT_SEED` sets the first seed of the long run.
"""

from __future__ import annotations

import json
import os
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from pydantic_core import to_json

from plugins.declarations import Declared, declared
from refrakt.command_input import NoInput
from refrakt.hosts.cli.command_overview import overview
from refrakt.hosts.mcp import prompts, resources, tools
from refrakt.hosts.mcp.instructions import instructions
from refrakt.hosts.mcp.project_view import ProjectView, view_project
from refrakt.plugins import discovery
from refrakt.plugins.discovery import InstalledEntryPoint
from refrakt.project.workspace import Workspace
from refrakt.services.detect import DetectInput, detect
from refrakt.services.json_payload import as_json
from refrakt.services.plugins_list import as_text, plugins_list

SHORT, LONG = 40, 2_000


class Entry:
    """An entry point of a plugin that is not installed."""

    name = "bad"

    def __init__(self, value: object) -> None:
        self._value = value

    def load(self) -> object:
        return self._value


def check(made: Declared, project: Path, patch: pytest.MonkeyPatch) -> None:
    entry: Any = Entry(made.plugin)
    other = InstalledEntryPoint(EntryPoint("plan", "refrakt_plan.plugin:plugin", "refrakt.plugins"), "refrakt", "1")
    patch.setattr(discovery, "installed", lambda cwd: ([InstalledEntryPoint(entry, "refrakt-bad", "1"), other], []))
    view = view_project(Workspace(), project)
    _check_lists(made, view)
    context = view.context
    listed = plugins_list(context, NoInput())
    detected = detect(context, DetectInput())
    for answer in (as_json(listed), as_json(detected), as_text(listed)):
        to_json(answer)
        json.dumps(answer, allow_nan=False)
    (plugin,) = (each for each in listed.plugins if each.namespace == "bad")
    assert "good" in [each.name for each in plugin.commands]
    assert "plan" in [each.namespace for each in listed.plugins]
    patch.chdir(project)
    overview()


def _check_lists(made: Declared, view: ProjectView) -> None:
    surface = view.available_tools
    listed = tools.list_tools(surface, underscores=False)
    found = {
        "commands": [each.name for each in listed],
        "resources": [each.uri for each in resources.list_resources(surface)],
        "prompts": [each.name for each in prompts.list_prompts(view)],
    }
    assert "refrakt.detect" in found["commands"]
    assert "refrakt://detect" in found["resources"]
    if made.active:
        names = {"commands": "bad.good", "resources": "bad://good", "prompts": "good"}
        assert all(name in found[kind] for kind, name in names.items() if kind in made.intact)
        assert "providers" not in made.intact or "bad" in [each.namespace for each, _ in surface.plugins.providers()]
    everything = (*listed, *resources.list_resources(surface), *resources.list_templates(surface))
    for each in (*everything, *prompts.list_prompts(view)):
        to_json(each.model_dump(by_alias=True))
        json.dumps(each.model_dump(by_alias=True), allow_nan=False)
    for tool in (each for each in listed if each.name.startswith("bad")):
        assert tool.input_schema["type"] == "object"
        for schema in (tool.input_schema, tool.output_schema or {}):
            jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator).check_schema(schema)
    instructions(view, underscores=False).encode()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    return tmp_path


@pytest.mark.parametrize("seed", range(SHORT))
def test_random_declarations(project: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    check(declared(seed), project, monkeypatch)


@pytest.mark.fuzz
def test_many_random_declarations(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = int(os.environ.get("REFRAKT_SEED", SHORT))
    for seed in range(first, first + LONG):
        try:
            check(declared(seed), project, monkeypatch)
        except BaseException as error:
            raise AssertionError(f"seed {seed}") from error
