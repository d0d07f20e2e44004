"""The packaged extension in a real VS Code, observed through its window.

Pictures of the window stay in `shots` of the cache folder, for whoever wants to see what a writer sees.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from .page import SUGGESTION, TEXT, UNKNOWN_RUNE, Mark, Page, write_agent
from .vscode_setup import VSCode

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
    assert "setup#linux" in observed["peek"]  # the tree cuts the start of a line
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
