"""What registers a server also prepares its first start: then nothing is compiled or read before the client gets its answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command_runner import project, refrakt
from refrakt.hosts.cli import first_start
from refrakt.hosts.link.start_record import read_record


@pytest.fixture
def root(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project, whose server has never run."""
    for name in ("home", "cache"):
        (tmp_path / name).mkdir(mode=0o700)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(first_start, "TIMEOUT", 45.0)  # a loaded machine needs more than users wait
    folder = project(tmp_path / "project", {"site": {"contentDir": "content"}})
    (folder / "content").mkdir()
    (folder / "content" / "index.md").write_text("# Start\n")
    return folder


COMMANDS = [
    ("mcp", "--install", "claude-code", "--yes"),
    ("init", "--mcp", "claude-code", "--yes"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_the_first_answers_and_the_pages_are_known(root: Path, command: tuple[str, ...]) -> None:
    before = sorted(each.name for each in root.iterdir())
    ran = refrakt(*command, cwd=root)
    assert (ran.code, ran.err) == (0, "")
    record = read_record(str(root), "underscore")
    assert record is not None
    assert record.is_current()
    assert {"initialize", "tools/list"} <= record.answers["2025-06-18"].keys()
    caches = {each.name for each in (root.parent / "cache").iterdir()}
    assert "pages.sqlite3" in caches
    assert sorted(each.name for each in root.iterdir()) == sorted([*before, ".mcp.json"])


def test_the_server_does_not_stay(root: Path) -> None:
    first_start.prepare_first_start(root)
    status = [sys.executable, "-m", "refrakt", "doctor"]
    for _ in range(100):
        said = subprocess.run(status, cwd=root, capture_output=True, text=True, check=False).stdout
        if "no server is running" in said:
            return
    pytest.fail(said)


@pytest.mark.skipif(os.name == "nt", reason="the interpreter is a shell script")
def test_a_server_that_does_not_answer_is_given_up(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = root.parent / "python"
    silent.write_text("#!/bin/sh\nexec sleep 600\n")
    silent.chmod(0o700)
    monkeypatch.setattr(first_start, "TIMEOUT", 0.3)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", str(silent))
        first_start.prepare_first_start(root)
    assert read_record(str(root), "underscore") is None


def test_no_interpreter_is_no_error(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", str(root / "missing"))
        first_start.prepare_first_start(root)
    assert list(Path(os.environ["REFRAKT_RUNTIME_DIR"]).iterdir()) == []
