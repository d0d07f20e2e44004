"""First light in Neovim: the plugin of editors/neovim, a real editor without a screen, our server."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Protocol

import pytest

from refrakt.project.project_root import project_root

from .neovim_setup import SUITES, set_up_neovim
from .page import SUGGESTION, UNKNOWN_RUNE, Mark, Page, write_agent

pytestmark = pytest.mark.editors

MARK = Mark(UNKNOWN_RUNE, 6, 13, 17)  # Neovim counts bytes, and the sunrise has four
SESSION = Path(__file__).with_name("neovim_session.lua")
ROOTS = SESSION.with_name("neovim_roots.lua")
EDITING = SESSION.with_name("neovim_editing.lua")
PLAN = SESSION.with_name("neovim_plan.lua")
PLAIN = SESSION.with_name("neovim_plain.lua")
FORGE = SESSION.with_name("neovim_forge.lua")
COMMANDS = SESSION.with_name("neovim_commands.lua")
MISSING = SESSION.with_name("neovim_missing.lua")


class Neovim(Protocol):
    """Runs a Lua script in Neovim and gives back what it has written to $REFRAKT_ANSWER."""

    def __call__(self, script: Path, page: Path) -> dict[str, Any]: ...


@pytest.fixture(params=SUITES)
def suite(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def neovim(suite: str, editors: Path, repository: Path, environment: dict[str, str], tmp_path: Path) -> Neovim:
    """Neovim set up as the README describes."""
    program = set_up_neovim(suite, editors, repository, environment)

    def run(script: Path, page: Path) -> dict[str, Any]:
        answer = tmp_path / "answer.json"
        done = subprocess.run(
            [program, "--headless", "-n", "-c", f"luafile {script}"],
            env={**environment, "REFRAKT_PAGE": str(page), "REFRAKT_ANSWER": str(answer)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert answer.exists(), done.stderr
        observed: dict[str, Any] = json.loads(answer.read_text())
        assert "failure" not in observed, f"{observed['failure']}\n{observed['log']}\n{done.stderr}"
        return observed

    return run


@pytest.mark.parametrize("name", ["first-light.md", "first-light.mdoc"])
def test_session(name: str, suite: str, neovim: Neovim, page: Page) -> None:
    observed = neovim(SESSION, page.file.rename(page.file.with_name(name)))

    version, way = SUITES[suite]
    assert observed["version"].startswith(version)
    assert observed["way"] == way
    assert observed["filetype"] == ("markdown" if name.endswith(".md") else "markdoc")
    assert Path(observed["root"]) == page.site

    (problem,) = observed["diagnostics"]
    assert Mark(problem["code"], problem["line"], problem["start"], problem["stop"]) == MARK
    assert SUGGESTION in problem["message"]
    assert problem["severity"] == 1
    assert problem["source"] == "refrakt"

    assert "hint" in observed["hover"]
    assert "hint" in observed["completion"]


def test_markdown_outside_a_project_starts_no_server(neovim: Neovim, tmp_path: Path) -> None:
    """And a folder is a project for the plugin where it is one for the server."""
    marks = [
        "refrakt.config.json",
        "markdoc.config.json",
        ".fractary/forge.yaml",
        "plan/work/a.md",
        "markdoc.config.mjs",
    ]
    others = ["README.md", "plan/index.md", "refrakt/config.json"]
    pages = []
    for number, mark in enumerate(marks + others):
        folder = tmp_path / "folders" / str(number)
        (folder / mark).parent.mkdir(parents=True)
        (folder / mark).touch()
        (folder / "docs").mkdir()
        pages.append(folder / "docs" / "page.md")
        pages[-1].touch()
    (tmp_path / "pages.txt").write_text("\n".join(map(str, pages)))
    roots = neovim(ROOTS, tmp_path / "pages.txt")["roots"]

    assert roots == [str(page.parents[1]) for page in pages[: len(marks)]] + [""] * len(others)
    # Where there is neither project nor repository, the server takes the folder itself.
    assert [root or str(page.parent) for root, page in zip(roots, pages, strict=True)] == [
        project_root(page.parent) for page in pages
    ]


def test_editing(suite: str, neovim: Neovim, tmp_path: Path) -> None:
    """Definition of a link, rename of a heading, fixes, formatting, colours, document symbols."""
    content = tmp_path / "site" / "content"
    (content / "docs").mkdir(parents=True)
    (content.parent / "refrakt.config.json").write_text('{"site": {"contentDir": "./content"}}')
    (content / "docs/setup.md").write_text("# Setup\n\nWords.\n\n## Linux\n")
    page = content / "index.md"
    page.write_text(
        '# Home 🌅\n\n🌅 See [Linux](docs/setup#linux).\n\n{%hnit type="note"%}\nx\n{%/hnit%}\n', encoding="utf-8"
    )
    observed = neovim(EDITING, page)

    assert observed["commands"] == ["refrakt.showReferences"]
    assert observed["progress"] == (suite == "trixie")  # what is set for all servers counts for this one
    assert observed["definition"] == ["setup.md", 5]
    assert "](docs/setup#debian)" in observed["renamed"][0]
    assert observed["renamed"][1].endswith("## Debian")
    assert '{%hint type="note"%}\nx\n{%/hint%}' in observed["mended"]
    assert '{% hint type="note" %}\nx\n{% /hint %}' in observed["formatted"]
    if suite == "forky":  # 0.12 is the first version that links the names of tags
        assert '{%  type="note" %}\nx\n{% / %}' in observed["emptied"]
        assert '{% card type="note" %}\nx\n{% /card %}' in observed["retyped"]
    assert observed["tokens"]
    assert observed["symbols"] == ["Home 🌅"]


def test_a_plan(neovim: Neovim, tmp_path: Path) -> None:
    """A problem with its range, the hover of an id, and a rename that edits two files and moves one of them."""
    folder = tmp_path / "project" / "plan" / "work"
    folder.mkdir(parents=True)
    page = folder / "WORK-001-first.md"
    body = '\n\n# First 🌅\n\n## Blocked by\n\n- 🌅 {% ref "WORK-002" /%}, 🌅 {% ref "WORK-404" /%}\n\n{% /work %}\n'
    page.write_text(f'{{% work id="WORK-001" status="draft" milestone="v1" %}}{body}', encoding="utf-8")
    (folder / "v1.md").write_text('{% milestone name="v1" status="active" %}\n\n# v1\n\n{% /milestone %}\n')
    second = '{% work id="WORK-002" status="draft" milestone="v1" %}\n\n# Second\n\n{% /work %}\n'
    (folder / "WORK-002-second.md").write_text(second)
    observed = neovim(PLAN, page)

    start = len('- 🌅 {% ref "WORK-002" /%}, 🌅 {% ref "'.encode())
    assert observed["problems"] == [["broken-ref", 6, start, start + len("WORK-404")]]
    assert "Second" in observed["card"]
    assert sorted(each.name for each in folder.iterdir()) == ["WORK-001-first.md", "WORK-900-second.md", "v1.md"]
    assert (folder / "WORK-900-second.md").read_text() == second.replace("WORK-002", "WORK-900")
    assert '🌅 {% ref "WORK-900" /%}, 🌅' in page.read_text(encoding="utf-8")


def test_an_agent_of_forge_needs_no_configuration(neovim: Neovim, tmp_path: Path) -> None:
    """A wrong temperature, the hover of its key, and the providers; a YAML file outside of `.fractary` is left alone."""
    root = tmp_path / "project"
    file = write_agent(root)
    observed = neovim(FORGE, file)

    assert observed["filetype"] == "yaml"
    assert observed["clients"] == [["refrakt", str(root)]]
    assert observed["problems"] == [["E108", 7, 15, 16]]
    assert "number from 0 to 1" in observed["hover"]
    assert sorted(observed["completion"]) == ["anthropic", "google", "openai"]
    assert observed["outside"] == ["yaml", 0]


def test_a_plain_markdoc_site_needs_no_configuration(neovim: Neovim, plain_site: Path) -> None:
    result = neovim(PLAIN, plain_site / "pages" / "docs" / "visit.md")
    assert Path(result["root"]) == plain_site
    assert result["diagnostics"] == [{"code": "broken-link", "line": 15}]
    assert "TideTable" in result["hover"]
    assert result["definition"] == {"uri": (plain_site / "markdoc" / "tags.js").as_uri(), "line": 16}
    labels = set(result["completion"])
    assert {"notice", "tides", "if", "partial", "gull"} <= labels
    assert "hint" not in labels
    # The buffer of the schema is as without refrakt.
    assert result["schema"] == {
        "modified": True,
        "clients": 0,
        "diagnostics": 0,
        "keywordprg_map": "",
        "omnifunc": "javascriptcomplete#CompleteJS",
        "tagfunc": "",
        "formatexpr": "",
    }


def test_commands(neovim: Neovim, page: Page) -> None:
    """The inspector follows the cursor, editor and browser scroll together, the plan is listed, and the health check reports."""
    observed = neovim(COMMANDS, page.file)

    assert observed["inspected"].startswith("# hint (core)")
    assert "type = warning" in observed["inspected"]
    assert "This one has its letters in order." in observed["shown"]
    assert observed["posted"] == "204"
    assert not observed["echoed"]
    assert observed["plan"] == [
        {
            "file": str(page.site / "plan" / "work" / "WORK-002-let-bakers-choose-a-tone.md"),
            "text": "WORK-002 Let bakers choose a tone (work, high, simple)",
        }
    ]
    assert "WORK" in observed["status"]
    entry = json.loads(observed["registration"])["servers"]["refrakt"]
    assert entry["args"][:4] == ["-P", "-m", "refrakt", "mcp"]
    assert observed["notices"] == ["refrakt: unknown argument 'never'; use `next` or `status`"]
    assert "files indexed" in observed["health"]
    assert "refrakt 0" in observed["health"]


def test_a_missing_server_is_one_message(neovim: Neovim, page: Page, environment: dict[str, str]) -> None:
    environment["PATH"] = "/usr/bin:/bin"
    observed = neovim(MISSING, page.file)

    assert observed["clients"] == 0
    assert observed["notices"] == ["refrakt: `refrakt` is not installed or not on the PATH; see :checkhealth refrakt"]
    assert "`refrakt` is not executable" in observed["health"]
