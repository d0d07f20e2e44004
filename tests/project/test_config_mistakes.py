"""A broken config fails: each mistake is a problem at its place, and drops nothing that does not depend on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from refrakt.errors import RefraktError
from refrakt.hosts.cli import main
from refrakt.services.context import Context
from refrakt.services.detect import DetectInput
from refrakt.services.pages import PagesInput
from refrakt.services.registry import load_service

SITE: dict[str, Any] = {"site": {"contentDir": "./content"}}


def project(root: Path, config: object, page: str = "# Home\n") -> Path:
    (root / "content").mkdir(exist_ok=True)
    (root / "content" / "index.md").write_text(page)
    (root / "refrakt.config.json").write_text(config if isinstance(config, str) else json.dumps(config))
    return root


def checked(root: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = main(["--cwd", str(root), "check", "--format", "json", *arguments])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("config", "code", "problem", "exit"),
    [
        ("", "config-syntax", "ends too early", 2),
        ('{"site": {"contentDir": "./con', "config-syntax", "never closed", 2),
        ({"site": {"contentDir": 3}}, "config-shape", "`contentDir` must be text", 2),
        ({"site": {"contentDir": "./nowhere"}}, "config-folder", "./nowhere does not exist", 2),
        ({"site": {"contntDir": "./content"}}, "config-key", "did you mean `contentDir`?", 2),
        ({**SITE, "plna": {"dir": "p"}}, "config-key", "did you mean `plan`?", 1),
        ({"site": {**SITE["site"], "authoring": {"ruls": {}}}}, "config-key", "did you mean `rules`?", 1),
        ({**SITE, "authoring": {"rules": {"broken-link": "warn"}}}, "config-shape", "error, warning, info, hint", 1),
        ({**SITE, "authoring": {"rules": {"brokn-link": "off"}}}, "config-shape", "did you mean 'broken-link'", 0),
        ({"site": {**SITE["site"], "plugins": ["@refrakt-md/dcos"]}}, "unknown-package", "@refrakt-md/docs?", 1),
        ({**SITE, "authoring": {"overrides": [{"rules": {}}]}}, "config-shape", "`files` is missing", 1),
        ({**SITE, "authoring": {"overrides": [{"fils": "a", "rules": {}}]}}, "config-key", "did you mean `files`?", 1),
        ({**SITE, "plan": 3}, "config-shape", "`plan` must be an object", 1),
        ({**SITE, "plan": {"dir": 3}}, "config-shape", "`plan.dir` must be text", 1),
        ({**SITE, "plan": {"dirr": "plan"}}, "config-key", "did you mean `dir`?", 1),
        ({**SITE, "forge": {"enabled": "alwyas"}}, "config-shape", "auto, always or never", 1),
        ({**SITE, "forge": {"enabeld": "auto"}}, "config-key", "did you mean `enabled`?", 1),
        ({"site": {**SITE["site"], "theme": 3}}, "config-shape", "`theme` must be text or an object", 1),
        ({"site": {**SITE["site"], "tints": []}}, "config-shape", "`tints` must be an object", 1),
        ({"site": {**SITE["site"], "siteName": 3}}, "config-shape", "`siteName` must be text", 1),
        ({**SITE["site"], "plugins": [], "locale": ["en"]}, "config-shape", "`locale` must be text", 1),
        ({"site": {**SITE["site"], "sandbox": {"dri": "x", "examplesDri": "y"}}}, "config-key", "`examplesDir`?", 1),
        (
            {"site": {**SITE["site"], "routeRules": [{"pattern": "**", "layout": "default", "entiy": "work"}]}},
            "config-key",
            "did you mean `entity`?",
            1,
        ),
        (
            {"site": {**SITE["site"], "entityRoutes": [{"type": "work", "url": "/{id}", "titel": "{title}"}]}},
            "config-key",
            "did you mean `title`?",
            1,
        ),
        ({**SITE, "xrefs": [{"match": "x", "template": "/", "lable": "y"}]}, "config-key", "did you mean `label`?", 1),
    ],
)
def test_a_mistake_is_reported_at_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], config: object, code: str, problem: str, exit: int
) -> None:
    status, report = checked(project(tmp_path, config), capsys)
    (found,) = [each for each in report["problems"] if each["path"] == "refrakt.config.json"]
    assert (found["code"], status) == (code, exit)
    assert problem in found["message"]


@pytest.mark.parametrize(
    ("config", "marked"),
    [
        ({"site": {"contntDir": "./content"}}, '"contntDir"'),
        ({"site": {"contentDir": 3}}, "3"),
        ({"site": {"contentDir": "./nowhere"}}, '"./nowhere"'),
        ({**SITE, "authoring": {"rules": {"broken-link": "warn"}}}, '"warn"'),
        ({**SITE, "authoring": {"rules": {"brokn-link": "off"}}}, '"brokn-link"'),
        ({"site": {**SITE["site"], "plugins": ["@refrakt-md/dcos"]}}, '"@refrakt-md/dcos"'),
    ],
)
def test_the_place_is_the_name_or_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], config: object, marked: str
) -> None:
    _, report = checked(project(tmp_path, config), capsys)
    (found,) = report["problems"]
    line = (tmp_path / "refrakt.config.json").read_text()
    assert line[found["column"] - 1 : found["endColumn"] - 1] == marked


@pytest.mark.parametrize("form", ["text", "github", "sarif", "junit"])
def test_in_every_output_format(tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    project(tmp_path, {**SITE, "authoring": {"rules": {"broken-link": "warn"}}})
    assert main(["--cwd", str(tmp_path), "check", "--format", form]) == 1
    shown = capsys.readouterr().out
    assert "refrakt.config.json" in shown
    assert "config-shape" in shown


def test_keys_of_other_tools_are_not_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = {**SITE, "$schema": "./x.json", "deployment": {"target": "x"}, "authoring": {"rules": {}}}
    assert checked(project(tmp_path, config), capsys) == (
        0,
        {"ok": True, "complete": True, "files": 1, "counts": {}, "problems": [], "total": 0},
    )


def test_a_mistake_drops_no_other_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = "# Home\n\n{% hnit %}\nx\n{% /hnit %}\n"
    site = {**SITE["site"], "plugins": ["@refrakt-md/docs"]}
    rules = {"broken-link": "warn", "unknown-rune": "warning"}
    mistake = {"site": site, "plna": {}, "authoring": {"rules": rules, "ruls": {}}}
    _, report = checked(project(tmp_path, mistake, page), capsys)
    assert {(each["code"], each["severity"]) for each in report["problems"]} == {
        ("unknown-rune", "warning"),
        ("config-shape", "error"),
        ("config-key", "error"),
    }


def test_a_misspelt_list_of_packages_is_no_reason_to_report_runes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = "# Home\n\n{% hnit %}\nx\n{% /hnit %}\n"
    mistake = {"site": {**SITE["site"], "plugin": ["@refrakt-md/docs", "community-runes"]}, "plugins": []}
    _, report = checked(project(tmp_path, mistake, page), capsys)
    severities = {each["code"]: each["severity"] for each in report["problems"]}
    assert severities == {"config-key": "error", "unknown-rune": "hint"}


def test_no_pages_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project(tmp_path, SITE)
    (tmp_path / "content" / "index.md").unlink()
    assert main(["--cwd", str(tmp_path), "check"]) == 2
    assert "--allow-empty" in capsys.readouterr().err
    assert main(["--cwd", str(tmp_path), "check", "--allow-empty"]) == 0


def test_services_say_that_the_config_is_invalid(tmp_path: Path) -> None:
    project(tmp_path, '{"site": {')
    with pytest.raises(RefraktError) as refused:
        load_service("refrakt.pages").call(Context.at(tmp_path), PagesInput())
    assert refused.value.code == "CONFIG_INVALID"
    assert "refrakt.config.json:1:" in refused.value.message


def test_severities_for_some_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = "# P\n\n{% hnit %}\nx\n{% /hnit %}\n"
    overrides = [
        {"files": "content/drafts/**", "rules": {"*": "off"}},
        {"files": ["content/old/*.md", "!content/old/kept.md"], "rules": {"unknown-rune": "hint"}},
    ]
    project(tmp_path, {**SITE, "authoring": {"overrides": overrides}}, page)
    for name in ("drafts/a.md", "old/b.md", "old/kept.md"):
        (tmp_path / "content" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "content" / name).write_text(page)
    _, report = checked(tmp_path, capsys)
    assert {each["path"]: each["severity"] for each in report["problems"]} == {
        "content/index.md": "error",
        "content/old/b.md": "hint",
        "content/old/kept.md": "error",
    }


@pytest.mark.parametrize(
    ("config", "place", "problem"),
    [
        ("", "1:1", "ends too early"),
        ('{"stie": {"contentDir": "./content"}}', "1:2", "did you mean `site`?"),
        ('{"site": {"contntDir": "./content"}}', "1:11", "did you mean `contentDir`?"),
        ('{"site": {"theme": 3, "contentDir": 3}}', "1:37", "`contentDir` must be text"),
        ('{"site": {"contentDir": "../.."}}', "1:25", "`contentDir` leads out of the project"),
        ('{"sites": {"other": {"contentDir": 3}, "main": {"contentDir": 4}}}', "1:63", "`contentDir` must be text"),
    ],
)
def test_a_site_without_pages_is_explained_by_the_mistake(
    tmp_path: Path, config: str, place: str, problem: str
) -> None:
    project(tmp_path, config)
    query = PagesInput(site="main") if '"main"' in config else PagesInput()
    with pytest.raises(RefraktError) as refused:
        load_service("refrakt.pages").call(Context.at(tmp_path), query)
    assert refused.value.code == "CONFIG_INVALID"
    assert refused.value.message.startswith(f"refrakt.config.json:{place}: ")
    assert problem in refused.value.message


def test_a_mistake_in_another_site_is_not_the_reason(tmp_path: Path) -> None:
    project(tmp_path, {"sites": {"other": {"contentDir": 3}, "main": {}}})
    with pytest.raises(RefraktError) as refused:
        load_service("refrakt.pages").call(Context.at(tmp_path), PagesInput(site="main"))
    assert refused.value.code == "SITE_CONFIG_MISSING"


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("./nowhere", "the folder ./nowhere does not exist"),
        ("./content/index.md", "./content/index.md is not a folder"),
    ],
)
def test_a_missing_folder_is_reported_by_detection(tmp_path: Path, folder: str, message: str) -> None:
    project(tmp_path, {"site": {"contentDir": folder}})
    (warning,) = load_service("refrakt.detect").call(Context.at(tmp_path), DetectInput()).warnings
    assert warning["code"] == "CONFIG_INVALID"
    assert message in warning["message"]
