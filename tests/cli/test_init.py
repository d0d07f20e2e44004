"""`refrakt init`: what it makes works, what exists is kept, and nothing is left half-written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command_runner import Ran, refrakt
from refrakt.errors import RefraktError
from refrakt.hosts.cli.commands import init as init_command
from refrakt.services import check_workflow
from refrakt.services.starter_site import STARTER_SITE


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder, and a private folder for sockets."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
    # `test_first_start` runs it.
    monkeypatch.setattr(init_command, "prepare_first_start", lambda root: None)
    return folder


def init(root: Path, *options: str, stdin: bytes = b"", terminal: bool = False) -> Ran:
    return refrakt("init", *options, cwd=root, stdin=stdin, terminal=terminal)


def everything(root: Path) -> dict[str, str]:
    """The files with their texts; folders end in a slash."""
    return {
        path.relative_to(root).as_posix() + ("/" if path.is_dir() else ""): "" if path.is_dir() else path.read_text()
        for path in root.rglob("*")
        if ".git" not in path.relative_to(root).parts
    }


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def table(ran: Ran) -> list[tuple[str, str]]:
    """The actions and paths of the table."""
    rows = (line.split() for line in ran.out.splitlines() if line.startswith("  "))
    return [(row[0], row[1]) for row in rows if row[0] in ("create", "change", "keep")]


def test_a_new_site_has_no_problems_and_is_rendered(tmp_path: Path) -> None:
    ran = init(tmp_path, "--yes")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{tmp_path}\n  an empty folder\n")
    assert table(ran) == [("create", path) for path in STARTER_SITE]
    assert refrakt("check", cwd=tmp_path).out == "3 pages: no problems\n"
    assert refrakt("format", "--check", cwd=tmp_path).code == 0
    for page in ("index", "first-steps"):
        html = refrakt("render", f"content/{page}.md", "--page", cwd=tmp_path)
        assert (html.code, html.err) == (0, "")
        assert '<a href="/first-steps"' in html.out
        assert "Written in Markdoc." in html.out


def test_everything_at_once(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert init(tmp_path, "--yes", "--plan", "--mcp", "claude-code", "--ci", "github").code == 0
    files = everything(tmp_path)
    config = json.loads(files["refrakt.config.json"])
    assert (config["plan"], config["site"]["plugins"]) == ({"dir": "plan"}, ["@refrakt-md/docs", "@refrakt-md/plan"])
    assert "refrakt" in json.loads(files[".mcp.json"])["mcpServers"]
    assert "run: refrakt check --format github" in files[".github/workflows/refrakt.yml"]
    assert refrakt("check", cwd=tmp_path).out == "8 pages: no problems\n"
    again = init(tmp_path, "--plan", "--mcp", "claude-code", "--ci", "github")
    assert {action for action, _ in table(again)} == {"keep"}
    assert again.out.endswith("Nothing to write.\n")
    assert everything(tmp_path) == files


def test_it_asks_before_it_writes(tmp_path: Path) -> None:
    refused = init(tmp_path)
    assert (refused.code, "Pass `--yes`" in refused.err) == (2, True)
    declined = init(tmp_path, "--mcp", "claude-desktop", stdin=b"n\n", terminal=True)
    assert (declined.code, everything(tmp_path)) == (1, {})
    assert ".config/Claude/claude_desktop_config.json" in declined.out  # named before it is written
    assert "Nothing was written." in declined.out
    assert init(tmp_path, stdin=b"yes\n", terminal=True).code == 0
    assert everything(tmp_path).keys() == {"content/", *STARTER_SITE}


@pytest.mark.parametrize(
    ("files", "line"),
    [
        ({"refrakt.config.json": '{"site": {"contentDir": "c"}}'}, "main: a site of refrakt in c"),
        (
            {"markdoc.config.json": '[{"id": "docs", "path": "."}]', "a.md": "# A\n"},
            "docs: markdoc (`markdoc.config.json`)",
        ),
        (
            {"package.json": '{"dependencies": {"@markdoc/next.js": "1", "next": "14"}}', "pages/index.md": "# A\n"},
            ": next, pages router (`package.json` depends on `@markdoc/next.js`)",
        ),
        ({"plan/work/WORK-001-a.md": '{% work id="WORK-001" %}\n# A\n{% /work %}\n'}, "a plan, and no site"),
    ],
    ids=["refrakt", "markdoc", "next", "plan"],
)
def test_a_project_is_recognised_and_needs_nothing(tmp_path: Path, files: dict[str, str], line: str) -> None:
    write(tmp_path, files)
    before = everything(tmp_path)
    ran = init(tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert line in ran.out
    assert table(ran) == []
    assert ran.out.endswith("Nothing to write.\n")
    assert everything(tmp_path) == before


def test_a_project_gets_only_what_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path, {"src/app.py": "", "content/index.md": "mine\n"})
    assert table(init(tmp_path, "--mcp", "zed", "--yes")) == [("create", ".zed/settings.json")]
    ran = init(tmp_path, "--yes")
    assert ("keep", "content/index.md") in table(ran)
    assert (tmp_path / "content" / "index.md").read_text() == "mine\n"


def test_an_empty_folder_in_a_repository_is_set_up_itself(tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": "", "src/app.py": "", "docs/README.md": "# Docs\n"})
    assert init(tmp_path / "docs", "--yes").code == 0
    assert (tmp_path / "docs" / "refrakt.config.json").exists()
    assert not (tmp_path / "refrakt.config.json").exists()
    ran = init(tmp_path / "docs", "--ci", "github", "--yes")
    assert (ran.code, "GitHub runs the workflows of" in ran.err) == (2, True)


ALL = ("--plan", "--mcp", "claude-code", "--ci", "github")


@pytest.mark.parametrize(
    ("obstacle", "options"),
    [
        ({"content": "a file"}, ()),
        ({".github": "a file"}, ALL),
        ({"plan": "a file"}, ALL),
        ({".mcp.json": "{ broken"}, ALL),
    ],
    ids=["content", "workflow", "plan", "client"],
)
def test_nothing_is_written_if_one_part_is_impossible(
    tmp_path: Path, obstacle: dict[str, str], options: tuple[str, ...]
) -> None:
    write(tmp_path, {**obstacle, ".git/HEAD": ""})
    ran = init(tmp_path, "--yes", *options)
    assert ran.code != 0
    assert next(iter(obstacle)) in ran.err
    assert everything(tmp_path) == obstacle


def test_what_was_written_before_a_failure_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the backup, and new folders; the file of the client has its old text again."""
    before = {".mcp.json": '{"mcpServers": {}}'}
    write(tmp_path, before)
    seen: dict[str, str] = {}

    def fails(root: Path) -> None:
        seen.update(everything(root))
        raise RefraktError("TOOL_FAILED", "the disk is full", "")

    monkeypatch.setattr(init_command, "_create_plan", fails)
    ran = init(tmp_path, "--yes", "--plan", "--mcp", "claude-code")
    assert "the disk is full" in ran.err
    assert seen.keys() >= {"content/index.md", ".mcp.json.bak"}
    assert everything(tmp_path) == before


def test_no_link_is_followed_out_of_the_project(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    root = tmp_path / "root"
    root.mkdir()
    (root / ".github").symlink_to(outside)
    ran = init(root, "--yes", "--ci", "github")
    assert (ran.code, "leads out of the folder" in ran.err) == (2, True)
    assert list(outside.iterdir()) == []
    assert [each.name for each in root.iterdir()] == [".github"]


def test_a_broken_config_is_not_touched(tmp_path: Path) -> None:
    write(tmp_path, {"refrakt.config.json": "{"})
    ran = init(tmp_path, "--yes", "--plan")
    assert (ran.code, "cannot be read as JSON" in ran.err) == (2, True)
    assert everything(tmp_path) == {"refrakt.config.json": "{"}


@pytest.mark.parametrize(
    ("recorded", "source"),
    [
        (None, "./tools/refrakt"),
        ({"url": "file:///elsewhere", "dir_info": {}}, "./tools/refrakt"),
        ({"url": "file://ROOT/vendor/refrakt", "dir_info": {}}, "./vendor/refrakt"),
        (
            {"url": "https://example.org/r.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            '"refrakt @ git+https://example.org/r.git@abc"',
        ),
    ],
)
def test_the_workflow_installs_what_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recorded: dict[str, object] | None, source: str
) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            return json.dumps(recorded).replace("ROOT", str(tmp_path)) if recorded is not None else None

    monkeypatch.setattr(check_workflow, "distribution", lambda name: Installed())
    text = check_workflow.check_workflow(tmp_path)
    assert f"      - run: pip install {source}\n" in text
    assert ("# The folder of refrakt" in text) is (source == "./tools/refrakt")
