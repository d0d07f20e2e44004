"""Global options, help, and unknown commands."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command_runner import ROOT, SITE, process, refrakt
from refrakt import __version__
from refrakt.hosts.cli.command_table import declared_commands, summaries
from refrakt.hosts.cli.global_options import GLOBAL


def test_version() -> None:
    assert process("--version") == (0, f"refrakt {__version__}\n", "")
    assert refrakt("--cwd", ROOT, "--version").out == f"refrakt {__version__}\n"


def test_help_lists_every_command_and_switch() -> None:
    ran = refrakt("--help", variables={"COLUMNS": "200"})
    assert (ran.code, ran.err) == (0, "")
    lines = {**summaries(), **GLOBAL}
    assert [name for name, about in lines.items() if not _listed(name, about, ran.out)] == []


def _listed(name: str, about: str, text: str) -> bool:
    return re.search(rf"^  {re.escape(name)}\s+{re.escape(about)}$", text, re.MULTILINE) is not None


def test_without_a_command_there_is_help_and_exit_code_1() -> None:
    ran = refrakt()
    assert (ran.code, ran.out, ran.err) == (1, refrakt("--help").out, "")


@pytest.mark.parametrize("name", summaries())
def test_each_command_has_help(name: str) -> None:
    ran = refrakt(*name.split(), "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"usage: refrakt {name} ")


def manual_sections() -> dict[str, str]:
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    head, *sections = re.split(r"^## refrakt (.+)$", text, flags=re.MULTILINE)
    return {"": head, **dict(zip(sections[::2], sections[1::2], strict=True))}


def service_section(command: str) -> str:
    """What the generated page has about a command."""
    text = (ROOT / "docs" / "services.md").read_text("utf-8")
    return next((each for each in text.split("\n## ") if f"- Command: `refrakt {command}`\n" in each), "")


@pytest.mark.parametrize("command", summaries())
def test_every_command_and_switch_is_in_the_manual(command: str) -> None:
    sections = manual_sections()
    assert command in sections or service_section(command)
    manual = sections[""] + sections.get(command, "") + service_section(command)
    switches = set(re.findall(r"--[a-z][a-z-]+", refrakt(*command.split(), "--help").out)) - {"--help"}
    assert [switch for switch in sorted(switches) if not re.search(rf"`{switch}[` ]", manual)] == []


def test_the_switches_of_refrakt_itself_are_in_the_manual() -> None:
    assert [each for each in GLOBAL if f"`{each}`" not in manual_sections()[""]] == []


# Switches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "argv",
    [
        ["--cwd", SITE, "inspect", "--list"],
        ["inspect", "--cwd", SITE, "--list"],
        ["inspect", "--list", f"--cwd={SITE}"],
        [f"--cwd={SITE}", "--color", "never", "inspect", "--list", "--color=auto"],
    ],
)
def test_cwd_is_accepted_before_and_after_the_command(argv: list[str | Path], tmp_path: Path) -> None:
    ran = refrakt(*argv, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert "\nrecipe " in ran.out
    assert "\nplaylist " not in ran.out  # which only a folder without a config has
    assert "\nplaylist " in refrakt("inspect", "--list", cwd=tmp_path).out


def test_files_count_from_the_folder_that_was_named(tmp_path: Path) -> None:
    assert refrakt("ast", "content/about.md", "--cwd", SITE, cwd=tmp_path).code == 0


def test_what_follows_two_dashes_is_no_switch(tmp_path: Path) -> None:
    (tmp_path / "--cwd").write_text("Text\n")
    assert refrakt("ast", "--compact", "--", "--cwd", cwd=tmp_path).code == 0


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["--cwd", "nowhere", "version"], "--cwd nowhere: no such file or directory. Pass an existing folder."),
        (["version", "--cwd", "pyproject.toml"], "--cwd pyproject.toml: not a directory"),
        (["version", "--cwd"], "--cwd needs a value. Use --cwd DIR."),
        (["--color", "sometimes", "version"], "Valid values: auto, always, never."),
        (["--completion", "tcsh"], "Valid values: bash, zsh, fish."),
        (["--asd"], "unknown option --asd. Valid options: --cwd DIR,"),
        (["ast", "--positons", "x.md"], "unknown option --positons; did you mean '--positions'?"),
        (["version", "--from", "x"], "unknown option --from"),
        (["version", "x"], "unexpected argument 'x'"),
    ],
)
def test_an_unknown_option_exits_with_2_and_a_suggestion(argv: list[str], expected: str) -> None:
    ran = refrakt(*argv, cwd=ROOT)
    assert (ran.code, ran.out) == (2, "")
    assert expected in ran.err
    assert ran.err.count("\n") == 1


def test_errors_before_the_command_are_json_with_format_json() -> None:
    for form in (["--format", "json"], ["--format=json"], ["--json"]):
        ran = refrakt("--cwd", "nowhere", "inspect", *form)
        assert (ran.code, ran.out) == (2, "")
        assert set(json.loads(ran.err)) == {"error", "errorCode", "hint"}
    assert json.loads(refrakt("ast", "--asd", "--format", "json").err)["errorCode"] == "INVALID_ARGS"


def test_a_switch_is_never_guessed_from_its_beginning() -> None:
    ran = refrakt("reference", "--sit", "main")
    assert (ran.code, ran.out) == (2, "")
    assert "did you mean '--site'?" in ran.err


def test_seconds_are_a_length_of_time() -> None:
    for value in ("-1", "0", "inf", "nan", "soon"):
        ran = refrakt("catalogue", "export", "x", "--timeout", value)
        assert (ran.code, ran.out) == (2, "")
        assert f"'{value}' is not a positive number of seconds" in ran.err


# Unknown commands -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "meant"),
    [
        (["fromat", "x.md"], "refrakt format"),
        (["plugin", "list"], "refrakt plugins"),
        (["validate-contents"], "refrakt validate-content"),
        (["plugins", "lst"], "refrakt plugins list"),
    ],
)
def test_a_mistyped_command_is_recognised(argv: list[str], meant: str) -> None:
    ran = refrakt(*argv)
    assert (ran.code, ran.out) == (1, "")
    assert f"Did you mean `{meant}`" in ran.err


def test_an_unknown_command_gets_a_hint() -> None:
    ran = refrakt("xyzzy")
    assert (ran.code, ran.out) == (1, "")
    assert "unknown command `refrakt xyzzy`. `refrakt --help` lists the commands." in ran.err
    assert json.loads(refrakt("xyzzy", "--format", "json").err)["errorCode"] == "INVALID_ARGS"


def test_half_a_command_names_the_other_halves() -> None:
    ran = refrakt("plugins")
    assert (ran.code, ran.out) == (1, "")
    assert "`refrakt plugins list`" in ran.err
    ran = refrakt("plugins", "--help")
    assert (ran.code, ran.err) == (0, "")
    assert _listed("plugins list", declared_commands()["plugins list"].summary, ran.out)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("command", [["check", "--quiet"], ["--help"], ["check", "--format", "json"], ["--version"]])
def test_output_that_cannot_be_written_is_an_error(command: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "refrakt", *command], stdout=full, stderr=subprocess.PIPE, cwd=SITE, check=False
        )
    assert ran.returncode == 2
    assert b"standard output cannot be written" in ran.stderr
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize("argv", [["check"], ["mcp"], ["init", "--yes"], ["--help"], ["plan", "next"]], ids=" ".join)
def test_a_deleted_current_folder_is_an_error(tmp_path: Path, argv: list[str]) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = shlex.join([sys.executable, "-m", "refrakt", *argv])
    script = f"cd {shlex.quote(str(gone))} && rmdir {shlex.quote(str(gone))} && {command}"
    ran = subprocess.run(["sh", "-c", script], capture_output=True, text=True, input="", timeout=60, check=False)
    assert ran.returncode == 2
    assert ran.stderr.startswith("refrakt: the current folder does not exist any more.")
