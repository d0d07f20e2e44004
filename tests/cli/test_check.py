"""`refrakt check`: the checked pages, every output format, and the exit codes."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from cli.command_runner import ROOT, project
from cli.command_runner import refrakt as run
from refrakt.hosts.cli.commands.check import CheckProgress
from refrakt.hosts.cli.service_command import command_parser
from refrakt.services.check import CheckInput, check
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.registry import service_of

TYPO = "{% hnit %}\nText\n{% /hnit %}\n"
TWICE = '{% hint type="note" type="note" %}\nText\n{% /hint %}\n'
FORMS = ("text", "json", "github", "sarif", "junit")


def site(folder: Path, **pages: str) -> Path:
    """A site with these pages; in their names two underscores are a slash."""
    project(folder, {"site": {"contentDir": "content"}})
    for name, text in pages.items():
        path = folder / "content" / f"{name.replace('__', '/')}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFRAKT_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For tests that write nothing."""
    return site(tmp_path_factory.mktemp("wrong") / "site", index="# Home\n", guide__typo=TYPO, twice=TWICE)


# Exit codes and messages ----------------------------------------------------------------------------------------------


def test_a_site_without_problems(tmp_path: Path) -> None:
    ran = run("check", cwd=site(tmp_path, index="# Home\n"))
    assert (ran.code, ran.out, ran.err) == (0, "1 page: no problems\n", "")


def test_problems_as_text(wrong: Path) -> None:
    ran = run("check", cwd=wrong)
    assert (ran.code, ran.err) == (1, "")
    assert "content/guide/typo.md:1:4: error[unknown-rune]: no rune is called 'hnit'" in ran.out
    assert "    1 | {% hnit %}\n      |    ^^^^\n" in ran.out
    assert ran.out.splitlines()[-1].startswith("3 pages: ")
    assert ran.out.index("guide/typo.md") < ran.out.index("twice.md")


def test_colours_on_a_terminal_only(wrong: Path) -> None:
    assert "\033[" not in run("check", cwd=wrong).out
    assert "\033[1;31merror[unknown-rune]\033[0m" in run("check", cwd=wrong, terminal=True).out


def test_warnings_alone_are_fine_unless_there_are_too_many(wrong: Path) -> None:
    page = "content/twice.md"
    assert run("check", page, cwd=wrong).code == 0
    assert run("check", page, "--max-warnings", "1", cwd=wrong).code == 0
    ran = run("check", page, "--max-warnings", "0", cwd=wrong)
    assert (ran.code, ran.err) == (1, "refrakt: 1 warning exceeds `--max-warnings 0`\n")


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["content/gone.md"], "no page matches"),
        (["--site", "blog"], "unknown site 'blog'"),
        (["--format", "xml"], "invalid choice"),
        (["--max-warnings", "-1"], "--max-warnings"),
        (["--max-warnings", "few"], "'few' is not a whole number"),
        (["--update-baseline"], "needs --baseline FILE"),
        (["--baseline", "none.json"], "no baseline at none.json"),
        (["--baseline", "content/index.md"], "cannot read"),
        (["--baseline", "refrakt.config.json", "--update-baseline"], "not a baseline of this version"),
        (["--baseline", "content"], "cannot read"),
        (["content", "/"], "outside the project"),
    ],
)
def test_bad_use(wrong: Path, argv: list[str], expected: str) -> None:
    before = {path: path.read_bytes() for path in wrong.rglob("*") if path.is_file()}
    ran = run("check", *argv, cwd=wrong)
    assert (ran.code, ran.out) == (2, "")
    assert expected in ran.err
    assert before == {path: path.read_bytes() for path in wrong.rglob("*") if path.is_file()}


def test_usage_errors_are_json_with_format_json(wrong: Path) -> None:
    ran = run("check", "gone.md", "--format", "json", cwd=wrong)
    assert (ran.code, ran.out, json.loads(ran.err)["errorCode"]) == (2, "", "NOT_FOUND")


def test_where_there_is_no_site(tmp_path: Path) -> None:
    ran = run("check", "--format", "json", cwd=tmp_path)
    assert (ran.code, json.loads(ran.err)["errorCode"]) == (2, "SITE_CONFIG_MISSING")
    assert "`refrakt detect` shows" in json.loads(ran.err)["hint"]


@pytest.mark.parametrize("path", ["typo.md", ".", "../guide/t*.md", "../../content/guide/typo.md"])
def test_paths_are_relative_to_the_working_directory(wrong: Path, path: str) -> None:
    ran = run("check", path, cwd=wrong / "content" / "guide")
    assert ran.code == 1
    assert ran.out.startswith("typo.md:1:4: error[unknown-rune]")
    assert ran.out.splitlines()[-1].startswith("1 page: ")


def test_the_project_is_that_of_the_first_path(wrong: Path) -> None:
    ran = run("check", "site/content/guide", cwd=wrong.parent)
    assert ran.out.startswith("site/content/guide/typo.md:1:4: ")
    assert run("check", wrong, cwd=ROOT).out.splitlines()[-1].startswith("3 pages: ")


def test_a_project_of_several_sites(tmp_path: Path) -> None:
    project(tmp_path, {"sites": {"a": {"contentDir": "a"}, "b": {"contentDir": "b"}}})
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.md").write_text(TYPO)
    assert run("check", cwd=tmp_path).out.splitlines()[-1].startswith("2 pages: ")
    ran = run("check", "--site", "b", cwd=tmp_path)
    assert "a/index.md" not in ran.out
    assert "b/index.md:1:4: error[unknown-rune]" in ran.out


def test_config_problems_are_reported_with_the_others(tmp_path: Path) -> None:
    site(tmp_path, index="# Home\n")
    project(tmp_path, {"site": {"contentDir": "content", "plugins": ["@who/knows"]}})
    ran = run("check", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert "warning[unknown-package]: the runes of @who/knows are not known here" in ran.out
    assert ran.out.endswith("1 page: 1 warning\n")


def test_a_reader_that_closes_the_pipe(tmp_path: Path) -> None:
    folder = site(tmp_path, many=TYPO * 2000)
    command = [sys.executable, "-m", "refrakt", "check"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1, "the same exit code as without a pipe"


def test_progress_is_reported() -> None:
    bar = CheckProgress("Checking")
    bar.reached(3, 6)
    assert bar.picture(80) == "Checking [============            ] 3/6 "


# Forms ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_every_form_ends_alike_and_keeps_to_standard_output(wrong: Path, form: str) -> None:
    ran = run("check", "--format", form, cwd=wrong)
    assert (ran.code, ran.err) == (1, "")
    assert "unknown-rune" in ran.out
    assert run("check", "content/index.md", "--format", form, cwd=wrong).code == 0


def test_json_is_the_whole_report(tmp_path: Path) -> None:
    folder = site(tmp_path, many=TYPO * 300)
    report = json.loads(run("check", "--format", "json", cwd=folder).out)
    assert len(report["problems"]) == sum(report["counts"].values()) >= 300
    assert "nextCursor" not in report
    agent = as_json(check(Context.at(folder), CheckInput()))
    assert {**agent, "problems": None, "nextCursor": None} == {**report, "problems": None, "nextCursor": None}
    assert agent["problems"] == report["problems"][: len(agent["problems"])]


def test_workflow_commands(wrong: Path) -> None:
    lines = run("check", "content/guide", "--format", "github", cwd=wrong).out.splitlines()
    assert lines[0].startswith(
        "::error file=content/guide/typo.md,line=1,endLine=1,col=4,endColumn=8,title=unknown-rune::"
        "content/guide/typo.md:1:4: no rune is called 'hnit'"
    )
    assert all(line.startswith("::") for line in lines)


def test_workflow_commands_are_escaped(tmp_path: Path) -> None:
    folder = site(tmp_path, **{"100%,a:b": '{% hint type="a%\x1b[2J::error::" %}\nx\n{% /hint %}\n'})
    ran = run("check", "--format", "github", cwd=folder)
    assert ran.out.startswith("::warning file=content/100%25%2Ca%3Ab.md,line=1,")
    assert "\x1b" not in ran.out
    assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in ran.out.splitlines())


@pytest.mark.parametrize("form", ["github", "sarif"])
def test_in_a_checkout_paths_count_from_its_top(wrong: Path, form: str) -> None:
    ran = run("check", "--format", form, cwd=wrong / "content", variables={"GITHUB_WORKSPACE": str(wrong.parent)})
    assert "site/content/guide/typo.md" in ran.out


def sarif(folder: Path, *argv: str, cwd: Path | None = None) -> dict[str, Any]:
    log = json.loads(run("check", "--format", "sarif", *argv, cwd=cwd or folder).out)
    assert log["version"] == "2.1.0"
    (found,) = log["runs"]
    assert isinstance(found, dict)
    return found


def test_sarif_matches_its_schema(wrong: Path) -> None:
    found = sarif(wrong)
    driver = found["tool"]["driver"]
    assert driver["name"] == "refrakt"
    ids = [each["id"] for each in driver["rules"]]
    assert len(ids) == len(set(ids))
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    assert found["columnKind"] == "unicodeCodePoints"
    for result in found["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["message"]["text"]
        assert list(result["partialFingerprints"]) == ["refraktProblem/v1"]
        (location,) = result["locations"]
        region = location["physicalLocation"]["region"]
        assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
    first = found["results"][0]
    assert (first["ruleId"], first["level"]) == ("unknown-rune", "error")
    location = first["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": "content/guide/typo.md", "uriBaseId": "%SRCROOT%"}
    assert location["region"] == {"startLine": 1, "startColumn": 4, "endLine": 1, "endColumn": 8}
    (change,) = first["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"] == location["artifactLocation"]
    assert {"deletedRegion": location["region"], "insertedContent": {"text": "hint"}} in change["replacements"]


def test_sarif_writes_paths_as_addresses(tmp_path: Path) -> None:
    folder = site(tmp_path / "site", **{"a b#ü": TYPO})
    (tmp_path / "away").mkdir()
    location = sarif(folder)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location["uri"] == "content/a%20b%23%C3%BC.md"
    away = sarif(folder, str(folder), cwd=tmp_path / "away")
    location = away["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": (folder / "content" / "a b#ü.md").as_uri()}


def test_junit(wrong: Path) -> None:
    tree = ElementTree.fromstring(run("check", "--format", "junit", cwd=wrong).out)
    suites = {each.get("name"): each for each in tree}
    assert list(suites) == ["content/guide/typo.md", "content/index.md", "content/twice.md"]
    assert int(tree.get("tests", 0)) == len(tree.findall(".//testcase"))
    assert int(tree.get("failures", 0)) == len(tree.findall(".//failure")) > 0
    assert suites["content/index.md"].find("testcase/failure") is None
    case = suites["content/guide/typo.md"][0]
    assert (case.get("name"), case.get("line")) == ("unknown-rune (1:4)", "1")
    failure = case.find("failure")
    assert failure is not None
    assert (failure.get("type"), "no rune is called 'hnit'" in failure.get("message", "")) == ("unknown-rune", True)


def test_in_junit_only_what_makes_the_command_fail_is_a_failure(wrong: Path) -> None:
    def failures(*argv: str) -> int:
        ran = run("check", "content/twice.md", "--format", "junit", *argv, cwd=wrong)
        return len(ElementTree.fromstring(ran.out).findall(".//failure"))

    assert failures() == 0
    assert failures("--max-warnings", "0") == 1


def test_junit_holds_no_character_that_xml_refuses(tmp_path: Path) -> None:
    folder = site(tmp_path, **{'q"<&\x01': '{% hint type="<&]]>\x00\x0b\ufffe" %}\nx\n{% /hint %}\n\n{% hnit /%}\n'})
    tree = ElementTree.fromstring(run("check", "--format", "junit", cwd=folder).out)
    assert [each.get("name") for each in tree] == ['content/q"<&.md']
    assert tree.findall(".//failure")


# The manual -----------------------------------------------------------------------------------------------------------


def test_the_manual_has_every_form_and_switch() -> None:
    manual = (ROOT / "docs" / "check.md").read_text("utf-8")
    assert [form for form in FORMS if f"| `{form}`" not in manual] == []
    switches = set(command_parser(service_of(check), "refrakt check").options()) - {"-h", "--help"}
    assert [switch for switch in switches if f"`{switch}" not in manual and f" {switch} " not in manual] == []


def test_the_commands_of_hook_and_manual_make_sense() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert hook["id"] == "refrakt-check"
    assert re.search(hook["files"], "content/guide.md")
    assert re.search(hook["files"], "refrakt.config.json")
    manual = (ROOT / "docs" / "check.md").read_text("utf-8")
    blocks = re.findall(r"^```(sh|yaml)\n(.*?)^```", manual, re.MULTILINE | re.DOTALL)
    for kind, text in blocks:
        if kind == "yaml":
            assert isinstance(yaml.safe_load(text), dict)
    written = [line for _, text in blocks for line in re.findall(r"refrakt check.*$", text, re.MULTILINE)]
    commands = [hook["entry"], *(line for line in written if line != "refrakt check")]
    assert len(commands) > 8
    for command in commands:
        argv = shlex.split(command.partition(" > ")[0], comments=True)
        command_parser(service_of(check), "refrakt check").read(argv[2:])


@pytest.mark.parametrize("path", ["content", "content/index.md", "content/*.md", "./content/../content/index.md"])
def test_pages_can_be_named_through_a_content_folder_that_is_a_link(tmp_path: Path, path: str) -> None:
    folder = site(tmp_path / "site", index="# Home\n")
    (folder / "packages").mkdir()
    (folder / "content").rename(folder / "packages" / "docs")
    (folder / "content").symlink_to("packages/docs")
    assert run("check", path, cwd=folder) == (0, "1 page: no problems\n", "")
