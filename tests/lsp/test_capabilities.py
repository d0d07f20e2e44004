"""The declared capabilities match those of pygls."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from refrakt.hosts.lsp.capabilities import server_capabilities
from refrakt.hosts.lsp.client_capabilities import ClientCapabilities, read_client_capabilities
from refrakt.hosts.lsp.initialize import Handshake
from refrakt.hosts.lsp.message_framing import MessageFramer
from refrakt.hosts.lsp.server_process import assemble

from .conftest import PUSH, profile


@pytest.mark.parametrize("name", ["vscode", "neovim", "push", "bare"])
async def test_capabilities_match_pygls(name: str) -> None:
    capabilities: dict[str, Any] = PUSH if name == "push" else {} if name == "bare" else profile(name)
    request: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _params(capabilities)}
    client = read_client_capabilities(request["params"])
    protocol = assemble(Handshake(request, client, MessageFramer())).session.protocol
    protocol.replay_initialize(request)
    assert _yes(protocol.unstructure(protocol.server_capabilities)) == server_capabilities(client)


def _yes(received: Any) -> Any:
    """Without false values, which pygls includes for some capabilities."""
    return (
        {key: _yes(value) for key, value in received.items() if value is not False}
        if isinstance(received, dict)
        else received
    )


def _params(capabilities: dict[str, Any]) -> dict[str, Any]:
    return {"processId": None, "rootUri": None, "capabilities": capabilities}


def test_first_known_encoding_is_chosen() -> None:
    assert (
        read_client_capabilities(_params({"general": {"positionEncodings": ["utf-7", "utf-32", "utf-8"]}})).encoding
        == "utf-32"
    )
    assert read_client_capabilities(_params({"general": {"positionEncodings": []}})).encoding == "utf-16"
    assert read_client_capabilities(_params(profile("vscode"))).encoding == "utf-16"
    assert read_client_capabilities(_params(profile("neovim"))).encoding == "utf-8"


@pytest.mark.parametrize(
    "nonsense", [None, 3, [], {"general": 1, "textDocument": []}, {"textDocument": {"completion": 7}}]
)
def test_malformed_capabilities_are_unsupported(nonsense: Any) -> None:
    assert read_client_capabilities({"capabilities": nonsense}) == ClientCapabilities()


def test_pull_diagnostics_only_if_supported() -> None:
    assert "diagnosticProvider" in server_capabilities(read_client_capabilities(_params(profile("vscode"))))
    assert "diagnosticProvider" not in server_capabilities(read_client_capabilities(_params(PUSH)))


def test_initialize_imports_no_library() -> None:
    """Answering `initialize` imports only a part of the standard library."""
    code = (
        "import sys; from refrakt.hosts.cli.commands import lsp; import refrakt.hosts.lsp.initialize;"
        "print(sorted(sys.modules.keys() & {'pygls', 'lsprotocol', 'asyncio', 'mcp', 'pydantic', 'yaml', 'markdown_it'}))"
    )
    received = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert received.strip() == "[]"
