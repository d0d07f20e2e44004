"""`plugins_list`: as data and as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plugins.installation import installation
from refrakt.command_input import NoInput
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.plugins_list import PluginsList, as_text, plugins_list
from refrakt.services.registry import service_of


def test_listed_plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, repository: Path) -> None:
    project = tmp_path / "project"
    docs = project / "node_modules" / "@refrakt-md" / "docs"
    docs.mkdir(parents=True)
    (docs / "package.json").write_text(json.dumps({"version": "0.29.0", "exports": {"./cli-plugin": "./x.js"}}))
    (project / "refrakt.config.json").write_text(
        '{"plugins": ["refrakt-garden", "refrakt-wordcount", "refrakt-broken", "@refrakt-md/docs"]}'
    )
    with installation(tmp_path / "site-packages", monkeypatch) as installed:
        installed.code("refrakt", "plugin = None", value="no_such_thing")
        installed.code("refrakt-broken", "raise ValueError('worms')")
        for name in ("refrakt-garden", "refrakt-wordcount"):
            installed.project(repository / "examples" / "plugins" / name)
        answer = plugins_list(Context.at(project), NoInput())
    result = as_json(answer)
    assert [each["namespace"] for each in result["plugins"]] == ["docs", "garden", "words"]
    assert result["plugins"][0] == {
        "namespace": "docs",
        "packageName": "@refrakt-md/docs",
        "pluginName": "@refrakt-md/docs",
        "packageVersion": "0.29.0",
        "source": "config",
        "runtime": "node",
        "commands": [],
        "shell": "npx refrakt docs",
    }
    garden, argv = result["plugins"][1:]
    assert (garden["packageName"], garden["packageVersion"], garden["source"]) == ("refrakt-garden", "1.0.0", "config")
    assert garden["description"] == "what to sow when"
    flags = ("hasInputSchema", "hasOutputSchema", "hasMcpHandler")
    assert [
        (each["commands"][0]["name"], *(each["commands"][0][flag] for flag in flags)) for each in (garden, argv)
    ] == [
        ("sow", True, True, True),
        ("count", False, False, False),
    ]
    assert [(each["code"], each["plugin"]) for each in result["warnings"]] == [
        ("PLUGIN_LOAD_FAILED", "refrakt-broken"),
        ("PLUGIN_NEEDS_NODE", "@refrakt-md/docs"),
        ("PLUGIN_LOAD_FAILED", "@refrakt-md/refrakt"),
    ]
    lines = as_text(answer).splitlines()
    assert [line.split() for line in lines[4:6]] == [["garden", "refrakt-garden@1.0.0", "1", "command"], ["sow"]]
    assert any("only in a shell: npx refrakt docs" in line for line in lines)
    assert any("ValueError: worms" in line for line in lines)


def test_no_plugins_at_all() -> None:
    assert as_text(PluginsList([], [])).startswith("No plugins are installed.")


def test_it_is_declared_once_for_everybody() -> None:
    service = service_of(plugins_list)
    assert (service.name, service.cli, service.needs, service.reads_only) == (
        "refrakt.plugins_list",
        "plugins list",
        "anything",
        True,
    )
