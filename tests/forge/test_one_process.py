"""Forge in the process of the editor: a slow registry delays nothing else, and without Forge everything else works."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from process.conftest import peers, runtime, site
from process.peers import Peer
from process.test_one_process import fd_pair
from refrakt_forge.environment import LOOPBACK_VARIABLE

from .forge_servers import PLUGINS, distribution
from .registry_server import TestRegistry, entry

__all__ = ["peers", "runtime", "site"]
TESTS = Path(__file__).resolve().parents[1]
HOVERS = 20


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, for this process and those it starts."""
    folder = tmp_path / "home"
    (folder / ".fractary").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(folder))
    return folder


def _installed(folder: Path, monkeypatch: pytest.MonkeyPatch, plugins: dict[str, str]) -> None:
    """The plugins that child processes find."""
    distribution(folder, plugins)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *_import_path()]))


def _import_path() -> list[str]:
    return [each for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each]


def test_the_editor_is_served_while_a_registry_does_not_answer(
    site: Path,
    runtime: Path,
    peers: list[Peer],
    home: Path,
    registry: TestRegistry,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _installed(tmp_path / "installed", monkeypatch, PLUGINS)
    monkeypatch.setenv(LOOPBACK_VARIABLE, "1")
    registry.put("/registry.json", {"plugins": []}, delay=60)
    (site / ".fractary").mkdir()
    (site / ".fractary" / "config.json").write_text(json.dumps({"registries": [entry(registry.url())]}))
    page = site / "content" / "about.md"
    text = '# About\n\n{% hint type="note" %}\nx\n{% /hint %}\n'
    with fd_pair(site, runtime) as (editor, agent):
        peers += [editor, agent]
        editor.initialize()
        editor.open(page, text)
        editor.diagnostics(page, 1)
        agent.initialize()
        assert not agent.call("fractary_forge_cache_stats").get("isError")
        search = {"name": "fractary_forge_plugin_search", "arguments": {"query": "x"}}
        pending = agent.send_request("tools/call", search)
        position = {"textDocument": {"uri": page.as_uri()}, "position": {"line": 2, "character": 4}}
        for _ in range(HOVERS):
            assert "hint" in json.dumps(editor.request("textDocument/hover", position)["result"])
        assert registry.hits() == 1, "the registry was asked meanwhile"
        answer = agent.response_to(pending)["result"]
    assert answer["structuredContent"]["code"] == "NETWORK_ERROR"


BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "refrakt_forge":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
"""
"""`sitecustomize` of an environment from which the package is gone."""


def test_the_host_starts_without_the_package(
    site: Path, runtime: Path, peers: list[Peer], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "reduced"
    _installed(folder, monkeypatch, {name: value for name, value in PLUGINS.items() if name != "forge"})
    (folder / "sitecustomize.py").write_text(BLOCKED)
    (site / ".fractary" / "agents").mkdir(parents=True)
    (site / ".fractary" / "agents" / "a.yaml").write_text("name: a\n")
    gone = subprocess.run([sys.executable, "-c", "import refrakt_forge"], capture_output=True, text=True, check=False)
    assert "No module named" in gone.stderr
    for arguments in (["--help"], ["version"], ["check", "content"], ["plugins", "list"], ["doctor"]):
        command = [sys.executable, "-m", "refrakt", *arguments]
        finished = subprocess.run(command, cwd=site, capture_output=True, text=True, check=False)
        assert finished.returncode in (0, 1)
        assert "refrakt_forge" not in finished.stdout + finished.stderr
        assert "Traceback" not in finished.stderr
    page = site / "content" / "about.md"
    with fd_pair(site, runtime) as (editor, agent):
        peers += [editor, agent]
        editor.initialize()
        editor.open(page, page.read_text())
        editor.diagnostics(page, 1)
        agent.initialize()
        tools = [each["name"] for each in agent.request("tools/list", {})["result"]["tools"]]
        assert "refrakt.validate_content" in tools
        assert not [each for each in tools if "forge" in each]


def test_no_other_test_needs_the_package() -> None:
    """So the rest of the suite passes without it."""
    found = set()
    for path in TESTS.rglob("*.py"):
        if "forge" in path.relative_to(TESTS).parts[:1]:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = (
                [each.name for each in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            if any(each.split(".")[0] == "refrakt_forge" for each in names):
                found.add(path.relative_to(TESTS).as_posix())
    assert found == set()
