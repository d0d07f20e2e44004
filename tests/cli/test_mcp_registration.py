"""`refrakt mcp --print-config` and `--install`: the entry works, and nothing of the client's file is lost."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cli.command_runner import Ran, refrakt
from refrakt.hosts.cli import client_registration
from refrakt.project.mcp_clients import CLIENTS

NAMES = list(CLIENTS)
KEYS = {"vscode": "servers", "codex": "mcp_servers", "zed": "context_servers"}
FILES = {
    "claude-code": ".mcp.json",
    "vscode": ".vscode/mcp.json",
    "cursor": ".cursor/mcp.json",
    "codex": ".codex/config.toml",
    "zed": ".zed/settings.json",
}


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder, and a private folder for sockets."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("APPDATA", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
    # `test_first_start` runs it.
    monkeypatch.setattr(client_registration, "prepare_first_start", lambda root: None)
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "refrakt.config.json").write_text('{"site": {"contentDir": "."}}')
    return folder


def config_file(name: str, root: Path) -> Path:
    if name == "claude-desktop":
        return Path(os.environ["HOME"]) / ".config" / "Claude" / "claude_desktop_config.json"
    return root / FILES[name]


def servers(name: str, text: str) -> Any:
    data = tomllib.loads(text) if name == "codex" else json.loads(text)
    return data[KEYS.get(name, "mcpServers")]


def install(name: str, root: Path, *options: str, stdin: bytes = b"", terminal: bool = False) -> Ran:
    return refrakt("mcp", "--install", name, *options, cwd=root, stdin=stdin, terminal=terminal)


@pytest.mark.parametrize("name", NAMES)
def test_the_printed_entry(name: str, root: Path) -> None:
    ran = refrakt("mcp", "--print-config", name, cwd=root)
    entry = servers(name, ran.out)["refrakt"]
    assert entry["command"] == sys.executable
    assert os.path.isabs(entry["command"])
    assert entry["args"][:6] == ["-P", "-m", "refrakt", "mcp", "--tool-names", "underscore"]
    assert str(config_file(name, root)) in ran.err
    assert sorted(each.name for each in root.iterdir()) == ["refrakt.config.json"]


@pytest.mark.parametrize("name", NAMES)
def test_a_new_file_has_the_printed_entry(name: str, root: Path) -> None:
    ran = install(name, root, "--yes")
    assert (ran.code, ran.err) == (0, "")
    path = config_file(name, root)
    assert str(path) in ran.out.splitlines()[0]
    assert path.read_text() == refrakt("mcp", "--print-config", name, cwd=root).out
    again = install(name, root)
    assert (again.code, again.out) == (0, f"{path} has the entry already.\n")
    assert [each.name for each in path.parent.iterdir() if ".bak" in each.name] == []


@pytest.mark.parametrize("name", ["claude-code", "cursor", "codex"])
def test_the_entry_starts_the_server_of_the_project(name: str, root: Path, tmp_path: Path) -> None:
    """Also where a folder `refrakt` lies in the working directory, which must not be imported."""
    entry = servers(name, refrakt("mcp", "--print-config", name, cwd=root).out)["refrakt"]
    (root / "refrakt").mkdir()
    (root / "refrakt" / "__init__.py").write_text("raise SystemExit('imported from the project')")
    places = {"${workspaceFolder}": str(root)}
    arguments = [places.get(each, each) for each in entry["args"]]
    # A client that does not start servers in the project passes its folder.
    cwd = root if "--cwd" not in arguments else tmp_path
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    ]
    with subprocess.Popen(
        [entry["command"], *arguments, "--idle", "0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=cwd, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("".join(f"{json.dumps(each)}\n" for each in lines))
        server.stdin.flush()
        answers = map(json.loads, server.stdout)
        tools = next(each for each in answers if each.get("id") == 2)["result"]["tools"]
        server.stdin.close()
        server.wait(30)
    names = {each["name"] for each in tools}
    assert "refrakt_validate_content" in names
    assert not any("." in each for each in names)


INITIALIZE = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


def test_comments_and_other_servers_are_kept(root: Path) -> None:
    before = (
        "// my settings\n{\n"
        '  "theme": "One", // dark\n'
        '  "context_servers": {\n'
        '    "other": { "command": "o", "env": { "TOKEN": "s3cret" } }, // keep\n'
        "  },\n}\n"
    )
    path = root / ".zed" / "settings.json"
    path.parent.mkdir()
    path.write_text(before)
    path.chmod(0o600)
    ran = install("zed", root, "--yes")
    assert ran.code == 0
    after = path.read_text()
    assert all(line in after.splitlines() for line in before.splitlines())
    assert "s3cret" not in ran.out
    copy = root / ".zed" / "settings.json.bak"
    assert copy.read_text() == before
    assert stat.S_IMODE(copy.stat().st_mode) == stat.S_IMODE(path.stat().st_mode) == 0o600
    assert str(copy) in ran.out


def test_an_entry_is_updated_and_keeps_what_else_it_has(root: Path) -> None:
    path = root / ".mcp.json"
    for number, old in enumerate(["a", "b"]):
        before = {"mcpServers": {"refrakt": {"command": old, "args": [], "env": {"X": "1"}}}, "extra": 1.50}
        path.write_text(json.dumps(before))
        assert install("claude-code", root, "--yes").code == 0
        after = json.loads(path.read_text())
        assert (after["extra"], after["mcpServers"]["refrakt"]["env"]) == (1.5, {"X": "1"})
        assert after["mcpServers"]["refrakt"]["command"] == sys.executable
        assert json.loads((root / f".mcp.json.bak{number or ''}").read_text()) == before


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("claude-code", '{"mcpServers": {', "line 1, column 17: "),
        ("claude-code", '{"mcpServers": []}', "`mcpServers` is not an object"),
        ("claude-code", '{"mcpServers": {"refrakt": {"url": "u"}}}', "has an entry 'refrakt' with a `url`"),
        ("codex", "[mcp_servers", "expected ']'"),
        ("codex", "mcp_servers.refrakt.command = 'x'", "has a form that cannot be changed automatically"),
        ("claude-desktop", "nothing", "line 1, column 1: "),
    ],
)
def test_a_file_that_cannot_be_changed_stays_as_it_is(root: Path, name: str, text: str, reason: str) -> None:
    path = config_file(name, root)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    ran = install(name, root, "--yes")
    assert ran.code == 2
    assert reason in ran.err
    assert path.name in ran.err
    assert {each.name: each.read_text() for each in path.parent.iterdir() if each.name.startswith(path.name)} == {
        path.name: text
    }


def test_it_asks_first(root: Path) -> None:
    path = root / ".mcp.json"
    refused = install("claude-code", root)
    assert (refused.code, path.exists()) == (2, False)
    assert "Pass `--yes`" in refused.err
    declined = install("claude-code", root, stdin=b"n\n", terminal=True)
    assert (declined.code, path.exists()) == (1, False)
    assert str(path) in declined.out
    assert "Nothing was written." in declined.out
    assert install("claude-code", root, stdin=b"\n", terminal=True).code == 1
    assert install("claude-code", root, stdin=b"y\n", terminal=True).code == 0
    assert path.exists()


def test_no_link_leads_out_of_the_folder_of_a_file(root: Path, tmp_path: Path, home: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mine.json").write_text("{}")
    (root / ".vscode").symlink_to(outside)
    (root / ".mcp.json").symlink_to(outside / "mine.json")
    (home / ".config" / "Claude").mkdir(parents=True)
    (home / ".config" / "Claude" / "claude_desktop_config.json").symlink_to(outside / "mine.json")
    for name in ("vscode", "claude-code", "claude-desktop"):
        ran = install(name, root, "--yes")
        assert ran.code == 2
        assert "leads out of the folder" in ran.err
    assert {each.name: each.read_text() for each in outside.iterdir()} == {"mine.json": "{}"}


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("darwin", {}, "~/Library/Application Support/Claude/claude_desktop_config.json"),
        ("linux", {}, "~/.config/Claude/claude_desktop_config.json"),
        ("linux", {"XDG_CONFIG_HOME": "/c"}, "/c/Claude/claude_desktop_config.json"),
        ("win32", {"APPDATA": "/a"}, "/a/Claude/claude_desktop_config.json"),
    ],
)
def test_the_file_of_claude_desktop(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert CLIENTS["claude-desktop"].path(Path("/p")) == Path(expected).expanduser()


def test_the_options_exclude_each_other(root: Path) -> None:
    ran = refrakt("mcp", "--print-config", "zed", "--install", "zed", cwd=root)
    assert (ran.code, "not allowed with" in ran.err) == (2, True)
    assert "choose from" in refrakt("mcp", "--install", "notepad", cwd=root).err
