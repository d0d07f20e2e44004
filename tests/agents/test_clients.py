"""Third-party MCP clients, with the command that a user registers."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from . import mcp_clients

pytestmark = pytest.mark.clients

CLIENTS = Path(__file__).parent / "clients"
SERVER = [sys.executable, "-m", "refrakt", "mcp", "--idle", "1"]
SECONDS = 120
RESOURCES = {"refrakt://detect", "refrakt://pages/index", "refrakt://reference"}


@pytest.fixture(scope="module", autouse=True)
def _available() -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if not (CLIENTS / "node_modules").is_dir():
        pytest.skip("the clients are not installed; `make clients` does that")


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A runtime folder for this test. The host exits without clients; one that remains is ended."""
    runtime = tmp_path / "r"
    runtime.mkdir(mode=0o700)
    yield {**os.environ, "XDG_RUNTIME_DIR": str(runtime)}
    for path in runtime.rglob("*.sock"):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as client:
            client.connect(str(path))
            pid, _, _ = struct.unpack("3i", client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
            os.kill(pid, signal.SIGKILL)


def test_the_typescript_client(site: Path, environment: dict[str, str]) -> None:
    command = ["node", "typescript.mjs", str(site), *SERVER]
    done = subprocess.run(command, cwd=CLIENTS, env=environment, capture_output=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr.decode()
    observed: dict[str, Any] = json.loads(done.stdout)
    assert observed["server"]["name"] == "refrakt"
    assert "refrakt.reference" in observed["instructions"]
    assert "refrakt.validate_content" in observed["tools"]
    assert set(observed["resources"]) >= RESOURCES
    assert "refrakt://rune/{name}{?attrs*,site}" in observed["templates"]
    assert observed["prompts"] == ["author_page", "fix_problems"]
    assert observed["checked"]["structuredContent"]["errors"][0]["code"] == "unknown-rune"
    assert observed["failed"]["isError"] is True
    assert observed["failed"]["errorCode"] == observed["failed"]["_meta"]["errorCode"] == "UNKNOWN_TOOL"
    assert observed["detected"]["cwd"] == str(site)


def inspect(root: Path, environment: dict[str, str], *argv: str) -> Any:
    """What the inspector prints for one request."""
    passed = ["-e", f"XDG_RUNTIME_DIR={environment['XDG_RUNTIME_DIR']}"]
    passed += ["-e", f"PYTHONPATH={environment['PYTHONPATH']}"] if "PYTHONPATH" in environment else []
    command = [str(CLIENTS / "node_modules" / ".bin" / "mcp-inspector"), "--cli", *passed, *SERVER, *argv]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def test_the_inspector(site: Path, environment: dict[str, str]) -> None:
    tools = inspect(site, environment, "--method", "tools/list")["tools"]
    assert "refrakt.validate_content" in [each["name"] for each in tools]
    page = ["--tool-arg", "markdown={% hnit /%}"]
    called = inspect(site, environment, "--method", "tools/call", "--tool-name", "refrakt.validate_content", *page)
    assert called["structuredContent"]["errors"][0]["code"] == "unknown-rune"
    listed = inspect(site, environment, "--method", "resources/list")["resources"]
    assert {each["uri"] for each in listed} >= RESOURCES


def test_the_inspector_and_a_client_that_refuses_dots(tmp_path: Path, environment: dict[str, str]) -> None:
    root = mcp_clients.project(tmp_path / "plain", {"markdoc.config.json": "{}"})
    tools = inspect(root, environment, "--tool-names", "underscore", "--method", "tools/list")["tools"]
    assert "refrakt_validate_content" in [each["name"] for each in tools]
