"""Malformed parts of plugins: each is left out with a warning, and the rest of the plugin and all others are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from plugins import malformed
from plugins.installation import Installation
from plugins.malformed import CASES, Case
from refrakt.plugins import DiscoveredPlugin, Discovery, discover_plugins
from refrakt.plugins.discovery import MAX_WARNINGS


def discovered(installed: Installation, project: Path, code: str) -> tuple[Discovery, dict[str, DiscoveredPlugin]]:
    installed.code(malformed.NAME, code)
    installed.plugin("refrakt-zebra", "zebra", "run")
    found = discover_plugins(project)
    return found, {each.namespace: each for each in found}


@pytest.mark.parametrize("case", CASES, ids=[each.id for each in CASES])
def test_a_malformed_part_is_left_out(installed: Installation, project: Path, case: Case) -> None:
    found, plugins = discovered(installed, project, malformed.code(case))
    assert list(plugins) == ["bad", "plan", "zebra"]
    assert {(each.code, each.plugin) for each in found.warnings} == {("PLUGIN_MALFORMED", malformed.NAME)}
    assert [each.message.partition(": ")[0] for each in found.warnings] == [case.path]
    assert all(each.message.endswith(" is left out") for each in found.warnings)
    assert [each.name for each in plugins["bad"].commands] == ["good"]
    plugin = plugins["bad"].plugin
    assert plugin is not None
    assert [each.uri for each in plugin.resources] == ([] if case.path == "resources" else ["bad://good"])
    assert [each.name for each in plugin.prompts] == ["good"]
    assert len(plugin.providers) == 1


def test_a_warning_names_the_item() -> None:
    from refrakt.plugins import CliPlugin, Command
    from refrakt.plugins.plugin_validation import checked_plugin

    broken = CliPlugin("x", [Command("sow", "d", print, input_schema=3)], "d")  # type: ignore[arg-type]
    (problem,) = checked_plugin(broken).errors
    assert (problem.path, problem.item) == ("commands[0].input_schema", "command `sow`")


def test_entries_are_left_out_one_by_one(installed: Installation, project: Path) -> None:
    fields = "watches=['a\\0b', 'c', 3], config_keys={'a': 3, 'b': 'fine', 3: 'c'}"
    _, plugins = discovered(installed, project, malformed.code(Case("", "", fields=fields)))
    plugin = plugins["bad"].plugin
    assert plugin is not None
    assert (plugin.watches, plugin.config_keys) == (("c",), {"b": "fine"})


@pytest.mark.parametrize("detector", ["3", "'x'", "type('D', (), {})()"])
def test_a_malformed_detector_detects_nothing(installed: Installation, project: Path, detector: str) -> None:
    """Whether the plugin applies to the project is unknown; its commands work in a shell."""
    found, plugins = discovered(installed, project, malformed.code(Case("", "", fields=f"detector={detector}")))
    assert [each.message for each in found.warnings] == ["detector: must be a function; `detector` is left out"]
    plugin = plugins["bad"].plugin
    assert plugin is not None
    assert plugin.detector is not None
    assert plugin.detector(project, {}) is None


def test_a_plugin_of_which_nothing_is_left_does_not_take_a_namespace(installed: Installation, project: Path) -> None:
    installed.code("refrakt-broken", "plugin = CliPlugin('plan', [Command('next', 'd', print, input_schema=3)])")
    found = discover_plugins(project)
    assert [(each.namespace, each.source) for each in found] == [("plan", "builtin")]
    assert [each.message for each in found.warnings] == [
        "commands[0].input_schema: must be a JSON schema (a mapping); the plugin is left out"
    ]


def test_warnings_about_a_plugin_are_limited(installed: Installation, project: Path) -> None:
    found, plugins = discovered(installed, project, malformed.code(Case("", "", commands="*[None] * 500")))
    assert len(found.warnings) == MAX_WARNINGS + 1
    assert found.warnings[-1].message == f"{500 - MAX_WARNINGS} more items are left out"
    assert [each.name for each in plugins["bad"].commands] == ["good"]


def test_an_endless_list_is_left_out(installed: Installation, project: Path) -> None:
    endless = "class Endless(tuple):\n    def __iter__(self):\n        while True: yield good\n"
    case = Case("", "", fields="prompts=Endless()", before=endless)
    found, plugins = discovered(installed, project, malformed.code(case))
    assert [each.message for each in found.warnings] == ["prompts: has more than 1,000 items; `prompts` is left out"]
    assert [each.name for each in plugins["bad"].commands] == ["good"]


def test_all_descriptions_together_are_limited(installed: Installation, project: Path) -> None:
    many = "*(Command(f'c{i}', 'x' * 4000, print) for i in range(900))"
    _, plugins = discovered(installed, project, malformed.code(Case("", "", commands=many)))
    assert 100 < len(plugins["bad"].commands) < 130


def test_an_exception_that_cannot_be_formatted(installed: Installation, project: Path) -> None:
    code = "class Odd(Exception):\n    def __str__(self): raise ValueError('worms')\nraise Odd"
    installed.code("refrakt-broken", code)
    found = discover_plugins(project)
    assert [(each.code, each.message) for each in found.warnings] == [("PLUGIN_LOAD_FAILED", "cannot load it: Odd")]


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object", "properties": {"x": True, "y": False, "z": {}}},
        {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {"next": {"$ref": "#/$defs/A"}}}}},
        {"type": "object", "definitions": {"a/b": {}}, "properties": {"x": {"$ref": "#/definitions/a~1b"}}},
        {"type": "object", "properties": {"x": {"$anchor": "x"}, "y": {"$ref": "#x"}}},
        {"type": "object", "properties": {"x": {"type": ["string", "null"], "pattern": "^(?=a)\\p{L}+$"}}},
        {"type": "object", "items": [{"type": "string"}], "exclusiveMinimum": True, "dependencies": {"a": ["b"]}},
        {"type": "object", "x-own": {"anything": ["goes"]}, "required": []},
        {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}], "additionalProperties": False},
    ],
)
def test_unusual_schemas_are_valid(schema: dict[str, object]) -> None:
    from refrakt.plugins.schema_validation import checked_input_schema, checked_output_schema

    assert checked_input_schema(schema) == checked_output_schema(schema) == schema


def test_an_id_that_nothing_refers_to_is_omitted() -> None:
    """Clients refuse two schemas with the same id."""
    from refrakt.plugins.schema_validation import checked_output_schema

    assert checked_output_schema({"$id": "x", "type": "object"}) == {"type": "object"}
    refers = {"$id": "https://example.org/x", "properties": {"a": {"$ref": "https://example.org/x#/$defs/A"}}}
    assert checked_output_schema(refers) == refers
