"""Completion in the shell: the candidates, and the scripts in real shells."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command_runner import SITE, install, project, refrakt
from refrakt.hosts.cli.global_options import SHELLS


def offers(*argv: str, cwd: Path = SITE) -> list[str]:
    ran = refrakt("--complete", *argv, cwd=cwd)
    assert (ran.code, ran.err) == (0, "")
    return [line.partition("\t")[0] for line in ran.out.splitlines()]


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["val"], ["validate", "validate-content"]),
        (["pack"], ["package"]),
        (["package", ""], ["validate"]),
        (["plugins", "l"], ["list"]),
        (["--cwd", ".", "ref"], ["reference", "references"]),
        (["--color=never", "ref"], ["reference", "references"]),
        (["--co"], ["--color", "--completion"]),
        (["--color", ""], ["auto", "always", "never"]),
        (["--completion", "z"], ["zsh"]),
        (["--cwd", ""], []),
        (["format", "--w"], ["--write"]),
        (["version", "--f"], ["--format"]),
        (["version", "--format", "j"], ["json"]),
        (["mcp", "--tool-names", "u"], ["underscore"]),
        (["catalogue", "e"], ["export"]),
        (["catalogue", "export", ""], []),
        (["format", ""], []),
        (["reference", "hin"], ["hint"]),
        (["reference", "--site", ""], ["main"]),
        (["xyzzy", ""], []),
        (["--cwd", "nowhere", "for"], []),
        (["--asd", ""], []),
        (["--help", ""], []),
        (["plugins", "list", "more", ""], []),
    ],
)
def test_what_is_offered(argv: list[str], expected: list[str]) -> None:
    assert offers(*argv) == expected


def test_with_nothing_typed_all_commands_are_offered() -> None:
    every = offers("")
    assert {"lsp", "doctor", "plugins", "detect"} <= set(every)
    assert len(every) == len(set(every))
    assert offers() == every


def test_each_offer_has_its_line_of_help() -> None:
    assert refrakt("--complete", "doc").out == "doctor\tdiagnose the installation and the project\n"
    assert "\tparse {% slot %} as" in refrakt("--complete", "ast", "--sl").out


def test_the_sites_and_runes_are_those_of_the_project(tmp_path: Path) -> None:
    project(tmp_path, {"sites": {"blog": {}, "docs": {}}})
    assert offers("validate-content", "x.md", "--site", "", cwd=tmp_path) == ["blog", "docs"]
    assert offers("reference", "hin", cwd=tmp_path) == []  # the site is ambiguous


def test_another_folder_may_be_named(tmp_path: Path) -> None:
    project(tmp_path, {"sites": {"blog": {}, "docs": {}}})
    for argv in (["--cwd", str(tmp_path), "inspect"], ["inspect", "--list", f"--cwd={tmp_path}"]):
        assert offers(*argv, "--site", "") == ["blog", "docs"]


def test_plugins_are_offered_with_their_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
        from refrakt.plugins import CliPlugin, Command
        plugin = CliPlugin("meadow", [Command("mow", "Cut the grass.", lambda argv: None)], "Grass.")
    """
    monkeypatch.syspath_prepend(install(tmp_path / "installed", "acme-meadow", "acme_meadow", source))
    assert offers("mea", cwd=tmp_path) == ["meadow"]
    assert offers("meadow", "", cwd=tmp_path) == ["mow"]
    assert offers("meadow", "mow", "", cwd=tmp_path) == []


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_is_what_the_shell_can_read(shell: str) -> None:
    ran = refrakt("--completion", shell)
    assert (ran.code, ran.err) == (0, "")
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    subprocess.run([program, "-n"], input=ran.out.encode(), check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("line", "expected"),
    [(["val"], ["validate", "validate-content"]), (["format", "--ch"], ["--check"]), (["format", ""], [])],
)
def test_in_bash(tmp_path: Path, line: list[str], expected: list[str]) -> None:
    command = tmp_path / "refrakt"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m refrakt "$@"\n')
    command.chmod(0o755)
    script = refrakt("--completion", "bash").out + (
        'COMP_WORDS=(refrakt "$@"); COMP_CWORD=$#; _refrakt; printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    ran = subprocess.run(["bash", "-c", script, "bash", *line], capture_output=True, env=environment, check=True)
    assert ran.stdout.decode().split() == expected
