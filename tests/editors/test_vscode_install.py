"""The packaged extension in VS Code where something is missing or fails: installation, untrusted folders, crashes, a new user."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from .page import UNKNOWN_RUNE, Page
from .vscode_setup import VSCode, isolated

pytestmark = pytest.mark.editors

HERE = Path(__file__)
FAILURES = HERE.with_name("vscode_failures.mjs")


def test_a_failure_is_one_message_and_the_status_is_shown(vscode: VSCode, page: Page) -> None:
    observed = vscode(FAILURES, page.site)

    (missing,) = observed["missing"]
    assert "refrakt was not found as `missing/refrakt`" in missing
    assert observed["missingButtons"] == ["Open Settings", "Try Again"]
    assert any("Server: Path" in each for each in observed["settingShown"])
    (broken,) = observed["broken"]
    assert "ModuleNotFoundError: No module named 'no_such_module_of_refrakt'" in broken
    assert "main (refrakt)" in observed["running"]
    assert "Restart the language server" in observed["menu"]
    assert "main (refrakt)" in observed["menuTitle"]
    assert observed["killed"] == 1
    assert observed["toastsAfterKill"] == []
    assert "It is outside of the content folders of this project: content, plan" in observed["unchecked"]


INSTALL = HERE.with_name("vscode_install.mjs")


@pytest.mark.parametrize(("site", "name"), [("site", "content/drafts/mistakes.md"), ("plain", "pages/docs/visit.md")])
def test_the_extension_brings_its_own_server(
    offline_vscode: VSCode, repository: Path, tmp_path: Path, site: str, name: str
) -> None:
    folder = shutil.copytree(repository / "examples" / site, tmp_path / site)
    observed = offline_vscode(
        INSTALL, folder, own=True, REFRAKT_PAGE=name, REFRAKT_STAGES="installing installed", REFRAKT_NAME=site
    )

    assert observed["codes"]
    assert "refrakt" in observed["progress"]
    assert not any("Try Again" in each for each in observed["toasts"])
    (own,) = (offline_vscode.locations["userData"] / "User" / "globalStorage" / "refrakt.refrakt").glob("server-*-*")
    assert (own / "bin" / "refrakt").exists()
    assert not (folder / ".venv").exists()
    times = {"package": offline_vscode.seconds, "first squiggle": observed["seconds"]}
    (offline_vscode.locations["shots"] / f"install-{site}.json").write_text(
        json.dumps(times)
    )  # for docs/performance.md


def test_what_is_missing_is_one_message(vscode: VSCode, page: Page, tmp_path: Path) -> None:
    write_interpreters(tmp_path / "pythons")
    observed = replace(vscode, program=(*isolated(), *vscode.program))(
        INSTALL,
        page.site,
        own=True,
        REFRAKT_PAGE="content/first-light.md",
        REFRAKT_STAGES="old bare network appears",
        REFRAKT_NAME="appears",
        REFRAKT_PROGRAM=str(vscode.refrakt),
        REFRAKT_PYTHONS=str(tmp_path / "pythons"),
    )

    (old,), (bare,), (network,) = observed["old"], observed["bare"], observed["network"]
    assert "refrakt needs Python 3.11 or newer; Python 3.9 was found." in old
    assert observed["oldButtons"] == ["Get Python", "Choose Interpreter", "Try Again"]
    assert "sudo apt install python3.12-venv" in bare
    assert observed["bareButtons"] == ["Copy Command", "Choose Interpreter", "Try Again"]
    assert "The libraries of refrakt could not be downloaded" in network
    assert observed["networkButtons"] == ["Try Again", "Show Output"]
    assert UNKNOWN_RUNE in observed["codes"]  # by the environment that appeared


def write_interpreters(folder: Path) -> None:
    """One that is too old, and one without the modules that make environments, as Debian splits them off."""
    folder.mkdir()
    answers = {
        "old": "echo 3.9",
        "bare": 'case "$*" in *venv*) echo "The virtual environment was not created: ensurepip is not available." >&2; exit 1;; '
        "*) echo 3.12;; esac",
    }
    for name, code in answers.items():
        (folder / name).write_text(f"#!/bin/sh\n{code}\n")
        (folder / name).chmod(0o755)


@pytest.mark.parametrize("trusted", [False, True])
def test_nothing_of_an_untrusted_folder_is_run(
    offline_vscode: VSCode, page: Page, tmp_path: Path, trusted: bool
) -> None:
    """The trusted window shows that the traps work, and that a program that does not run is replaced on request."""
    run = tmp_path / "run"
    for name in (".venv/bin/refrakt", ".venv/bin/python", "venv/bin/refrakt", "refrakt", "python3"):
        trap = page.site / name
        trap.parent.mkdir(parents=True, exist_ok=True)
        trap.write_text(f"#!/bin/sh\necho {name} >> {run}\n")
        trap.chmod(0o755)
    if not trusted:
        (page.site / ".vscode").mkdir()
        (page.site / ".vscode" / "settings.json").write_text(json.dumps({"refrakt.server.command": ["./refrakt"]}))
    trust = {"security.workspace.trust.enabled": not trusted, "security.workspace.trust.startupPrompt": "never"}
    offline_vscode.settings(**trust)
    observed = offline_vscode(
        INSTALL,
        page.site,
        own=True,
        REFRAKT_PAGE="content/first-light.md",
        REFRAKT_STAGES="broken installed" if trusted else "installed",
        REFRAKT_NAME="untrusted",
    )

    assert UNKNOWN_RUNE in observed["codes"]
    if trusted:
        assert set(run.read_text().split()) == {".venv/bin/refrakt"}
        (message,) = observed["broken"]
        assert "refrakt does not run: exit code 0" in message
        assert observed["brokenButtons"] == ["Show Output", "Install", "Try Again"]
    else:
        assert not run.exists()


ENDING = HERE.with_name("vscode_ending.mjs")


@pytest.mark.parametrize("agent", ["", "1"])
def test_a_killed_editor_leaves_no_process(vscode: VSCode, page: Page, agent: str) -> None:
    """After two seconds; with an agent, the server goes on until that has ended."""
    observed = vscode(ENDING, page.site, REFRAKT_AGENT=agent)

    if agent:
        assert observed["after"] == observed["before"] > 5
    else:
        share = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))  # a busy machine needs longer
        assert observed["seconds"] < 2 * share


NEWCOMER = HERE.with_name("vscode_newcomer.mjs")


def test_a_folder_without_configuration_is_set_up(vscode: VSCode, tmp_path: Path) -> None:
    site = tmp_path / "new"
    (site / "texts").mkdir(parents=True)
    (site / "texts" / "hello.md").write_text("# Hello\n\n{% hnit %}\nText.\n{% /hnit %}\n")
    observed = vscode(NEWCOMER, site)

    assert observed["steps"] == ["Open your site", "Fix a mistake", "See the page", "Find your way", "Connect an agent"]
    assert observed["before"] == []
    assert len(observed["choices"]) == 2
    assert observed["config"] == {"site": {"contentDir": "./texts"}}
    assert UNKNOWN_RUNE in observed["after"]
    entry = json.loads(observed["copied"])["servers"]["refrakt"]
    assert entry["args"][-3:] == ["mcp", "--cwd", str(site)]
    assert Path(entry["command"]).exists()
