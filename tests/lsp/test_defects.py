"""Defects of pygls that must not occur here, one test each."""

from __future__ import annotations

import logging
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from refrakt.hosts.lsp.protocol import LspServer
from refrakt.hosts.lsp.stdio_streams import OutputQueue

from .conftest import PUSH
from .wire import Client, server


def test_form_feeds_do_not_end_lines(shared_client: Client) -> None:
    """Otherwise U+2028 and form feeds would shift every later edit to another line."""
    uri = shared_client.open("content/lines.md", "a\u2028b\x0cc\n\nd {% hnit /%}\n")
    assert shared_client.diagnostics(uri, 1)[-1]["range"]["start"] == {"line": 2, "character": 5}
    shared_client.change(uri, 2, {"range": _range(2, 0, 2, 0), "text": "é😀 "})
    assert shared_client.diagnostics(uri, 2)[-1]["range"]["start"] == {"line": 2, "character": 9}


@pytest.mark.parametrize(
    "params",
    [
        None,
        [],
        {},
        {"textDocument": {"uri": "file:///a"}, "position": {"line": "one", "character": 0}},
        {"textDocument": 3, "position": {"line": 0, "character": 0}},
    ],
)
def test_undecodable_params_get_an_error(shared_client: Client, params: Any) -> None:
    assert shared_client.error_code("textDocument/hover", params) == -32602


def test_decode_errors_name_fields_without_values(shared_client: Client) -> None:
    params = {"textDocument": {"uri": "file:///a"}, "position": {"line": "my secret", "character": 0}}
    received = shared_client.response(shared_client.send_request("textDocument/hover", params))["error"]["message"]
    assert "line" in received
    assert "secret" not in received


def test_exit_codes(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        assert client.shut_down() == 0
    with server(site, capabilities=PUSH) as client:
        client.notify("exit")
        assert client.process.wait(10) == 1


def test_requests_before_initialize_fail(site: Path) -> None:
    with Client(site) as client:
        assert client.error_code("textDocument/hover", {}) == -32002
        assert client.error_code("shutdown") == -32002
        client.notify("textDocument/didOpen", {})
        client.initialize(PUSH)
        assert client.request("refrakt/status")["pid"] == client.process.pid


def test_lower_case_headers(site: Path) -> None:
    with Client(site) as client:
        body = b'{"jsonrpc":"2.0","id":"x","method":"initialize","params":{"capabilities":{}}}'
        client.raw(b"content-length: %d\r\n\r\n%b" % (len(body), body))
        assert "result" in client.response("x")
        body = b'{"jsonrpc":"2.0","id":"y","method":"refrakt/status"}'
        client.raw(b"CONTENT-LENGTH:%d\r\n\r\n%b" % (len(body), body))
        assert client.response("y")["result"]["pid"] == client.process.pid


def test_errors_open_no_popup_and_log_no_text(site: Path) -> None:
    with server(site, "--log-level", "debug", capabilities=PUSH) as client:
        uri = client.open("content/page.md", "my secret\n\n{% hnit /%}\n")
        client.diagnostics(uri, 1)
        client.change("file:///nowhere.md", 2, {"text": "my secret"})
        client.notify("textDocument/didChange", {"textDocument": {"uri": "my secret"}})
        client.error_code("textDocument/hover", {"textDocument": "my secret"})
        client.error_code("my/method", {"a": "my secret"})
        client.raw(b"Content-Length: 9\r\n\r\nmy secret")
        assert client.response(None)["error"]["code"] == -32700
        client.shut_down()
    assert b"secret" not in client.errors
    assert not [each for each in client.received if each.get("method") in ("window/showMessage", "window/logMessage")]


def test_prints_do_not_reach_stdout(site: Path) -> None:
    """Prints of a plugin, also to file descriptor 1, go to standard error."""
    code = "import os; os.write(1, b'printed\\n')"
    (site / "sitecustomize.py").write_text(
        "import refrakt.project.workspace as w\n"
        "before = w.Workspace.open\n"
        f"def open(self, *words):\n    {code}\n    print('by hand', flush=True)\n    return before(self, *words)\n"
        "w.Workspace.open = open\n"
    )
    with Client(site, env={"PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])}) as client:
        client.initialize(PUSH)
        uri = client.open("content/index.md", "# x\n")
        client.diagnostics(uri, 1)
        client.shut_down()
    assert b"printed" in client.errors
    assert b"by hand" in client.errors


async def test_messages_of_threads_go_through_the_event_loop() -> None:
    """Messages of two threads never interleave: only one thread writes."""
    written: list[int] = []

    class Watched(OutputQueue):
        def send(self, data: bytes, replaces: str | None = None) -> None:
            written.append(threading.get_ident())

    protocol = LspServer().protocol
    protocol.connect(Watched())
    thread = threading.Thread(target=lambda: protocol.notify("a/b", {"x": 1}))
    thread.start()
    thread.join()
    assert written == []
    import asyncio

    await asyncio.sleep(0)
    assert written == [threading.get_ident()]


def test_pygls_logs_no_messages() -> None:
    LspServer()
    assert not logging.getLogger("pygls.protocol.json_rpc").isEnabledFor(logging.INFO)


def _range(line: int, character: int, end_line: int, end_character: int) -> dict[str, Any]:
    return {
        "start": {"line": line, "character": character},
        "end": {"line": end_line, "character": end_character},
    }
