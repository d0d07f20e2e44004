"""The commands `validate-content`, `reference` and `inspect`."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cli.command_runner import MISTAKES, SITE, Ran, project
from cli.command_runner import refrakt as run


def refrakt(command: str, *argv: str | Path, stdin: bytes = b"", cwd: Path = SITE) -> Ran:
    return run(command, *argv, stdin=stdin, cwd=cwd)


# validate-content -----------------------------------------------------------------------------------------------------


def test_a_correct_page() -> None:
    ran = refrakt("validate-content", "content/about.md")
    assert ran == (0, "content/about.md: no problems\n", "")


def test_a_problem_is_shown_with_its_line_and_carets() -> None:
    ran = refrakt("validate-content", "-", stdin=b"Text\n\n{% hnit /%}\n")
    assert ran.code == 1
    assert ran.out == (
        "<stdin>:3:4: error[unknown-rune]: no rune is called 'hnit'; did you mean 'hint'?\n"
        "    3 | {% hnit /%}\n"
        "      |    ^^^^\n"
        "      = Write hint. (fixable with `--fix`)\n"
        "<stdin>: 1 error\n"
    )


def test_a_page_full_of_mistakes() -> None:
    ran = refrakt("validate-content", MISTAKES)
    assert (ran.code, ran.err) == (1, "")
    assert "error[unclosed-tag]" in ran.out
    assert re.search(r"mistakes\.md: \d+ errors", ran.out.splitlines()[-1])


def test_as_json_a_file_comes_from_disk_and_standard_input_does_not() -> None:
    from_file = refrakt("validate-content", MISTAKES, "--format", "json")
    answer = json.loads(from_file.out)
    assert (from_file.code, answer["source"], answer["ok"]) == (1, "disk", False)
    from_stdin = refrakt("validate-content", "-", "--format", "json", stdin=MISTAKES.read_bytes())
    again = json.loads(from_stdin.out)
    assert (again["source"], again["errors"]) == ("argument", answer["errors"])


def test_warnings_alone_are_no_failure() -> None:
    text = b'{% hint type="note" type="note" %}\nx\n{% /hint %}\n'
    ran = refrakt("validate-content", "-", "--format", "json", stdin=text)
    answer = json.loads(ran.out)
    assert (ran.code, answer["ok"], [each["severity"] for each in answer["errors"]]) == (0, True, ["warning"])


def test_frontmatter_on_the_command_line() -> None:
    rules = '{"refrakt": {"rules": {"unknown-rune": "off"}}}'
    assert refrakt("validate-content", "-", "--frontmatter", rules, stdin=b"{% hnit /%}").code == 0


def test_a_file_outside_the_project_is_checked_as_the_text_it_is(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("{% pricing %}\n{% /pricing %}\n{% playlist %}\n{% /playlist %}\n")
    inside = refrakt("validate-content", page, "--format", "json")
    assert (json.loads(inside.out)["source"], json.loads(inside.out)["runesUsed"]) == ("argument", ["pricing"])
    alone = refrakt("validate-content", page, "--format", "json", cwd=tmp_path)
    assert json.loads(alone.out)["source"] == "disk"
    assert json.loads(alone.out)["runesUsed"] == ["pricing", "playlist"]


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["nowhere.md"],
        ["."],
        ["content/nowhere.md", "content/none.md"],
        ["--jsonl", "content/index.md"],
        ["content/index.md", "--site", "mian"],
        ["-", "--frontmatter", "{"],
        ["-", "--frontmatter", "[]"],
        ["--format", "xml", "-"],
    ],
)
def test_usage_errors_exit_with_2_and_go_to_stderr(argv: list[str], tmp_path: Path) -> None:
    ran = refrakt("validate-content", *argv, cwd=tmp_path if argv == ["."] else SITE)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err


def test_errors_are_json_with_format_json() -> None:
    ran = refrakt("validate-content", "content/index.md", "--site", "mian", "--format", "json")
    assert (ran.code, ran.out) == (2, "")
    result = json.loads(ran.err)
    assert (result["errorCode"], "main" in result["error"]) == ("SITE_NOT_FOUND", True)


def test_config_problems_are_reported_beside_the_result(tmp_path: Path) -> None:
    project(tmp_path, {"site": {"plugins": ["@acme/runes"]}})
    ran = refrakt("validate-content", "-", stdin=b"{% gizmo /%}\n", cwd=tmp_path)
    assert ran.code == 0
    assert "hint[unknown-rune]" in ran.out
    assert re.fullmatch(r"refrakt: refrakt\.config\.json:1:\d+: warning\[unknown-package\]: .*\n", ran.err)
    assert "refrakt catalogue export @acme/runes" in ran.err


def test_several_sites_need_a_site_option(tmp_path: Path) -> None:
    project(tmp_path, {"sites": {"a": {"contentDir": "a"}, "b": {"contentDir": "b"}}})
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "page.md").write_text("Text\n")
    ran = refrakt("validate-content", "-", stdin=b"Text\n", cwd=tmp_path)
    assert ran.code == 2
    assert '"a", "b"' in ran.err
    assert refrakt("validate-content", "-", "--site", "b", stdin=b"Text\n", cwd=tmp_path).code == 0
    assert refrakt("validate-content", "a/page.md", cwd=tmp_path).code == 0


COMMAND = [sys.executable, "-m", "refrakt", "validate-content", str(MISTAKES)]


@pytest.mark.parametrize(
    ("variables", "switch", "coloured"),
    [
        ({"TERM": "xterm"}, "auto", True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "auto", False),
        ({"TERM": "dumb"}, "auto", False),
        ({"TERM": "xterm"}, "never", False),
        ({"TERM": "dumb", "NO_COLOR": "1"}, "always", True),
    ],
)
def test_colour_depends_on_the_terminal(variables: dict[str, str], switch: str, coloured: bool) -> None:
    ran = run("validate-content", MISTAKES, "--color", switch, terminal=True, variables=variables)
    assert ("\033[1;31merror[" in ran.out) == coloured
    piped = run("validate-content", MISTAKES, variables=variables)
    assert "\033" not in piped.out


def test_on_a_real_terminal_there_is_colour() -> None:
    ours, theirs = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    subprocess.run(COMMAND, stdout=theirs, env=environment | {"TERM": "xterm"}, check=False, timeout=60)
    os.close(theirs)
    shown = os.read(ours, 100_000)
    os.close(ours)
    assert b"\033[1;31merror[" in shown


def test_a_command_starts_without_pydantic() -> None:
    script = "import sys; from refrakt.hosts.cli import main; main(sys.argv[1:]); print('pydantic' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script, *COMMAND[3:]], capture_output=True, check=False, timeout=60)
    assert (ran.returncode, ran.stdout.splitlines()[-1]) == (0, b"False")


# Several pages --------------------------------------------------------------------------------------------------------


def test_a_folder_means_all_pages_below_it(tmp_path: Path) -> None:
    project(tmp_path, {"site": {"contentDir": "content"}})
    for name in ("good.md", "deep/bad.md", "deep/b.markdoc", "node_modules/x.md", ".hidden/x.md", "readme.txt"):
        page = tmp_path / "content" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("{% hnit /%}\n" if "good" not in name else "Text\n")
    ran = refrakt("validate-content", "content", cwd=tmp_path)
    assert (ran.code, ran.err) == (1, "")
    assert re.findall(r"^(\S+):1:4: error", ran.out, re.MULTILINE) == ["content/deep/b.markdoc", "content/deep/bad.md"]
    assert ran.out.splitlines()[-1] == "3 pages: 2 errors on 2 pages"


def test_several_pages_as_json() -> None:
    ran = refrakt("validate-content", "content/index.md", MISTAKES, "--format", "json")
    answer = json.loads(ran.out)
    assert (ran.code, answer["ok"], [each["ok"] for each in answer["pages"]]) == (1, False, [True, False])
    assert answer["pages"][1]["file"] == str(MISTAKES)
    assert (
        answer["pages"][1]["errors"]
        == json.loads(refrakt("validate-content", MISTAKES, "--format", "json").out)["errors"]
    )


def test_a_page_that_cannot_be_read_does_not_stop_the_others() -> None:
    ran = refrakt("validate-content", "content/none.md", "content/about.md")
    assert (ran.code, ran.out) == (2, "1 page: no problems\n")
    assert "content/none.md: no such file or directory" in ran.err
    ran = refrakt("validate-content", "content/none.md", "content/about.md", "--format", "json")
    assert (json.loads(ran.out)["ok"], json.loads(ran.err)["errorCode"]) == (False, "NOT_FOUND")


def test_the_config_is_complained_of_once_for_all_pages(tmp_path: Path) -> None:
    project(tmp_path, {"site": {"plugins": ["@acme/runes"]}})
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("Text\n")
    ran = refrakt("validate-content", ".", cwd=tmp_path)
    assert (ran.code, ran.err.count("unknown-package")) == (0, 1)


def test_pages_of_different_projects_are_checked_each_in_its_own(tmp_path: Path) -> None:
    for name, plugins in (("a", ["@refrakt-md/media"]), ("b", [])):
        project(tmp_path / name, {"site": {"contentDir": ".", "plugins": plugins}})
        (tmp_path / name / "page.md").write_text("{% playlist %}\n- [One](/one.mp3)\n{% /playlist %}\n")
    answer = json.loads(refrakt("validate-content", "a", "b", "--format", "json", cwd=tmp_path).out)
    codes = [[each["code"] for each in page["errors"] if each["severity"] == "error"] for page in answer["pages"]]
    assert codes == [[], ["unknown-rune"]]


# Many texts -----------------------------------------------------------------------------------------------------------


def batch(*lines: object, argv: Sequence[str] = (), cwd: Path = SITE) -> list[dict[str, Any]]:
    feed = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    ran = refrakt("validate-content", "--jsonl", *argv, stdin=feed, cwd=cwd)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.isascii()
    return [json.loads(line) for line in ran.out.splitlines()]


def test_many_texts_are_answered_in_order() -> None:
    good, bad = batch({"id": 1, "markdown": "{% callout %}\nx\n{% /callout %}"}, {"id": "b", "markdown": "{% hnit /%}"})
    assert good == {"id": 1, "ok": True, "errors": [], "runesUsed": ["hint"]}
    assert (bad["id"], bad["ok"], bad["errors"][0]["code"]) == ("b", False, "unknown-rune")


def test_an_invalid_line_is_reported_and_the_next_processed() -> None:
    answers = batch(
        b"{",
        {"id": 1},
        {"id": 2, "markdown": 3},
        {"id": 3, "markdown": "x", "frontmatter": "y"},
        {"id": 4, "path": "../../../README.md"},
        {"id": 5, "markdwon": "x"},
        {"id": 6, "path": "content/index.md"},
        {"id": 7, "markdown": "x", "path": "content/new.md", "frontmatter": {"title": "New"}},
    )
    assert [set(answer) for answer in answers[:6]] == [{"id", "error"}] * 6
    assert [answer["id"] for answer in answers] == [None, 1, 2, 3, 4, 5, 6, 7]
    assert [answer["ok"] for answer in answers[6:]] == [True, True]


def test_in_a_batch_the_path_may_choose_the_site(tmp_path: Path) -> None:
    project(tmp_path, {"sites": {"a": {"contentDir": "a"}, "b": {"contentDir": "b"}}})
    first, second = batch({"id": 1, "markdown": "x"}, {"id": 2, "markdown": "x", "path": "b/x.md"}, cwd=tmp_path)
    assert '"a", "b"' in first["error"]
    assert second["ok"]
    (named,) = batch({"id": 1, "markdown": "x"}, argv=["--site", "a"], cwd=tmp_path)
    assert named["ok"]
    assert refrakt("validate-content", "--jsonl", "--site", "c", cwd=tmp_path).code == 2


# reference and inspect ------------------------------------------------------------------------------------------------


def test_the_reference_of_a_site_holds_what_the_site_uses() -> None:
    ran = refrakt("reference", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    names = {result["name"] for result in json.loads(ran.out)["runes"]}
    assert {"hint", "hero", "recipe"} <= names
    assert "playlist" not in names


def test_all_runes_are_compact_and_one_is_a_page_by_default() -> None:
    assert refrakt("reference").out.startswith("One rune per line")
    assert refrakt("reference", "hint").out.startswith("## hint\n")
    assert json.loads(refrakt("reference", "alert", "--format", "json").out)["runes"][0]["name"] == "hint"
    assert len(refrakt("reference", "--package", "learning").out) < len(refrakt("reference").out)


def test_an_unknown_rune_gets_the_nearest_names() -> None:
    ran = refrakt("reference", "hnit")
    assert (ran.code, ran.out) == (2, "")
    assert "hint" in ran.err
    assert json.loads(refrakt("reference", "hnit", "--format", "json").err)["errorCode"] == "NOT_FOUND"


def test_inspect_lists_runes() -> None:
    ran = refrakt("inspect", "--list")
    assert ran.code == 0
    assert re.search(r"^hint +Highlights a n", ran.out, re.MULTILINE)
    listed = json.loads(refrakt("inspect", "--list", "--format", "json").out)["runes"]
    (hint,) = [each for each in listed if each["name"] == "hint"]
    assert hint["variants"] == {"type": ["caution", "check", "note", "warning"]}
    assert refrakt("inspect").code == 2
