"""The public conformance suite of MCP against `refrakt mcp`, through a bridge from HTTP (`make protocol`).

The suite has scenarios for the protocol versions with a handshake only, so the stateless version is not covered here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from . import mcp_clients
from .http_bridge import Bridge, bridge

pytestmark = pytest.mark.protocol

SUITE = Path(__file__).parent / "conformance"
PROGRAM = SUITE / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
SECONDS = 120
VERSIONS = {"2025-06-18", "2025-11-25"}

PASSED = (
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-error",
    "server-sse-multiple-streams",
    "resources-list",
    "resources-subscribe",
    "resources-unsubscribe",
    "prompts-list",
    "dns-rebinding-protection",
)
"""The scenarios that need nothing but a server. The last one is answered by the bridge."""

_TOOL = "calls a tool that the test server of the suite has"
_RESOURCE = "reads a resource that the test server of the suite has"
_PROMPT = "gets a prompt that the test server of the suite has"
EXCEPTIONS = {
    "logging-set-level": "needs the optional capability `logging`, which this server does not declare",
    "completion-complete": "completes an argument of a prompt that the test server of the suite has",
    "tools-call-image": _TOOL,
    "tools-call-audio": _TOOL,
    "tools-call-embedded-resource": _TOOL,
    "tools-call-mixed-content": _TOOL,
    "tools-call-with-logging": _TOOL,
    "tools-call-with-progress": _TOOL,
    "tools-call-sampling": _TOOL,
    "tools-call-elicitation": _TOOL,
    "json-schema-2020-12": "looks for a tool that the test server of the suite has",
    "elicitation-sep1034-defaults": _TOOL,
    "elicitation-sep1330-enums": _TOOL,
    "server-sse-polling": f"{_TOOL}; it tests a transport that this server does not have",
    "resources-read-text": _RESOURCE,
    "resources-read-binary": _RESOURCE,
    "resources-templates-read": _RESOURCE,
    "prompts-get-simple": _PROMPT,
    "prompts-get-with-args": _PROMPT,
    "prompts-get-embedded-resource": _PROMPT,
    "prompts-get-with-image": _PROMPT,
}
"""The other scenarios, and why they cannot pass."""


@pytest.fixture(scope="module")
def node() -> str:
    name = os.environ.get("REFRAKT_NODE")
    if name is None or not PROGRAM.exists():
        pytest.skip("the suite is not installed; `make protocol` does that")
    return name


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    folder = tmp_path_factory.mktemp("protocol")
    root = mcp_clients.project(folder / "site", mcp_clients.SITE | {"content/index.md": "# Home\n"})
    runtime = folder / "r"
    runtime.mkdir(mode=0o700)
    environment = {**os.environ, "REFRAKT_RUNTIME_DIR": str(runtime)}
    command = [sys.executable, "-P", "-m", "refrakt", "mcp", "--idle", "5"]
    with bridge(command, root, environment) as serving:
        yield serving


def run(node: str, *arguments: str, cwd: Path = SUITE) -> subprocess.CompletedProcess[str]:
    command = [node, str(PROGRAM), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, cwd=cwd, check=False)


def test_every_scenario_of_the_suite_is_run_or_named(node: str) -> None:
    listed = re.findall(r"^  - (\S+) \[(.*)\]$", run(node, "list", "--server").stdout, re.MULTILINE)
    assert sorted(name for name, _ in listed) == sorted((*PASSED, *EXCEPTIONS))
    assert {version for _, versions in listed for version in versions.split(",")} == VERSIONS


@pytest.mark.parametrize("scenario", PASSED)
def test_a_scenario_passes(node: str, served: Bridge, scenario: str, tmp_path: Path) -> None:
    done = run(node, "server", "--url", served.url, "--scenario", scenario, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"Passed: ([1-9]\d*)/\1, 0 failed", done.stdout)
