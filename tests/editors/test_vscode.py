"""The packaged extension in a real VS Code, observed through its window.

Pictures of the window stay in `shots` of the cache folder, for whoever wants to see what a writer sees.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from .conftest import installed
from .page import SUGGESTION, TEXT, UNKNOWN_RUNE, Mark, Page, write_agent

pytestmark = pytest.mark.editors

MARK = Mark(UNKNOWN_RUNE, 6, 11, 15)  # VS Code counts UTF-16 units, and the sunrise has two
UNSAVED_CODE = "unterminated-tag"  # what the witness types and does not save
SETUP = """\
---
title: Setting up
---

# Setup

## Linux

{% hint   type="note" %}
Use the terminal.
{% /hint %}

{% hnit type="check" %}
Somebody was in a hurry.
{% /hnit %}

{% details summary="More" %}
Later.
{% /details %}
"""
LINKS = "# Links\n\nHow it is done on [Linux](/light/setup#linux), and [at first](setup.md).\n\n{% hero %}\n# Build\n{% /hero %}\n"
FIRST = """\
{% work id="WORK-701" status="draft" %}

# First 🌅

## Blocked by

- 🌅 {% ref "WORK-702" /%}, 🌅 {% ref "WORK-704" /%}

{% /work %}
"""
SECOND = '{% work id="WORK-702" status="draft" %}\n\n# Second\n\n{% /work %}\n'
HEADINGS = ["# Setup", [["## Linux", []]]]
WHOLE_PAGE = ["Setup", [["Linux", [["hint", []], ["hnit", []], ["details", []]]]]]
SESSION = Path(__file__).with_name("vscode_session.mjs")
PLAIN = SESSION.with_name("vscode_plain.mjs")
# No prompts, no updates, nothing that moves.
SETTINGS = {
    "chat.disableAIFeatures": True,
    "chat.mcp.access": "all",
    "editor.accessibilitySupport": "off",
    "editor.cursorBlinking": "solid",
    "editor.linkedEditing": True,
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "files.autoSave": "off",
    "git.enabled": False,
    "security.workspace.trust.enabled": False,
    "telemetry.telemetryLevel": "off",
    "workbench.reduceMotion": "on",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
}


@dataclass(frozen=True)
class VSCode:
    """A VS Code with the packaged extension, a new profile, and no refrakt unless a site has one."""

    program: tuple[str, ...]
    """The command that runs a session."""
    locations: dict[str, Path]
    environment: dict[str, str]
    tmp_path: Path
    refrakt: Path
    seconds: float
    """How long the installation of the package took."""

    def __call__(self, session: Path, site: Path, *, own: bool = False, **variables: str) -> dict[str, Any]:
        """Run a session with a folder open; return what it and the witness have recorded.

        The editor gets its PATH from a login shell, so a test cannot set it: unless the extension brings its own, refrakt is in a
        `.venv` of the project.
        """
        if not own:
            (site / ".venv" / "bin").mkdir(parents=True)
            (site / ".venv" / "bin" / "refrakt").symlink_to(self.refrakt)
        task, answer = self.tmp_path / "task.json", self.tmp_path / "answer.json"
        locations = {**self.locations, "answer": answer, "site": site}
        task.write_text(json.dumps({name: str(place) for name, place in locations.items()}))
        environment = {**self.environment, **variables}
        done = subprocess.run(
            [*self.program, session, task], env=environment, capture_output=True, text=True, timeout=900, check=False
        )
        assert answer.exists(), done.stderr
        observed: dict[str, Any] = json.loads(answer.read_text())
        assert "failure" not in observed, f"{observed['failure']}\n{done.stderr}"
        return observed

    def settings(self, **changed: Any) -> None:
        file = self.locations["userData"] / "User" / "settings.json"
        file.write_text(json.dumps({**SETTINGS, **changed}))


class Package(NamedTuple):
    """The packaged extension, installed."""

    extensions: Path
    seconds: float
    """How long the installation took."""


@pytest.fixture(scope="session")
def package(editors: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Package]:
    """Installs a package of the extension once; nothing of a test gets into its folder."""

    @cache
    def install(name: str) -> Package:
        node = installed(editors / "node", "bin/node")
        entry = installed(editors / "vscode", "node_modules/code-server") / "out" / "node" / "entry.js"
        file = installed(editors / "vscode", name)
        folder = tmp_path_factory.mktemp("extensions")
        homes = {each: str(folder / "home") for each in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
        place = (f"--user-data-dir={folder / 'user-data'}", f"--extensions-dir={folder / 'extensions'}")
        started = time.monotonic()
        command = list(map(str, (node, entry, *place, f"--install-extension={file}")))
        subprocess.run(command, env={**os.environ, **homes}, check=True, capture_output=True, timeout=300)
        return Package(folder / "extensions", time.monotonic() - started)

    return install


@pytest.fixture
def vscode(
    package: Callable[[str], Package], editors: Path, refrakt: Path, environment: dict[str, str], tmp_path: Path
) -> VSCode:
    return new_profile(package("refrakt.vsix"), editors, refrakt, environment, tmp_path)


@pytest.fixture
def offline_vscode(
    package: Callable[[str], Package], editors: Path, refrakt: Path, environment: dict[str, str], tmp_path: Path
) -> VSCode:
    """With the package for this platform, and without a network."""
    environment |= {"REFRAKT_PATIENCE": "300000"}  # milliseconds, for an installation
    found = new_profile(package("refrakt-linux-x64.vsix"), editors, refrakt, environment, tmp_path)
    return replace(found, program=(*isolated(), *found.program))


def isolated() -> tuple[str, ...]:
    """The start of a command that runs with the loopback network alone."""
    command = ("unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
    if shutil.which("ip") is None or subprocess.run([*command, "true"], capture_output=True, check=False).returncode:
        pytest.skip("a network of its own needs the rights of root, and the program ip")
    return command


def new_profile(package: Package, editors: Path, refrakt: Path, environment: dict[str, str], tmp_path: Path) -> VSCode:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium on the PATH")
    user_data = tmp_path / "user-data"
    (user_data / "User").mkdir(parents=True)
    locations = {
        "chromium": Path(chromium),
        "codeServer": editors / "vscode" / "node_modules" / "code-server",
        "extensions": package.extensions,
        "shots": editors / "shots",
        "talk": tmp_path / "talk",
        "userData": user_data,
    }
    program = (str(editors / "node" / "bin" / "node"),)
    found = VSCode(program, locations, environment, tmp_path, refrakt, package.seconds)
    found.settings()
    return found


def test_session(vscode: VSCode, page: Page) -> None:
    shutil.copyfile(page.file, page.file.with_name("second.markdoc.md"))

    (page.site / "content" / "light").mkdir()
    (page.site / "content" / "light" / "setup.md").write_text(SETUP)
    (page.site / "content" / "light" / "links.md").write_text(LINKS)

    work = page.site / "plan" / "work"
    work.mkdir(parents=True, exist_ok=True)
    (work / "WORK-701-first.md").write_text(FIRST, encoding="utf-8")
    (work / "WORK-702-second.md").write_text(SECOND, encoding="utf-8")
    write_agent(page.site)
    vscode.settings(**{"chat.disableAIFeatures": False})  # extensions may provide MCP servers
    observed = vscode(SESSION, page.site)

    assert observed["active"]
    (problem,) = observed["diagnostics"]
    assert Mark(problem["code"], problem["line"], problem["start"], problem["stop"]) == MARK
    assert SUGGESTION in problem["message"]
    assert SUGGESTION in observed["problem"]
    assert UNKNOWN_RUNE in observed["rule"]
    assert problem["severity"] == "Error"
    assert "hint" in observed["hover"]
    assert "hint" in observed["completion"]
    assert any(name.startswith("refrakt") for name in observed["agentServers"])
    assert any("refrakt_detect" in name for name in observed["tools"])
    assert UNKNOWN_RUNE in observed["agentAnswer"]
    assert UNSAVED_CODE in observed["agentAnswer"]
    assert '"source":"buffer"' in observed["agentAnswer"]
    assert observed["language"] == "markdoc"
    assert "First light" in observed["markdocOutline"]  # no other extension has an outline of Markdoc
    check_navigation(observed)
    check_changes(observed)
    check_plan(observed["plan"])
    check_agent(observed["forge"])


def check_navigation(observed: dict[str, Any]) -> None:
    # VS Code's own outline of Markdown has the headings, ours is complete.
    assert HEADINGS in observed["outline"]
    assert WHOLE_PAGE in observed["outline"]
    assert observed["symbols"] == ["## Linux setup.md"]
    assert set(observed["lenses"]) == {"0: /light/setup", "0: layout default", "0: 2 references", "6: 1 reference"}
    assert "/light/setup" in observed["peek"]
    assert "setup.md" in observed["peek"]
    assert {(0, 2), (4, 18), (8, 9), (16, 17)} <= set(map(tuple, observed["folds"]))
    assert {"class details", "property summary", 'string "More"', "key title"} <= set(observed["tokens"])
    assert observed["hints"] == ["headline"]
    assert observed["definition"] == [["setup.md", 6, 3, 6, 8]]
    assert ["links.md", 2, 39, 2, 44] in observed["references"]
    # VS Code's own server takes the first one for a path from the top of the folder.
    assert [(argv, target.rpartition("/")[2]) for argv, target in observed["links"]] == [
        ("/light/setup#linux", "setup.md#L7"),
        ("setup.md", "setup.md"),
    ]


def check_changes(observed: dict[str, Any]) -> None:
    assert observed["renamed"]
    renamed, links = observed["afterRename"]
    assert renamed == SETUP.replace("## Linux", "## Linux and BSD")
    assert links == LINKS.replace("#linux", "#linux-and-bsd")
    fixed = renamed.replace("hnit", "hint")
    assert observed["fixes"][0] == "Write hint"
    assert observed["afterFix"] == fixed
    formatted = fixed.replace("hint   type", "hint type")
    assert observed["afterFormat"] == formatted
    assert observed["afterTyping"] == formatted.replace("details", "dexxtails")
    assert "refrakt" in observed["dialog"]
    assert observed["moved"]
    assert observed["afterMove"] == LINKS.replace("/light/setup#", "/install#").replace("(setup.md)", "(../install.md)")


def check_plan(observed: dict[str, Any]) -> None:
    assert observed["problem"] == "WORK-704"
    assert "Second" in observed["card"]
    assert "blocked by WORK-702" in observed["notes"]
    assert observed["texts"] == [each.replace("WORK-702", "WORK-790") for each in (FIRST, SECOND)]


def check_agent(observed: dict[str, Any]) -> None:
    assert observed["problems"] == [["E108", 7, 15, 16]]
    assert "number from 0 to 1" in observed["hover"]
    assert {"anthropic", "openai", "google"} <= set(observed["completion"])
    assert observed["outside"] == ""
    assert "The registries." in observed["config"]
    assert {"type", "url", "priority"} <= set(observed["keys"])


def test_a_plain_markdoc_site_needs_no_configuration(vscode: VSCode, plain_site: Path) -> None:
    (plain_site / "markdoc" / "lamps.js").touch()  # no other file imports it yet
    observed = vscode(PLAIN, plain_site)

    (problem,) = observed["diagnostics"]
    assert (problem["code"], problem["line"]) == ("broken-link", 14)
    assert observed["squiggles"] == 1
    assert len(observed["problemRows"]) == 2  # the file and its problem
    assert "TideTable" in observed["hover"]
    assert "markdoc/tags.js" in observed["hover"]
    (definition,) = observed["definition"]
    assert definition[:2] == ["tags.js", 15]
    check_own_tags(observed["completion"])
    check_unsaved_schema(observed["unsaved"])
    assert observed["everywhere"] == ["visit.md broken-link"]


def check_own_tags(labels: list[str]) -> None:
    assert {"notice", "tides", "if", "partial"} <= set(labels)
    assert "hint" not in labels


def check_unsaved_schema(observed: dict[str, Any]) -> None:
    assert observed["dirty"]
    assert observed["codes"] == ["broken-link"]
    assert "buoy" in observed["completion"]


FAILURES = SESSION.with_name("vscode_failures.mjs")


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


PREVIEW = SESSION.with_name("vscode_preview.mjs")


def test_the_preview_follows_the_page(vscode: VSCode, page: Page) -> None:
    lines = "\n\n".join(f"## Part {number}\n\nText {number}." for number in range(60))
    page.file.write_text(
        f"{TEXT}\n[About](about.md) ![A tin](/tin.svg)\n\n<script>parent.hacked = 1</script>\n\n{lines}\n",
        encoding="utf-8",
    )
    theme = page.site / "node_modules" / "@refrakt-md" / "lumina"
    theme.mkdir(parents=True)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'
    (page.site / "static").mkdir()
    (page.site / "static" / "tin.svg").write_text(drawing)
    (theme / "index.css").write_text("body { background-color: rgb(1, 2, 3); color: white }")
    observed = vscode(PREVIEW, page.site)

    assert observed["heading"] == "First light"
    assert "hnit" in observed["problems"][0]
    assert observed["status"] == "main (refrakt)"
    assert observed["typed"] == "Dawn is early."
    assert observed["unsaved"]
    # The fastest key: other tests and this machine's other work must not count.
    assert min(observed["latencies"]) < 100, observed["latencies"]
    assert observed["scrolledTo"] in range(20, 33)  # headings of the page stick to the top of the editor
    assert 40 <= observed["editorLine"] <= 60
    assert observed["selected"] == "## Part 3"
    assert observed["layouts"][:2] == ["of the page", "none"]
    assert observed["imageWidth"] == 40
    assert observed["themes"] == ["of the site", "default", "@refrakt-md/lumina"]
    assert observed["followed"].startswith("About the shed")
    assert not observed["hacked"]
    assert observed["policy"].startswith("default-src 'none'; script-src 'nonce-")
    assert observed["scripts"] == 0


INSTALL = SESSION.with_name("vscode_install.mjs")


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


VIEWS = SESSION.with_name("vscode_views.mjs")


def test_views_show_pages_the_plan_and_the_rune_at_the_cursor(vscode: VSCode, page: Page) -> None:
    page.file.write_text(f'{TEXT}\n{{% details summary="More" %}}\nLater.\n{{% /details %}}\n', encoding="utf-8")
    observed = vscode(VIEWS, page.site)

    assert any(each.startswith("First light/first-light · 1 problem") for each in observed["pages"])
    assert observed["plan"][0].startswith("Ready")
    assert observed["plan"][1].startswith("Let bakers choose a toneWORK-002")
    inspector = " | ".join(observed["inspector"])
    assert inspector.startswith("hintcore · ")
    assert 'type = "warning"' in inspector
    assert "This one has its letters in order." in inspector
    assert "Output" in inspector
    assert observed["moved"][0].startswith("detailscore · ")
    assert observed["checked"]
    assert {"New Page from a Layout…", "New Page from a Rune…"} <= set(observed["newFiles"])
    layout = observed["layouts"][0]
    assert observed["dusk"] == f"---\ntitle: At dusk\nlayout: {layout}\n---\n\n# At dusk\n\n\n"
    assert observed["problems"] == []
    assert observed["dawn"] == "---\ntitle: At dawn\n---\n\n{% "


ROOTS = SESSION.with_name("vscode_roots.mjs")


def test_a_workspace_of_two_folders(vscode: VSCode, page: Page, plain_site: Path, tmp_path: Path) -> None:
    workspace = tmp_path / "both.code-workspace"
    workspace.write_text(json.dumps({"folders": [{"path": str(page.site)}, {"path": str(plain_site)}]}))
    vscode.settings(**{"chat.disableAIFeatures": False})
    for folder in (page.site, plain_site):
        (folder / ".venv" / "bin").mkdir(parents=True)
        (folder / ".venv" / "bin" / "refrakt").symlink_to(vscode.refrakt)
    observed = vscode(ROOTS, workspace, own=True)

    assert observed["codes"] == [[UNKNOWN_RUNE], ["broken-link"]]
    assert observed["statuses"] == ["main (refrakt)", "lighthouse-guide (next)"]
    assert [each.partition("Stopped")[0].strip() for each in observed["agentServers"]] == [
        "refrakt (plain)",
        "refrakt (site)",
    ]
    assert any(each.startswith("Plan your visit/docs/visit · 1 problem") for each in observed["pages"])


TYPING = SESSION.with_name("vscode_typing.mjs")


def test_the_keys_of_a_writer(vscode: VSCode, page: Page) -> None:
    """The session itself compares the text after each key."""
    vscode(TYPING, page.site)


ENDING = SESSION.with_name("vscode_ending.mjs")


@pytest.mark.parametrize("agent", ["", "1"])
def test_a_killed_editor_leaves_no_process(vscode: VSCode, page: Page, agent: str) -> None:
    """After two seconds; with an agent, the server goes on until that has ended."""
    observed = vscode(ENDING, page.site, REFRAKT_AGENT=agent)

    if agent:
        assert observed["after"] == observed["before"] > 5
    else:
        share = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))  # a busy machine needs longer
        assert observed["seconds"] < 2 * share


NEWCOMER = SESSION.with_name("vscode_newcomer.mjs")


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


PICTURES = SESSION.with_name("vscode_pictures.mjs")
PICTURE_SETTINGS = {
    "breadcrumbs.enabled": False,
    "editor.fontFamily": "'JetBrains Mono', 'DejaVu Sans Mono', monospace",
    "editor.fontLigatures": False,
    "editor.linkedEditing": False,
    "editor.minimap.enabled": False,
    "workbench.colorTheme": "Default Light Modern",
}
TOKENS = """\
# Colors

{% if equals($user.beta, true) %}
{% hint type="note" #first .wide %}
Text with `{% code %}` and {% $page.title %}.
{% /hint %}
{% else /%}
## Heading {% badge %}new{% /badge %} {% #id %}
{% /if %}
"""


def test_colors_and_pictures(vscode: VSCode, page: Page) -> None:
    page.file.unlink()
    content = page.site / "content"
    (content / "drafts" / "tokens.md").write_text(TOKENS)
    shutil.copyfile(PICTURES.with_name("picture_page.md"), content / "first-bake.md")
    vscode.settings(**PICTURE_SETTINGS)
    observed = vscode(PICTURES, page.site)

    for theme in ("light", "dark"):
        colors = observed[theme]
        assert colors["2: if"] == colors["8: if"], colors
        # A member of a variable has the color of an attribute's name.
        assert color_of("beta", 2, colors) == color_of("type", 3, colors), colors
        assert observed[f"page-{theme}"] == theme


def color_of(word: str, line: int, colors: dict[str, str]) -> str:
    (found,) = {color for place, color in colors.items() if re.fullmatch(rf"{line}: [.]?{word}=?", place)}
    return found
