"""`refrakt NAMESPACE COMMAND`: what plugins bring to the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from cli.command_runner import install, project, refrakt
from refrakt.plugins.discovery import discover_plugins

GARDEN = """
    import os
    import sys
    from dataclasses import dataclass

    from refrakt.plugins import CliPlugin, Command, RefraktError

    def water(argv):
        print("watered", *argv, "in", os.path.basename(os.getcwd()))
        return 4 if "--empty" in argv else None

    async def wait(argv):
        print("waited")
        return 5

    def fail(argv):
        raise ValueError("the hose is broken")

    def refuse(argv):
        raise RefraktError("NOT_FOUND", "no bed is called " + argv[0], "There are: roses.", 7)

    def leave(argv):
        sys.exit(3)

    @dataclass(frozen=True)
    class Where:
        command: str = "version"

    commands = [
        Command("show", "Show.", input=Where, delegate=lambda query, context: query.command.split(), expose=False),
        Command("water", "Water the beds.", water),
        Command("wait", "Wait for rain.", wait),
        Command("fail", "Fail.", fail),
        Command("refuse", "Refuse.", refuse),
        Command("leave", "Leave.", leave),
    ]
    plugin = CliPlugin("garden", commands, "Looks after the garden.")
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project, with a plugin installed elsewhere."""
    monkeypatch.syspath_prepend(install(tmp_path / "installed", "acme-garden", "acme_garden", GARDEN))
    monkeypatch.delitem(sys.modules, "acme_garden", raising=False)
    return project(tmp_path / "home", {"site": {"contentDir": "beds"}})


def test_help_lists_plugins_with_their_commands(home: Path) -> None:
    out = refrakt("--help", cwd=home).out
    assert "\nplugins:\n" in out
    assert "\n  garden             Looks after the garden.\n" in out
    assert "\n    garden water     Water the beds.\n" in out


def test_a_command_runs_in_the_projects_folder(home: Path) -> None:
    (home / "beds" / "deep").mkdir(parents=True)
    assert refrakt("garden", "water", "roses", cwd=home / "beds" / "deep") == (0, "watered roses in home\n", "")
    assert refrakt("garden", "water", "--empty", "--cwd", home, cwd=home.parent) == (4, "watered --empty in home\n", "")


def test_a_coroutine_is_a_handler_too(home: Path) -> None:
    assert refrakt("garden", "wait", cwd=home) == (5, "waited\n", "")


def test_a_command_of_refrakt_is_run_for_a_plugin(home: Path) -> None:
    assert refrakt("garden", "show", cwd=home) == refrakt("version", cwd=home)
    assert "acme-garden" in refrakt("garden", "show", "--command", "plugins list", cwd=home).out
    assert "--format" not in refrakt("garden", "show", "--help", cwd=home).out
    unknown = refrakt("garden", "show", "--command", "garden water", cwd=home)
    assert (unknown.code, "unknown command `refrakt garden`" in unknown.err) == (1, True)


def test_an_exception_is_a_line(home: Path) -> None:
    assert refrakt("garden", "fail", cwd=home) == (1, "", "Error: the hose is broken\n")


def test_an_error_keeps_its_code_and_is_json_where_json_is_wanted(home: Path) -> None:
    assert refrakt("garden", "refuse", "weeds", cwd=home) == (
        7,
        "",
        "refrakt: no bed is called weeds. There are: roses.\n",
    )
    ran = refrakt("garden", "refuse", "weeds", "--format", "json", cwd=home)
    assert (ran.code, ran.out, json.loads(ran.err)["errorCode"]) == (7, "", "NOT_FOUND")


def test_a_plugin_may_leave(home: Path) -> None:
    assert refrakt("garden", "leave", cwd=home).code == 3


@pytest.mark.parametrize("argv", [[], ["--help"], ["-h"]])
def test_a_namespace_alone_is_help(home: Path, argv: list[str]) -> None:
    ran = refrakt("garden", *argv, cwd=home)
    assert (ran.code, ran.err) == (0, "")
    assert "Looks after the garden. (acme-garden 1.2.0)" in ran.out
    assert "\n  garden water       Water the beds.\n" in ran.out


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["gardn"], "Did you mean `refrakt garden`?"),
        (["garden", "watr"], "Did you mean `refrakt garden water`"),
        (["garden", "xyzzy"], "Valid commands: show, water, wait, fail, refuse, leave."),
        (["xyzzy"], "garden"),
    ],
)
def test_unknown_commands_get_a_suggestion_and_exit_code_1(home: Path, argv: list[str], expected: str) -> None:
    ran = refrakt(*argv, cwd=home)
    assert (ran.code, ran.out) == (1, "")
    assert expected in ran.err


def test_a_broken_plugin_is_reported_and_others_work(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = install(tmp_path / "more", "acme-broken", "acme_broken", "raise RuntimeError('no seeds')")
    monkeypatch.syspath_prepend(broken)
    ran = refrakt("--help", cwd=home)
    assert (ran.code, ran.err) == (0, "")
    assert "garden water" in ran.out
    assert "run `refrakt doctor`" in ran.out


def test_a_javascript_plugin_is_run_elsewhere(tmp_path: Path) -> None:
    package = tmp_path / "node_modules" / "@refrakt-md" / "orchard"
    package.mkdir(parents=True)
    described = {"name": "@refrakt-md/orchard", "version": "2.0.0", "exports": {"./cli-plugin": "./cli.js"}}
    (package / "package.json").write_text(json.dumps(described))
    project(tmp_path, {"plugins": ["@refrakt-md/orchard"], "site": {}})
    assert "(run `npx refrakt orchard`)" in refrakt("--help", cwd=tmp_path).out
    ran = refrakt("orchard", "prune", cwd=tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert "Run `npx refrakt orchard` instead." in ran.err


@pytest.mark.parametrize(
    ("argv", "code", "expected"),
    [
        (["pln"], 1, "Did you mean `refrakt plan`?"),
        (["plan", "nxt"], 1, "Did you mean `refrakt plan next`"),
        (["plan"], 0, "usage: refrakt plan COMMAND ..."),
    ],
)
def test_the_plugin_that_comes_with_refrakt(tmp_path: Path, argv: list[str], code: int, expected: str) -> None:
    assert "plan" in [each.namespace for each in discover_plugins(tmp_path).plugins]
    ran = refrakt(*argv, cwd=tmp_path)
    assert ran.code == code
    assert expected in (ran.err if code else ran.out)
