"""The command line of plan: where it looks, how it answers, how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plan.plans import COMMANDS, Shell, entity, write
from refrakt_plan.folder import VARIABLE


def plan(folder: Path, id: str) -> None:
    write(folder, {"a.md": entity("work", id, status="ready")})


def chosen(shell: Shell, *words: str) -> str:
    found: str = shell("next", "--format=json", *words).json["items"][0]["id"]
    return found


def test_the_folder_is_what_is_asked_for_then_the_variable_then_the_config(
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


@pytest.mark.parametrize("config", ["{ broken", "[]", '{"plan": 1}', '{"plan": {"dir": 2}}', '{"plan": {"dir": ""}}'])
def test_a_config_that_says_nothing_is_passed_over(tmp_path: Path, shell: Shell, config: str) -> None:
    plan(tmp_path / "plan", "PLAN")
    write(tmp_path, {"refrakt.config.json": config})
    assert chosen(shell) == "PLAN"


def test_the_project_is_found_from_below(tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    plan(tmp_path / "todo", "TODO")
    plan(tmp_path / "src" / "mine", "MINE")
    write(tmp_path, {"refrakt.config.json": '{"plan": {"dir": "./todo"}}'})
    monkeypatch.chdir(tmp_path / "src")
    assert chosen(shell) == "TODO"
    assert chosen(shell, "--dir", "mine") == "MINE"


@pytest.mark.parametrize("name", ["next", "status"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_missing_plan_is_told(shell: Shell, name: str, form: str) -> None:
    shown = shell(name, "--format", form)
    assert (shown.code, shown.out) == (2, "")
    assert "plan init" in shown.err
    if form == "json":
        assert json.loads(shown.err)["errorCode"] == "PLAN_DIR_MISSING"


def test_a_refusal_is_json_for_those_who_want_json(tmp_path: Path, shell: Shell) -> None:
    plan(tmp_path / "plan", "A")
    for words in (("--format=json", "--nope"), ("--nope", "--format", "json")):
        told = json.loads(shell("next", *words).err)
        assert sorted(told) == ["error", "errorCode", "hint"]
        assert told["errorCode"] == "INVALID_ARGS"
    assert shell("next", "--format", "xml").code == 2


def test_an_empty_value_is_a_value(tmp_path: Path, shell: Shell) -> None:
    plan(tmp_path / "plan", "A")
    assert shell("next", "--tag", "").code == shell("next", "--tag=").code == 1


def test_text_is_utf_8_everywhere(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path / "plan", {"a.md": entity("work", "Ä", "- [ ] 日本 🦊", status="ready")})
    assert "Ä  Ä title" in shell("next", "--format", "text").out
    assert "🦊" in shell("next", "--format", "json").out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(shell: Shell, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        shell(name, "--help")
    assert left.value.code == 0
    assert f"usage: refrakt plan {name}" in capsys.readouterr().out
