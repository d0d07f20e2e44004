"""`package_validate`: the problems of a plugin, without and with running it."""

from __future__ import annotations

import json
import shutil
import textwrap
from pathlib import Path

import pytest

from refrakt.errors import RefraktError
from refrakt.plugins import plugin_loader
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.package_validate import (
    PackageReport,
    PackageValidateInput,
    as_text,
    exit_code,
    package_validate,
    validate_package,
)

PYPROJECT = """
[project]
name = "refrakt-shed"
version = "1"
[project.entry-points."refrakt.plugins"]
shed = "shed.cli_plugin:plugin"
"""


def project(folder: Path, code: str = "plugin = None", pyproject: str = PYPROJECT) -> Path:
    (folder / "shed").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(pyproject)
    (folder / "shed" / "__init__.py").touch()
    (folder / "shed" / "cli_plugin.py").write_text(textwrap.dedent(code))
    return folder


def errors(verdict: PackageReport) -> str:
    return "\n".join(f"{each.path}: {each.message}" for each in verdict.errors)


def warnings(verdict: PackageReport) -> str:
    return "\n".join(f"{each.path}: {each.message}" for each in verdict.warnings)


# Without running it ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["refrakt-garden", "refrakt-wordcount"])
def test_the_examples_are_valid(repository: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    shutil.copytree(repository / "examples" / "plugins" / name, folder)
    verdict = package_validate(Context.at(tmp_path), PackageValidateInput(name))
    assert (verdict.valid, verdict.errors, verdict.package_name, verdict.loaded) == (True, [], name, False)
    assert exit_code(verdict) == 0
    assert as_text(verdict) == f"{name} seems to be a valid plugin; its code was not run.\n"
    before = sorted(folder.rglob("*"))
    loaded = validate_package(folder, load=True)
    assert sorted(folder.rglob("*")) == before
    assert (loaded.valid, loaded.errors, loaded.loaded) == (True, [], True)
    assert as_text(loaded).endswith(f"{name} is a valid plugin.\n")
    assert as_json(loaded).keys() == {"valid", "packageName", "pluginName", "loaded", "errors", "warnings"}


def test_a_service_runs_nothing(tmp_path: Path) -> None:
    project(tmp_path, f"open({str(tmp_path / 'ran')!r}, 'w')\nplugin = 1")
    assert package_validate(Context.at(tmp_path), PackageValidateInput()).valid
    assert not (tmp_path / "ran").exists()


def test_it_stays_inside_the_project(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "refrakt.config.json").write_text("{}")
    for folder in ("..", str(tmp_path)):
        with pytest.raises(RefraktError, match="outside"):
            package_validate(Context.at(tmp_path / "inside"), PackageValidateInput(folder))
    with pytest.raises(RefraktError) as caught:
        package_validate(Context.at(tmp_path / "inside"), PackageValidateInput("nowhere"))
    assert caught.value.code == "NOT_FOUND"


@pytest.mark.parametrize(
    ("pyproject", "expected"),
    [
        ("[project", "pyproject.toml: cannot read the file"),
        ("[project]\nname = 'x'\nversion = '1'", "no entry point in the group `refrakt.plugins`"),
        (PYPROJECT.replace('name = "refrakt-shed"', ""), "project.name: missing"),
        (PYPROJECT.replace('version = "1"', ""), "project.version: missing"),
        (PYPROJECT.replace(":plugin", ""), "must be an object"),
        (PYPROJECT.replace("shed.cli_plugin:plugin", "no module"), "must be a module"),
        (PYPROJECT.replace(":plugin", ":plugins"), "cli_plugin.py does not define `plugins`"),
    ],
)
def test_errors_in_pyproject(tmp_path: Path, pyproject: str, expected: str) -> None:
    verdict = validate_package(project(tmp_path, pyproject=pyproject), load=True)
    assert expected in errors(verdict)
    assert (verdict.valid, verdict.loaded, exit_code(verdict)) == (False, False, 1)


def test_a_version_may_be_computed_and_a_module_may_be_elsewhere(tmp_path: Path) -> None:
    dynamic = PYPROJECT.replace('version = "1"', 'dynamic = ["version"]').replace("shed.cli", "house.cli")
    verdict = validate_package(project(tmp_path, pyproject=dynamic), load=False)
    assert (verdict.valid, "module `house.cli_plugin` not found" in warnings(verdict)) == (True, True)


def test_a_module_with_a_syntax_error_is_reported(tmp_path: Path) -> None:
    assert "cannot read cli_plugin.py" in errors(validate_package(project(tmp_path, "plugin = "), load=False))


def test_an_empty_folder(tmp_path: Path) -> None:
    verdict = validate_package(tmp_path, load=True)
    assert "no pyproject.toml or package.json" in errors(verdict)
    assert as_text(verdict).endswith("this package has 1 error.\n")


# Running it -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("raise ValueError('worms')\nplugin = 1", "cannot load it: ValueError: worms"),
        ("import sys\nsys.exit(3)\nplugin = 1", "cannot load it: SystemExit: 3"),
        ("import os\nos._exit(3)\nplugin = 1", "loading ended the process with exit code 3"),
        ("print('[]')\nplugin = 1", "must name a `CliPlugin`, not int"),
    ],
)
def test_a_plugin_that_does_not_load(tmp_path: Path, code: str, expected: str) -> None:
    verdict = validate_package(project(tmp_path, code), load=True)
    assert (verdict.valid, verdict.loaded) == (False, True)
    assert expected in errors(verdict)


def test_a_plugin_that_never_ends_loading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin_loader, "LOAD_TIMEOUT", 0.5)
    verdict = validate_package(project(tmp_path, "while True: pass\nplugin = 1"), load=True)
    assert "did not finish within 0.5 seconds" in errors(verdict)


def test_shape_errors_have_paths(tmp_path: Path) -> None:
    code = """
        from refrakt.plugins import CliPlugin, Command
        bad = {"type": "object", "properties": 3, "additionalProperties": False}
        plugin = CliPlugin("shed", [
            Command("open", "", print, input_schema=bad, mcp_handler=print),
            Command("open-it", "Open it.", print),
        ], "about it")
    """
    verdict = validate_package(project(tmp_path, code), load=True)
    assert [each.path for each in verdict.errors] == ["commands[0].input_schema"]
    assert [each.path for each in verdict.warnings] == ["commands[0].description", "commands[1].input_schema"]
    twice = validate_package(project(tmp_path / "b", code.replace("open-it", "open").replace("=bad", "={}")), load=True)
    assert [each.path for each in twice.errors] == ["commands[1]"]


def test_runes_are_checked_too(tmp_path: Path) -> None:
    pyproject = PYPROJECT + '[project.entry-points."refrakt.runes"]\nshed = "shed.runes"\n'
    folder = project(tmp_path, "from refrakt.plugins import CliPlugin\nplugin = CliPlugin('shed', [], 'x')", pyproject)
    (folder / "shed" / "runes").mkdir()
    package = "from refrakt.runes.rune import Package\nPACKAGE = Package('refrakt-shed', 'shed')\n"
    (folder / "shed" / "runes" / "__init__.py").write_text(package)
    assert "contains no rune" in errors(validate_package(folder, load=True))
    (folder / "shed" / "runes" / "hoe.py").write_text(
        "from refrakt.runes.rune import Rune\nhoe = Rune('hoe', '', sample='x')\n"
    )
    verdict = validate_package(folder, load=True)
    assert verdict.valid
    assert "runes.hoe: no description" in warnings(verdict)
    assert "runes.hoe.sample: does not use the rune" in warnings(verdict)


def test_a_duplicate_namespace_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, repository: Path) -> None:
    from plugins.installation import Installation

    installed = Installation(tmp_path / "site-packages")
    installed.plugin("refrakt-other", "shed", "open")
    installed.code("refrakt-broken", "raise ValueError")
    monkeypatch.setenv("PYTHONPATH", str(installed.folder))
    folder = project(tmp_path / "x", "from refrakt.plugins import CliPlugin\nplugin = CliPlugin('shed', [], 'x')")
    verdict = validate_package(folder, load=True)
    assert verdict.valid
    assert "`shed` is also the namespace of refrakt-other" in warnings(verdict)


# JavaScript -----------------------------------------------------------------------------------------------------------


def javascript(folder: Path, **data: object) -> Path:
    (folder / "package.json").write_text(json.dumps({"name": "@me/shed", "version": "1.0.0", "main": "x.js"} | data))
    return folder


def test_a_javascript_package_is_read_and_not_run(tmp_path: Path) -> None:
    (tmp_path / "cli.js").write_text("process.exit(1)")
    verdict = validate_package(
        javascript(tmp_path, exports={"./cli-plugin": {"types": "./no.d.ts", "default": "./cli.js"}}), load=True
    )
    assert (verdict.valid, verdict.package_name, verdict.loaded) == (True, "@me/shed", False)
    assert "JavaScript commands are not checked" in warnings(verdict)


@pytest.mark.parametrize(
    ("data", "expected"),
    [({"name": ""}, "name: missing"), ({"version": 1}, "version: missing"),
     ({"exports": {"./cli-plugin": "./nowhere.js"}}, "./nowhere.js does not exist")],
)  # fmt: skip
def test_errors_in_package_json(tmp_path: Path, data: dict[str, object], expected: str) -> None:
    assert expected in errors(validate_package(javascript(tmp_path, **data), load=False))


def test_what_a_package_brings_along(tmp_path: Path) -> None:
    folder = javascript(tmp_path)
    for name in ("fixtures", "i18n"):
        (folder / name).mkdir()
    (folder / "fixtures" / "empty.md").write_text(" \n")
    (folder / "fixtures" / "hoe.md").write_text("{% hoe /%}\n")
    (folder / "fixtures" / "hoe.long.md").write_text("{% rake /%}\n")
    (folder / "i18n" / "de.json").write_text('{"hoe": "Hacke"}')
    (folder / "i18n" / "fr.json").write_text('{"hoe": 3}')
    (folder / "refrakt.runes.json").write_text(
        '{"version": 1, "package": {"name": "@me/shed", "short": "shed"}, "runes": 3}'
    )
    verdict = validate_package(folder, load=False)
    paths = [each.path.partition(":")[0] for each in verdict.errors]
    assert paths == ["refrakt.runes.json", "fixtures/empty.md", "i18n/fr.json"]
    assert [each.path for each in verdict.warnings] == ["fixtures/hoe.long.md"]


def test_a_package_file_that_is_no_json(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text("{")
    assert "package.json: cannot read the file" in errors(validate_package(tmp_path, load=False))
