"""The command line of the plan: its folder, its output, its errors."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from plan.history.repositories import Repo
from plan.plans import COMMANDS, Shell, entity, write
from refrakt_plan.plan_folder import VARIABLE


def plan(folder: Path, id: str) -> None:
    write(folder, {"a.md": entity("work", id, status="ready")})


def chosen(shell: Shell, *words: str) -> str:
    found: str = shell("next", "--format=json", *words).json["items"][0]["id"]
    return found


def test_the_folder_is_that_of_the_option_then_the_variable_then_the_config(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("plan", "configured", "variable", "asked"):
        plan(tmp_path / name, name.upper())
    assert chosen(shell) == "PLAN"
    write(tmp_path, {"refrakt.config.json": '{"plan": {"dir": "configured"}}'})
    assert chosen(shell) == "CONFIGURED"
    monkeypatch.setenv(VARIABLE, "variable")
    assert chosen(shell) == "VARIABLE"
    assert chosen(shell, "--dir", "asked") == chosen(shell, "--dir=asked") == "ASKED"
    # As where a variable of the shell is not set: that is no reason to take the project itself for its plan.
    assert chosen(shell, "--dir", "") == "VARIABLE"


@pytest.mark.parametrize("config", ["{ broken", "[]", '{"plan": 1}', '{"plan": {"dir": 2}}', '{"plan": {"dir": ""}}'])
def test_a_config_without_a_plan_folder_is_ignored(tmp_path: Path, shell: Shell, config: str) -> None:
    plan(tmp_path / "plan", "PLAN")
    write(tmp_path, {"refrakt.config.json": config})
    assert chosen(shell) == "PLAN"


def test_the_project_is_found_from_a_subfolder(tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    plan(tmp_path / "todo", "TODO")
    plan(tmp_path / "src" / "mine", "MINE")
    write(tmp_path, {"refrakt.config.json": '{"plan": {"dir": "./todo"}}'})
    monkeypatch.chdir(tmp_path / "src")
    assert chosen(shell) == "TODO"
    assert chosen(shell, "--dir", "mine") == "MINE"


@pytest.mark.parametrize("name", ["next", "status"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_missing_plan_is_reported(shell: Shell, name: str, form: str) -> None:
    shown = shell(name, "--format", form)
    assert (shown.code, shown.out) == (2, "")
    assert "plan init" in shown.err
    if form == "json":
        assert json.loads(shown.err)["errorCode"] == "PLAN_DIR_MISSING"


def test_errors_are_json_with_format_json(tmp_path: Path, shell: Shell) -> None:
    plan(tmp_path / "plan", "A")
    for words in (("--format=json", "--nope"), ("--nope", "--format", "json")):
        result = json.loads(shell("next", *words).err)
        assert sorted(result) == ["error", "errorCode", "hint"]
        assert result["errorCode"] == "INVALID_ARGS"
    assert shell("next", "--format", "xml").code == 2


def test_an_empty_value_is_a_value(tmp_path: Path, shell: Shell) -> None:
    plan(tmp_path / "plan", "A")
    assert shell("next", "--tag", "").code == shell("next", "--tag=").code == 1


def test_text_is_utf_8_everywhere(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path / "plan", {"a.md": entity("work", "Ä", "- [ ] 日本 🦊", status="ready")})
    assert "Ä  Ä title" in shell("next", "--format", "text").out
    assert "🦊" in shell("next", "--format", "json").out


EVIL = "\x1b]0;owned\x07\x1b[31m \u202eback\u2066 \u061c"
QUOTED = "\x9b2J\u202e\\n9:9  error"
"""Control characters that Markdoc allows in a value."""


TRICK = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|^9:9", re.MULTILINE)
WORDS = [
    ("next", "--count=9"),
    ("status",),
    ("validate", "--lifecycle"),
    ("history",),
    ("history", f"W{QUOTED[:3]}"),
    ("context", "W-1"),
    ("graph", "--all"),
    ("graph", "--all", "--format=svg"),
    ("update", "W-1", "--assignee=me"),
    ("update", "W-1", "--check=crit"),
    ("update", "W-2", "--assignee=me"),
    ("create", "work", f"--title={EVIL}"),
    ("create", "work", "--title=T", f"--id={EVIL}"),
    ("next-id", "work"),
    ("migrate", "filenames"),
    ("migrate", "dependencies"),
    ("migrate", "pr-attrs"),
    ("init",),
    ("build",),
]


@pytest.mark.parametrize("form", [["--format=json"], []], ids=["json", "text"])
def test_control_characters_of_a_plan_are_not_printed(tmp_path: Path, shell: Shell, form: list[str]) -> None:
    body = (
        f"# {EVIL}\n\n- [ ] crit {EVIL}\n\n## Dependencies\n\n"
        f'- {{% ref "W{QUOTED}" /%}} blocks this {EVIL}\n\n## Resolution\n\n{EVIL}'
    )
    attributes = {"milestone": QUOTED, "assignee": QUOTED, "source": QUOTED, "priority": QUOTED, "tags": QUOTED}
    files = {
        f"plan/{EVIL}.md": entity("work", "W-1", body, status="ready", **attributes),
        "plan/b.md": entity("bug", f"W{QUOTED}", body, status=QUOTED, pr=QUOTED),
        "plan/c.md": "{% work id='W-2' %}\n" + EVIL,
        "plan/m.md": entity("milestone", QUOTED, status="active", target=QUOTED),
    }
    Repo(tmp_path).commit(f"Message {EVIL}", files, author=f"Eve {EVIL}")
    assert {words[0] for words in WORDS} == set(COMMANDS) - {"serve"}  # which prints what `preview` does
    for words in WORDS:
        shown = shell(*words, *form)
        assert shown.out or shown.err
        assert not TRICK.search(shown.out + shown.err), words


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(shell: Shell, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        shell(name, "--help")
    assert left.value.code == 0
    assert f"usage: refrakt plan {name}" in capsys.readouterr().out
