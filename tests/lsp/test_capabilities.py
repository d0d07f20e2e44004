"""What is promised before pygls is there is what pygls would have promised."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from refrakt.hosts.lsp.capabilities import server_capabilities
from refrakt.hosts.lsp.client import Client, client_of
from refrakt.hosts.lsp.framing import Framer
from refrakt.hosts.lsp.front import Greeting
from refrakt.hosts.lsp.process import assemble

from .conftest import PUSH, profile


@pytest.mark.parametrize("name", ["vscode", "neovim", "push", "bare"])
async def test_the_promise_is_what_pygls_would_say(name: str) -> None:
    capabilities: dict[str, Any] = PUSH if name == "push" else {} if name == "bare" else profile(name)
    request: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _params(capabilities)}
    client = client_of(request["params"])
    protocol = assemble(Greeting(request, client, Framer())).session.protocol
    protocol.replay(request)
    assert _yes(protocol.plain(protocol.server_capabilities)) == server_capabilities(client)


def _yes(said: Any) -> Any:
    """Without what is denied: pygls says no to some things and is silent about others."""
    return {key: _yes(value) for key, value in said.items() if value is not False} if isinstance(said, dict) else said


def _params(capabilities: dict[str, Any]) -> dict[str, Any]:
    return {"processId": None, "rootUri": None, "capabilities": capabilities}


def test_the_encoding_is_the_first_of_the_client_s_that_we_know() -> None:
    assert client_of(_params({"general": {"positionEncodings": ["utf-7", "utf-32", "utf-8"]}})).encoding == "utf-32"
    assert client_of(_params({"general": {"positionEncodings": []}})).encoding == "utf-16"
    assert client_of(_params(profile("vscode"))).encoding == "utf-16"
    assert client_of(_params(profile("neovim"))).encoding == "utf-8"


@pytest.mark.parametrize(
    "nonsense", [None, 3, [], {"general": 1, "textDocument": []}, {"textDocument": {"completion": 7}}]
)
def test_nonsense_is_a_client_that_can_nothing(nonsense: Any) -> None:
    assert client_of({"capabilities": nonsense}) == Client()


def test_one_way_of_diagnostics_is_promised() -> None:
    assert "diagnosticProvider" in server_capabilities(client_of(_params(profile("vscode"))))
    assert "diagnosticProvider" not in server_capabilities(client_of(_params(PUSH)))


def test_the_first_answer_needs_no_library() -> None:
    """What answers `initialize` imports nothing but the standard library, and not all of that."""
    code = (
        "import sys; from refrakt.hosts.cli.commands import lsp; import refrakt.hosts.lsp.front;"
        "print(sorted(sys.modules.keys() & {'pygls', 'lsprotocol', 'asyncio', 'mcp', 'pydantic', 'yaml', 'markdown_it'}))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"
