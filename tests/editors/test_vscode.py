"""The packaged extension in a real VS Code, observed through its window.

Pictures of the window stay in `shots` of the cache folder, for whoever wants to see what a writer sees.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Protocol

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
OUTLINE = [
    ["frontmatter", [["title", []]]],
    ["# Setup", [["## Linux", []]]],
    ["hint", []],
    ["hnit", []],
    ["details", []],
]
SESSION = Path(__file__).with_name("vscode_session.mjs")
PLAIN = SESSION.with_name("vscode_plain.mjs")
# No prompts, no updates, and extensions may provide MCP servers.
SETTINGS = {
    "chat.mcp.access": "all",
    "editor.accessibilitySupport": "off",
    "editor.linkedEditing": True,
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "files.autoSave": "off",
    "git.enabled": False,
    "security.workspace.trust.enabled": False,
    "telemetry.telemetryLevel": "off",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
}


class VSCode(Protocol):
    """Runs a session in VS Code with a folder open, and returns what it and the witness have recorded."""

    def __call__(self, session: Path, site: Path) -> dict[str, Any]: ...


@pytest.fixture
def vscode(editors: Path, refrakt: Path, environment: dict[str, str], tmp_path: Path) -> VSCode:
    """VS Code with the packaged extension."""
    node = installed(editors / "node", "bin/node")
    code_server = installed(editors / "vscode", "node_modules/code-server")
    extension = installed(editors / "vscode", "refrakt.vsix")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium on the PATH")

    user_data, extensions = tmp_path / "user-data", tmp_path / "extensions"
    (user_data / "User").mkdir(parents=True)
    (user_data / "User" / "settings.json").write_text(json.dumps(SETTINGS))
    entry = code_server / "out" / "node" / "entry.js"
    place = (f"--user-data-dir={user_data}", f"--extensions-dir={extensions}")
    subprocess.run(
        [node, entry, *place, f"--install-extension={extension}"],
        env=environment,
        check=True,
        capture_output=True,
        timeout=120,
    )

    def run(session: Path, site: Path) -> dict[str, Any]:
        # The editor gets its PATH from a login shell, so a test cannot set it; it creates a `.venv` in the project instead.
        (site / ".venv" / "bin").mkdir(parents=True)
        (site / ".venv" / "bin" / "refrakt").symlink_to(refrakt)
        task, answer = tmp_path / "task.json", tmp_path / "answer.json"
        locations = {
            "answer": answer,
            "chromium": chromium,
            "codeServer": code_server,
            "extensions": extensions,
            "shots": editors / "shots",
            "site": site,
            "talk": tmp_path / "talk",
            "userData": user_data,
        }
        task.write_text(json.dumps({name: str(place) for name, place in locations.items()}))
        done = subprocess.run(
            [node, session, task], env=environment, capture_output=True, text=True, timeout=600, check=False
        )
        assert answer.exists(), done.stderr
        observed: dict[str, Any] = json.loads(answer.read_text())
        assert "failure" not in observed, f"{observed['failure']}\n{done.stderr}"
        return observed

    return run


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
    observed = vscode(SESSION, page.site)

    assert observed["active"]
    (problem,) = observed["diagnostics"]
    assert Mark(problem["code"], problem["line"], problem["start"], problem["stop"]) == MARK
    assert SUGGESTION in problem["message"]
    assert SUGGESTION in observed["problem"]
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
    # VS Code's own outline of Markdown has the headings, ours the rest; nothing is there twice.
    assert observed["outline"] == OUTLINE
    assert observed["symbols"] == ["## Linux setup.md"]
    assert set(observed["lenses"]) == {"0: /light/setup", "0: layout default", "0: 2 references", "6: 1 reference"}
    assert "/light/setup" in observed["peek"]
    assert "setup.md" in observed["peek"]
    assert {(0, 2), (4, 18), (8, 9), (16, 17)} <= set(map(tuple, observed["folds"]))
    assert {"class details", "property summary", 'string "More"', "key title"} <= set(observed["tokens"])
    assert observed["hints"] == ["content: headline"]
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
        f"{TEXT}\n[About](about.md)\n\n<script>parent.hacked = 1</script>\n\n{lines}\n", encoding="utf-8"
    )
    observed = vscode(PREVIEW, page.site)

    assert observed["heading"] == "First light"
    assert "hnit" in observed["problems"][0]
    assert observed["typed"] == "Dawn is early."
    assert observed["unsaved"]
    # The fastest of ten keys: other tests and this machine's other work must not count.
    assert min(observed["latencies"]) < 100, observed["latencies"]
    assert observed["scrolledTo"] in range(20, 33)  # headings of the page stick to the top of the editor
    assert 40 <= observed["editorLine"] <= 60
    assert observed["selected"] == "## Part 3"
    assert observed["layouts"][:2] == ["of the page", "none"]
    assert observed["dark"] != observed["light"]
    assert observed["followed"].startswith("About the shed")
    assert not observed["hacked"]
    assert observed["policy"].startswith("default-src 'none'; script-src 'nonce-")
    assert observed["scripts"] == 0
