"""First light in VS Code: our packaged extension, installed in a real editor, with its window looked at.

Pictures of the window stay in `shots` of the cache folder, for whoever wants to see what a writer sees.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from .conftest import installed
from .page import SUGGESTION, UNKNOWN_RUNE, Mark, Page

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
# An editor that asks nothing, updates nothing and lets extensions bring MCP servers.
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


def test_first_light(editors: Path, page: Page, refrakt: Path, environment: dict[str, str], tmp_path: Path) -> None:
    node = installed(editors / "node", "bin/node")
    code_server = installed(editors / "vscode", "node_modules/code-server")
    extension = installed(editors / "vscode", "refrakt.vsix")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium on the PATH")
    # The editor asks a login shell for its PATH, so a test cannot set it; a project's own environment it can make.
    (page.site / ".venv" / "bin").mkdir(parents=True)
    (page.site / ".venv" / "bin" / "refrakt").symlink_to(refrakt)
    shutil.copyfile(page.file, page.file.with_name("second.markdoc.md"))

    (page.site / "content" / "light").mkdir()
    (page.site / "content" / "light" / "setup.md").write_text(SETUP)
    (page.site / "content" / "light" / "links.md").write_text(LINKS)

    work = page.site / "plan" / "work"
    work.mkdir(parents=True, exist_ok=True)
    (work / "WORK-701-first.md").write_text(FIRST, encoding="utf-8")
    (work / "WORK-702-second.md").write_text(SECOND, encoding="utf-8")

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

    task, answer = tmp_path / "task.json", tmp_path / "answer.json"
    places = {
        "answer": answer,
        "chromium": chromium,
        "codeServer": code_server,
        "extensions": extensions,
        "shots": editors / "shots",
        "site": page.site,
        "talk": tmp_path / "talk",
        "userData": user_data,
    }
    task.write_text(json.dumps({name: str(place) for name, place in places.items()}))
    done = subprocess.run(
        [node, SESSION, task], env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert answer.exists(), done.stderr
    seen = json.loads(answer.read_text())
    assert "failure" not in seen, f"{seen['failure']}\n{done.stderr}"

    assert seen["active"]
    (problem,) = seen["diagnostics"]
    assert Mark(problem["code"], problem["line"], problem["start"], problem["stop"]) == MARK
    assert SUGGESTION in problem["message"]
    assert SUGGESTION in seen["problem"]
    assert problem["severity"] == "Error"
    assert "hint" in seen["hover"]
    assert "hint" in seen["completion"]
    assert any(name.startswith("refrakt") for name in seen["agentServers"])
    assert any("refrakt_detect" in name for name in seen["tools"])
    assert UNKNOWN_RUNE in seen["agentAnswer"]
    assert UNSAVED_CODE in seen["agentAnswer"]
    assert '"source":"buffer"' in seen["agentAnswer"]
    assert seen["language"] == "markdoc"
    assert "First light" in seen["markdocOutline"]  # nobody else has an outline of Markdoc
    check_looking_around(seen)
    check_changes(seen)
    check_plan(seen["plan"])


def check_looking_around(seen: dict[str, Any]) -> None:
    # VS Code's own outline of Markdown has the headings, ours the rest; nothing is there twice.
    assert seen["outline"] == OUTLINE
    assert seen["symbols"] == ["## Linux setup.md"]
    assert seen["lenses"] == ["0: /light/setup", "0: layout default", "0: 2 references", "6: 1 reference"]
    assert "/light/setup" in seen["peek"]
    assert "setup.md" in seen["peek"]
    assert {(0, 2), (4, 18), (8, 9), (16, 17)} <= set(map(tuple, seen["folds"]))
    assert {"class details", "property summary", 'string "More"', "key title"} <= set(seen["tokens"])
    assert seen["hints"] == ["content: headline"]
    assert seen["definition"] == [["setup.md", 6, 3, 6, 8]]
    assert ["links.md", 2, 39, 2, 44] in seen["references"]
    # VS Code's own server takes the first one for a path from the top of the folder.
    assert [(words, target.rpartition("/")[2]) for words, target in seen["links"]] == [
        ("/light/setup#linux", "setup.md#L7"),
        ("setup.md", "setup.md"),
    ]


def check_changes(seen: dict[str, Any]) -> None:
    assert seen["renamed"]
    renamed, links = seen["afterRename"]
    assert renamed == SETUP.replace("## Linux", "## Linux and BSD")
    assert links == LINKS.replace("#linux", "#linux-and-bsd")
    fixed = renamed.replace("hnit", "hint")
    assert seen["fixes"][0] == "Write hint"
    assert seen["afterFix"] == fixed
    formatted = fixed.replace("hint   type", "hint type")
    assert seen["afterFormat"] == formatted
    assert seen["afterTyping"] == formatted.replace("details", "dexxtails")
    assert "refrakt" in seen["dialog"]
    assert seen["moved"]
    assert seen["afterMove"] == LINKS.replace("/light/setup#", "/install#").replace("(setup.md)", "(../install.md)")


def check_plan(seen: dict[str, Any]) -> None:
    assert seen["problem"] == "WORK-704"
    assert "Second" in seen["card"]
    assert "blocked by WORK-702" in seen["notes"]
    assert seen["texts"] == [each.replace("WORK-702", "WORK-790") for each in (FIRST, SECOND)]
