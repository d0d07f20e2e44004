"""Plugin discovery: sources, their order, and broken plugins."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from plugins.installation import Installation
from refrakt.plugins.discovery import Discovery, discover_plugins


def config(project: Path, text: str) -> None:
    (project / "refrakt.config.json").write_text(text, "utf-8")


def node_package(folder: Path, name: str, **more: object) -> None:
    package = folder / "node_modules" / name
    package.mkdir(parents=True)
    (package / "package.json").write_text(json.dumps({"name": name, "version": "0.29.0", **more}), "utf-8")


COMMANDS = {"exports": {".": "./index.js", "./cli-plugin": "./cli.js"}}


def names(found: Discovery) -> list[tuple[str, str]]:
    return [(each.namespace, each.source) for each in found.plugins]


def codes(found: Discovery) -> list[tuple[str, str]]:
    return [(each.code, each.plugin) for each in found.warnings]


# Who decides ----------------------------------------------------------------------------------------------------------


def test_without_a_config_installed_and_bundled_plugins_are_found(installed: Installation, project: Path) -> None:
    installed.plugin("refrakt-zebra", "zebra", "run")
    installed.plugin("acme-tools", "acme", "a", "b")
    found = discover_plugins(project)
    assert names(found) == [("acme", "entry-point"), ("plan", "builtin"), ("zebra", "entry-point")]
    assert found.warnings == ()
    acme, plan, _ = found.plugins
    assert (acme.package_name, acme.package_version, acme.runtime, acme.shell) == ("acme-tools", "1.0", "python", None)
    assert (acme.description, [each.name for each in acme.commands]) == ("about it", ["a", "b"])
    assert acme.plugin is not None
    assert (plan.package_name, plan.package_version) == ("@refrakt-md/plan", "9.9")


def test_plugins_in_the_config_are_all_there_are(installed: Installation, project: Path) -> None:
    installed.plugin("refrakt-docs", "docs", "extract")
    installed.plugin("refrakt-zebra", "zebra", "run")
    (project / "package.json").write_text('{"dependencies": {"@refrakt-md/docs": "1"}}')
    config(project, '{"plugins": ["@refrakt-md/plan"]}')
    assert names(discover_plugins(project)) == [("plan", "config")]


@pytest.mark.parametrize("text", ['{"plugins": []}', '{"site": {"plugins": []}}', '{"sites": {"a": {"packages": []}}}'])
def test_an_empty_list_means_none(installed: Installation, project: Path, text: str) -> None:
    installed.plugin("refrakt-zebra", "zebra", "run")
    (project / "pyproject.toml").write_text('[project]\ndependencies = ["refrakt-zebra"]\n')
    config(project, text)
    assert names(discover_plugins(project)) == [("plan", "builtin")]


def test_a_config_without_plugins_has_no_effect(installed: Installation, project: Path) -> None:
    installed.plugin("refrakt-zebra", "zebra", "run")
    config(project, '{"site": {"contentDir": "content"}}')
    assert names(discover_plugins(project)) == [("plan", "builtin"), ("zebra", "entry-point")]


def test_the_plugins_of_every_site_count(installed: Installation, project: Path) -> None:
    for name in ("one", "two", "three", "four"):
        installed.plugin(f"refrakt-{name}", name, "run")
    config(
        project,
        '{"plugins": ["refrakt-one"], "sites": {"a": {"plugins": ["@refrakt-md/two"]}, "b": {"packages": ["Refrakt_Three"]}}}',
    )
    assert names(discover_plugins(project)) == [
        ("one", "config"),
        ("plan", "builtin"),
        ("three", "config"),
        ("two", "config"),
    ]


def test_the_config_above_a_folder_counts(installed: Installation, project: Path) -> None:
    installed.plugin("refrakt-zebra", "zebra", "run")
    config(project, '{"plugins": []}')
    (project / "content").mkdir()
    assert names(discover_plugins(project / "content")) == [("plan", "builtin")]


def test_a_broken_config_is_reported_and_read_up_to_the_error(installed: Installation, project: Path) -> None:
    installed.plugin("refrakt-zebra", "zebra", "run")
    config(project, '{"plugins": ["@refrakt-md/plan"], ')
    found = discover_plugins(project)
    assert (names(found), codes(found)) == ([("plan", "config")], [("CONFIG_INVALID", "refrakt.config.json")])


@pytest.mark.parametrize(
    "text",
    [
        "[project]\ndependencies = [\"Refrakt.Zebra >=1; python_version > '3'\"]",
        '[project.optional-dependencies]\ndev = ["refrakt-zebra[extra]"]',
        '[dependency-groups]\nx = ["refrakt_zebra~=1.0", {include-group = "y"}]\ny = []',
        '[tool.poetry.dependencies]\nrefrakt-zebra = "^1"',
        '[tool.poetry.group.dev.dependencies]\nrefrakt-zebra = {version = "1"}',
    ],
)
def test_dependencies_of_a_python_project(installed: Installation, project: Path, text: str) -> None:
    installed.plugin("refrakt-zebra", "zebra", "run")
    (project / "pyproject.toml").write_text(text)
    (project / "deep").mkdir()
    assert names(discover_plugins(project / "deep")) == [("plan", "builtin"), ("zebra", "dependency-scan")]


@pytest.mark.parametrize("text", ["[project", 'project = 3\ntool = "x"', "[project]\ndependencies = 5"])
def test_a_strange_project_file_does_no_harm(installed: Installation, project: Path, text: str) -> None:
    (project / "pyproject.toml").write_text(text)
    found = discover_plugins(project)
    assert names(found) == [("plan", "builtin")]
    assert codes(found) == ([("CONFIG_INVALID", "pyproject.toml")] if text == "[project" else [])


# Names of plugins -----------------------------------------------------------------------------------------------------


def test_an_entry_point_may_have_the_name_of_a_package_of_npm(installed: Installation, project: Path) -> None:
    installed.plugin("acme-garden", "garden", "sow", entry="@acme/garden")
    config(project, '{"plugins": ["@acme/garden"]}')
    garden = discover_plugins(project).plugins[0]
    assert (garden.namespace, garden.package_name, garden.source) == ("garden", "@acme/garden", "config")


def test_an_entry_point_counts_more_than_a_distribution(installed: Installation, project: Path) -> None:
    installed.plugin("refrakt-garden", "from-distribution", "sow")
    installed.plugin("acme-garden", "from-name", "sow", entry="@refrakt-md/garden")
    config(project, '{"plugins": ["@refrakt-md/garden"]}')
    assert [each.namespace for each in discover_plugins(project).plugins] == ["from-name", "plan"]


def test_a_package_without_commands_is_no_plugin(installed: Installation, project: Path) -> None:
    node_package(project, "@refrakt-md/marketing", exports={".": "./index.js"})
    config(project, '{"plugins": ["@refrakt-md/marketing", "@refrakt-md/nowhere", "../../x", "@refrakt-md/../y"]}')
    found = discover_plugins(project)
    assert (names(found), found.warnings) == ([("plan", "builtin")], ())


# JavaScript -----------------------------------------------------------------------------------------------------------


def test_javascript_packages_are_listed_and_not_run(installed: Installation, project: Path) -> None:
    node_package(project, "@refrakt-md/docs", description="Documentation", **COMMANDS)
    node_package(project, "@refrakt-md/types")
    (project / "package.json").write_text('{"devDependencies": {"@refrakt-md/docs": "1", "left-pad": "1"}}')
    found = discover_plugins(project)
    docs, _ = found.plugins
    assert (docs.namespace, docs.package_name, docs.package_version) == ("docs", "@refrakt-md/docs", "0.29.0")
    assert (docs.source, docs.runtime, docs.description) == ("dependency-scan", "node", "Documentation")
    assert (docs.commands, docs.plugin, docs.shell) == ((), None, "npx refrakt docs")
    assert codes(found) == [("PLUGIN_NEEDS_NODE", "@refrakt-md/docs")]


def test_what_lies_in_node_modules_is_found_without_being_named(installed: Installation, project: Path) -> None:
    (project / "package.json").write_text("{}")
    node_package(project, "@refrakt-md/docs", **COMMANDS)
    assert names(discover_plugins(project))[0] == ("docs", "dependency-scan")


def test_python_is_preferred(installed: Installation, project: Path) -> None:
    node_package(project, "@refrakt-md/plan", **COMMANDS)
    (project / "package.json").write_text('{"dependencies": {"@refrakt-md/plan": "1"}}')
    found = discover_plugins(project)
    assert (names(found), found.warnings) == ([("plan", "dependency-scan")], ())
    assert found.plugins[0].runtime == "python"


@pytest.mark.parametrize("text", ["{", "[]", '{"dependencies": []}'])
def test_a_strange_package_file_does_no_harm(installed: Installation, project: Path, text: str) -> None:
    (project / "package.json").write_text(text)
    node_package(project, "@refrakt-md/docs", **COMMANDS)
    assert names(discover_plugins(project))[0] == ("docs", "dependency-scan")


# Clashes and broken plugins -------------------------------------------------------------------------------------------


def test_the_first_plugin_of_a_namespace_wins(installed: Installation, project: Path) -> None:
    installed.plugin("refrakt-one", "garden", "first")
    installed.plugin("refrakt-two", "garden", "second")
    config(project, '{"plugins": ["refrakt-two", "refrakt-one"]}')
    found = discover_plugins(project)
    assert (found.plugins[0].namespace, found.plugins[0].package_name) == ("garden", "refrakt-two")
    assert codes(found) == [("DUPLICATE_NAMESPACE", "refrakt-one")]


def test_a_plugin_may_replace_a_bundled_one(installed: Installation, project: Path) -> None:
    installed.plugin("better-plan", "plan", "next")
    found = discover_plugins(project)
    assert (names(found), found.warnings) == ([("plan", "entry-point")], ())


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise ValueError('no garden today')", "ValueError: no garden today"),
        ("import sys; sys.exit(7)", "SystemExit: 7"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("import no_such_module", "No module named 'no_such_module'"),
        ("plugin = ", "SyntaxError"),
        ("plug = 1", "AttributeError"),
    ],
)
def test_a_failing_plugin_is_reported_and_the_others_load(
    installed: Installation, project: Path, code: str, reason: str
) -> None:
    installed.code("refrakt-broken", code)
    installed.plugin("refrakt-zebra", "zebra", "run")
    found = discover_plugins(project)
    assert names(found) == [("plan", "builtin"), ("zebra", "entry-point")]
    assert codes(found) == [("PLUGIN_LOAD_FAILED", "refrakt-broken")]
    assert reason in found.warnings[0].message


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("plugin = {'namespace': 'x', 'commands': []}", "`CliPlugin`, not dict"),
        ("plugin = CliPlugin('', [])", "namespace"),
        ("plugin = CliPlugin('refrakt', [])", "`refrakt` is reserved"),
        ("plugin = CliPlugin('x', 5)", "commands"),
        ("plugin = CliPlugin('x', ['sow'])", "commands[0]: must be a `Command`, not str"),
        ("plugin = CliPlugin('x', [Command('', 'd', print)])", "commands[0].name"),
        ("plugin = CliPlugin('x', [Command('a', None, print)])", "commands[0].description"),
        ("plugin = CliPlugin('x', [Command('a', 'd', 'print')])", "commands[0].handler"),
    ],
)
def test_an_invalid_plugin_is_reported_and_the_others_load(
    installed: Installation, project: Path, code: str, reason: str
) -> None:
    installed.code("refrakt-broken", code)
    found = discover_plugins(project)
    assert names(found) == [("plan", "builtin")]
    assert codes(found) == [("PLUGIN_MALFORMED", "refrakt-broken")]
    assert reason in found.warnings[0].message


def test_a_broken_claim_does_not_take_a_namespace(installed: Installation, project: Path) -> None:
    installed.code("refrakt-plan", "raise ValueError")
    assert names(discover_plugins(project)) == [("plan", "builtin")]


def test_prints_while_loading_go_to_the_log(
    installed: Installation, project: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    installed.code(
        "refrakt-noisy", "import sys\nprint('hello')\nsys.stderr.write('oh')\nplugin = CliPlugin('noisy', [])"
    )
    with caplog.at_level("INFO", "refrakt.plugin"):
        assert names(discover_plugins(project))[0] == ("noisy", "entry-point")
    assert capfd.readouterr() == ("", "")
    assert [each.getMessage() for each in caplog.records] == [
        "loading refrakt-noisy printed: hello",
        "loading refrakt-noisy printed: oh",
    ]


@pytest.mark.parametrize("text", ["[refrakt.plugins]\ngarbage\n", "[refrakt.plugins]\nx = \n", "\x00\xff[[["])
def test_a_damaged_distribution_does_no_harm(installed: Installation, project: Path, text: str) -> None:
    installed.plugin("refrakt-broken", "broken", "run")
    (installed.folder / "refrakt_broken-1.0.dist-info" / "entry_points.txt").write_text(text, "utf-8")
    found = discover_plugins(project)
    assert names(found) == [("plan", "builtin")]
    assert all(each.code == "PLUGIN_LOAD_FAILED" for each in found.warnings)


def test_invalid_names_do_no_harm(installed: Installation, project: Path) -> None:
    config(project, json.dumps({"plugins": ["x" * 5000, "", "@refrakt-md/", "a\0b", "/etc", "é"]}))
    assert names(discover_plugins(project)) == [("plan", "builtin")]


# No side effects ------------------------------------------------------------------------------------------------------


def test_discovery_changes_nothing(installed: Installation, project: Path) -> None:
    config(project, '{"plugins": ["@refrakt-md/plan"]}')
    before, path = sorted(project.rglob("*")), list(sys.path)
    first = discover_plugins(project)
    assert discover_plugins(project) == first
    assert (sorted(project.rglob("*")), sys.path) == (before, path)
    config(project, '{"plugins": ["@refrakt-md/nowhere"]}')
    assert names(discover_plugins(project)) == [("plan", "builtin")]


PROGRAM = """
import sys
from pathlib import Path
from refrakt.plugins.discovery import discover_plugins
found = discover_plugins(Path.cwd())
print([each.namespace for each in found.plugins], [each.code for each in found.warnings])
"""


def test_distributions_in_the_project_are_ignored(tmp_path: Path, project: Path) -> None:
    """Also where Python was started with the working directory on its path."""
    Installation(project).code("refrakt-evil", "open('ran', 'w')\nplugin = CliPlugin('evil', [])")
    Installation(tmp_path / "site-packages").plugin("refrakt-zebra", "zebra", "run")
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "site-packages")}
    command = [sys.executable, "-c", PROGRAM]
    ran = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=True)
    assert "'zebra'" in ran.stdout
    assert "evil" not in ran.stdout
    assert not (project / "ran").exists()


# The public function --------------------------------------------------------------------------------------------------


def test_discovery_is_public(
    installed: Installation, project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from refrakt.plugins import discover_plugins as public

    node_package(tmp_path / "prefix" / "lib", "@refrakt-md/docs", **COMMANDS)
    node_package(tmp_path / "prefix" / "lib", "@refrakt-md/plan", **COMMANDS)
    node_package(tmp_path / "prefix" / "lib", "@refrakt-md/no-commands")
    monkeypatch.setenv("NPM_CONFIG_PREFIX", str(tmp_path / "prefix"))
    monkeypatch.chdir(project)
    assert [each.namespace for each in public()] == ["plan"]
    assert public() == public(cwd=str(project)) == public(project)
    found = public(include_global=True)
    assert (len(found), names(found)) == (2, [("docs", "global"), ("plan", "builtin")])
    assert (found[0].runtime, found[0].shell, found[0].commands) == ("node", "npx refrakt docs", ())


def test_global_packages_are_beside_node(
    installed: Installation, project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    node = tmp_path / "node" / "bin" / "node"
    node.parent.mkdir(parents=True)
    node.write_text("#!/bin/sh\nexit 1\n")
    node.chmod(0o755)
    node_package(tmp_path / "node" / "lib", "@refrakt-md/docs", **COMMANDS)
    monkeypatch.delenv("NPM_CONFIG_PREFIX", raising=False)
    monkeypatch.setenv("PATH", str(node.parent))
    assert names(discover_plugins(project, include_global=True))[0] == ("docs", "global")
