"""Editor and agents in one process are independent of each other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from .conftest import PUSH
from .wire import Client, server

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes are not inherited like this there")

WRONG = "{% hnit %}\nx\n{% /hnit %}\n\n"


class Agent:
    """An MCP client on a pair of pipes."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._read, self._write = os.fdopen(incoming, "rb"), os.fdopen(outgoing, "wb")
        self._number = 0

    def send(self, message: dict[str, Any]) -> None:
        self._write.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._write.flush()

    def request(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        while True:
            line = self._read.readline()
            assert line, "the server hung up"
            message = json.loads(line)
            if message.get("id") == self._number:
                return message

    def hello(self) -> None:
        who = {"name": "test", "version": "1"}
        self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": who})
        self.send({"method": "notifications/initialized"})

    def validate(self, path: str) -> dict[str, Any]:
        arguments = {"path": path}
        response = self.request("tools/call", {"name": "refrakt.validate_content", "arguments": arguments})
        found: dict[str, Any] = response["result"]["structuredContent"]
        return found

    def close(self) -> None:
        self._read.close()
        self._write.close()


@contextmanager
def both(site: Path) -> Iterator[tuple[Client, Agent]]:
    """An editor, and an agent on the descriptors of `--mcp-fd`."""
    to_server, from_agent = os.pipe()
    to_agent, from_server = os.pipe()
    with Client(site, "--mcp-fd", f"{to_server},{from_server}", pass_fds=(to_server, from_server)) as client:
        os.close(to_server)
        os.close(from_server)
        agent = Agent(to_agent, from_agent)
        try:
            client.initialize(PUSH)
            agent.hello()
            yield client, agent
        finally:
            agent.close()


@pytest.mark.slow
def test_agent_sees_unsaved_changes(site: Path) -> None:
    with both(site) as (client, agent):
        uri = client.open("content/index.md", "fine\n")
        client.diagnostics(uri, 1)
        assert agent.validate("content/index.md")["errors"] == []
        client.change(uri, 2, {"text": WRONG})
        client.diagnostics(uri, 2)
        observed = agent.validate("content/index.md")
        assert [each["code"] for each in observed["errors"]] == ["unknown-rune"]
        assert observed["version"] == 2


def test_editor_and_agent_get_the_same_problems(site: Path) -> None:
    text = f'{WRONG}{{% icon /%}}\n\n{{% hint type="purple" %}}\nText\n{{% /hint %}}\n\n{{% hint type= %}}\nText\n'
    with both(site) as (client, agent):
        shown = client.diagnostics(client.open("content/index.md", text), 1)
        result = agent.validate("content/index.md")["errors"]
        assert [(each["code"], each["line"] - 1, each["column"] - 1) for each in result] == [
            (each["code"], *each["range"]["start"].values()) for each in shown
        ]
        assert all(one["message"] in other["message"] for one, other in zip(result, shown, strict=True))
        assert len(result) == 4


@pytest.mark.slow
def test_stalled_editor_does_not_block_agents(site: Path) -> None:
    """Agents get answers, memory does not grow, and only the newest diagnostics arrive when reading resumes."""
    with both(site) as (client, agent):
        uri = client.open("content/index.md", "# Title\n\n\n" + WRONG * 200)
        client.diagnostics(uri, 1)
        agent.validate("content/index.md")
        client.stop_reading()
        for version in range(2, 203):
            client.change(uri, version, {"range": _below_the_title(), "text": "y"})
        assert agent.validate("content/index.md")["errors"]
        before = _memory(client.process.pid)
        for version in range(203, 503):
            client.change(uri, version, {"range": _below_the_title(), "text": "z"})
        assert agent.request("tools/list", {})["result"]["tools"]
        assert _memory(client.process.pid) - before < 16_000
        client.resume_reading()
        client.diagnostics(uri, 502)
        pushed = [each for each in client.received if each.get("method") == "textDocument/publishDiagnostics"]
        assert len(pushed) < 100
        assert client.shut_down() == 0


@pytest.mark.slow
def test_invalid_agent_input_does_not_affect_the_editor(site: Path) -> None:
    with both(site) as (client, agent):
        agent._write.write(b"rubbish\n\x00\xff\n[[[\n")
        agent._write.flush()
        assert agent.request("tools/list", {})["result"]["tools"]
        agent._write.write(b'{"jsonrpc": "2.0", "id": 99, "method": "tools/list", "par')
        agent._write.flush()
        agent._write.close()
        uri = client.open("content/index.md", WRONG)
        assert client.diagnostics(uri, 1)
        assert client.shut_down() == 0


def test_invalid_descriptors(site: Path) -> None:
    with server(site, "--mcp-fd", "91,92", capabilities=PUSH) as client:
        assert client.diagnostics(client.open("content/index.md", WRONG), 1)
        assert client.shut_down() == 0


def test_invalid_arguments(site: Path) -> None:
    command = [sys.executable, "-m", "refrakt", "lsp", "--mcp-fd", "three"]
    ended = subprocess.run(command, check=False, cwd=site, capture_output=True, stdin=subprocess.DEVNULL, timeout=30)
    assert ended.returncode == 2
    assert ended.stdout == b""


def test_status_request(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        first = client.request("refrakt/status")
        client.diagnostics(client.open("content/index.md", "x\n"), 1)
        second = client.request("refrakt/status")
        assert second["revision"] > first["revision"]
        assert second["pid"] == client.process.pid
        (root,) = second["roots"]
        assert (root["root"], root["clients"]) == (str(site), 0)
        while client.request("refrakt/status")["roots"][0]["socket"] != "owner":
            pass
        with server(site, capabilities=PUSH) as second_editor:
            while second_editor.request("refrakt/status")["roots"][0]["socket"] != "waiting":
                pass
            assert client.request("refrakt/status")["roots"][0]["socket"] == "owner"
            assert second_editor.shut_down() == 0
        client.notify("workspace/didChangeConfiguration", {"settings": {"refrakt": {"mcp": False}}})
        while client.request("refrakt/status")["roots"][0]["socket"] != "off":
            pass


def _below_the_title() -> dict[str, Any]:
    return {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 0}}


def _memory(process: int) -> int:
    """Kilobytes in memory."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        pytest.skip("this system does not tell how much memory a process has")
    line = next(each for each in status.read_text().splitlines() if each.startswith("VmRSS"))
    return int(line.split()[1])
