"""The public conformance suite of MCP against the command that a user registers."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from .http_bridge import Bridge

pytestmark = pytest.mark.protocol

SUITE = Path(__file__).parent / "conformance"
_TOOLS = "calls a test tool of the suite's own server"
_RESOURCES = "reads a test resource of the suite's own server"
_PROMPTS = "gets a test prompt of the suite's own server"
_LOGGING = "refrakt has no logging in the protocol, which is deprecated: it logs to standard error"
NOT_APPLICABLE = {
    "logging-set-level": _LOGGING,
    "completion-complete": _PROMPTS,
    "tools-call-image": _TOOLS,
    "tools-call-audio": _TOOLS,
    "tools-call-embedded-resource": _TOOLS,
    "tools-call-mixed-content": _TOOLS,
    "tools-call-with-logging": _LOGGING,
    "tools-call-with-progress": _TOOLS,
    "tools-call-sampling": _TOOLS,
    "tools-call-elicitation": _TOOLS,
    "elicitation-sep1034-defaults": _TOOLS,
    "elicitation-sep1330-enums": _TOOLS,
    "resources-read-text": _RESOURCES,
    "resources-read-binary": _RESOURCES,
    "resources-templates-read": _RESOURCES,
    "prompts-get-simple": _PROMPTS,
    "prompts-get-with-args": _PROMPTS,
    "prompts-get-embedded-resource": _PROMPTS,
    "prompts-get-with-image": _PROMPTS,
}
"""The scenarios that need something of the suite's own server, with the reason."""
_SUMMARY = re.compile(r"^[✓✗] ([a-z0-9-]+): (\d+) passed, (\d+) failed", re.MULTILINE)


@pytest.fixture
def bridge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bridge]:
    runtime = tmp_path / "r"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    folder = tmp_path / "site"
    (folder / "content").mkdir(parents=True)
    (folder / "content" / "index.md").write_text("# Home\n")
    (folder / "refrakt.config.json").write_text(json.dumps({"site": {"contentDir": "./content"}}))
    bridge = Bridge(folder)
    threading.Thread(target=bridge.serve_forever, daemon=True).start()
    yield bridge
    bridge.close()


def test_every_applicable_scenario_passes(bridge: Bridge) -> None:
    program = SUITE / "node_modules" / ".bin" / "conformance"
    if shutil.which("node") is None or not program.exists():
        pytest.skip("the suite is not installed; `make protocol` does that")
    command = [str(program), "server", "--url", bridge.url]
    ran = subprocess.run(command, cwd=SUITE, capture_output=True, timeout=600, check=False)
    results = {name: (int(passed), int(failed)) for name, passed, failed in _SUMMARY.findall(ran.stdout.decode())}
    assert results, ran.stderr.decode()
    assert {name for name, (passed, failed) in results.items() if failed or not passed} == set(NOT_APPLICABLE)
