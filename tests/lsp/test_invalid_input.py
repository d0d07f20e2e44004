"""Invalid input gets the specified error, and the next request works."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from refrakt.hosts.lsp.workspace_folders import folders_in

from .conftest import PUSH
from .wire import Client, server


def is_alive(client: Client) -> bool:
    found: bool = client.request("refrakt/status")["pid"] == client.process.pid
    return found


def test_unknown_methods(shared_client: Client) -> None:
    assert shared_client.error_code("textDocument/fly") == -32601
    assert shared_client.error_code("$/fly") == -32601
    shared_client.notify("$/fly", {})
    shared_client.notify("textDocument/fly", {"a": 1})
    assert is_alive(shared_client)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"\xff\xfe\x00", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b'"text"', -32600),
        (b'{"id": 1, "method": "refrakt/status"}', -32600),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "refrakt/status"}', -32600),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "refrakt/status"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "refrakt/status"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 7}', -32600),
    ],
)
def test_invalid_messages(shared_client: Client, body: bytes, code: int) -> None:
    shared_client.raw(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    assert shared_client.response(None)["error"]["code"] == code
    assert is_alive(shared_client)


def test_invalid_framing(shared_client: Client) -> None:
    shared_client.raw(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
    assert shared_client.response(None)["error"]["code"] == -32600
    assert is_alive(shared_client)
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "refrakt/status"}).encode()
    shared_client.raw(b"Content-Length: %d\r\n\r\n%b" % (len(body) - 4, body))
    assert shared_client.response(None)["error"]["code"] == -32700
    assert is_alive(shared_client)


def test_unexpected_responses(shared_client: Client) -> None:
    shared_client.send({"id": "never asked", "result": 1})
    shared_client.send({"id": 1, "error": {"code": 1, "message": "x"}})
    shared_client.send({"id": [], "result": None})
    shared_client.send({"result": None})
    assert is_alive(shared_client)


def test_a_second_initialize(shared_client: Client) -> None:
    assert shared_client.error_code("initialize", {"capabilities": {}}) == -32600


def test_positions_past_the_end(shared_client: Client) -> None:
    uri = shared_client.open("content/past.md", "one\n{% hi")
    shared_client.diagnostics(uri, 1)
    for line, character in ((0, 10**6), (10**6, 0), (1, 10**6), (10**6, 10**6)):
        params = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        shared_client.request("textDocument/hover", params)
        shared_client.request("textDocument/completion", params)
    end = {"line": 10**6, "character": 10**6}
    shared_client.change(uri, 2, {"range": {"start": end, "end": end}, "text": "nt %}x{% /hint %}"})
    assert shared_client.diagnostics(uri, 2) == []


def test_negative_and_huge_numbers(shared_client: Client) -> None:
    uri = shared_client.open("content/numbers.md", "one\n")
    for number in (-1, 2**31, 2**63, 1e300):
        params = {"textDocument": {"uri": uri}, "position": {"line": number, "character": number}}
        shared_client.response(shared_client.send_request("textDocument/hover", params))
    assert is_alive(shared_client)


def test_reversed_range(shared_client: Client) -> None:
    uri = shared_client.open("content/back.md", "abc\n\n{% hnit /%}\n")
    assert [each["code"] for each in shared_client.diagnostics(uri, 1)] == ["unknown-rune"]
    back = {"start": {"line": 2, "character": 6}, "end": {"line": 2, "character": 4}}
    shared_client.change(uri, 2, {"range": back, "text": "in"})
    assert [each["code"] for each in shared_client.diagnostics(uri, 2)] != ["unknown-rune"]


@pytest.mark.parametrize(
    "uri", ["untitled:Untitled-1", "git:/x/page.md?%7B%22ref%22%3A%22%22%7D", "vscode-notebook-cell:/a", ""]
)
def test_documents_without_a_file(shared_client: Client, uri: str) -> None:
    name = shared_client.open(uri or ":", "{% hnit %}\nx\n{% /hnit %}\n", "markdoc")
    assert [each["code"] for each in shared_client.diagnostics(name, 1)] == ["unknown-rune"]
    shared_client.change(name, 2, {"text": "fine\n"})
    assert shared_client.diagnostics(name, 2) == []
    shared_client.notify("textDocument/didClose", {"textDocument": {"uri": name}})
    assert is_alive(shared_client)


def test_untitled_markdown_is_not_a_page(shared_client: Client) -> None:
    name = shared_client.open("untitled:Untitled-2", "{% hnit /%}\n", "markdown")
    assert shared_client.diagnostics(name, 1) == []
    markdoc = shared_client.open("untitled:Untitled-3", "{% hnit /%}\n", "markdoc")
    assert [each["code"] for each in shared_client.diagnostics(markdoc, 1)] == ["unknown-rune"]


@pytest.mark.parametrize(
    "uri", ["file://[x", "file:///%00", "file://host/share/x.md", "file:", "file:///" + "a/" * 3000]
)
def test_unusual_uris(shared_client: Client, uri: str) -> None:
    shared_client.open(uri, "{% hnit /%}\n")
    shared_client.diagnostics(uri, 1)
    shared_client.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 4}})
    shared_client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    shared_client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert is_alive(shared_client)


def test_changes_of_closed_files_and_decreasing_versions(shared_client: Client) -> None:
    shared_client.change("file:///not/open.md", 7, {"text": "x"})
    shared_client.notify("textDocument/didClose", {"textDocument": {"uri": "file:///not/open.md"}})
    uri = shared_client.open("content/versions.md", "a\n", version=5)
    shared_client.diagnostics(uri, 5)
    shared_client.change(uri, 3, {"text": "{% hnit /%}\n"})
    assert [each["code"] for each in shared_client.diagnostics(uri, 3)] == ["unknown-rune"]


def test_changes_with_redundant_members(shared_client: Client) -> None:
    """Skipping one of them would corrupt all later changes."""
    uri = shared_client.open("content/clumsy.md", "a\n")
    shared_client.diagnostics(uri, 1)
    shared_client.change(uri, 2, {"range": None, "text": "{% hnit /%}\n"})
    assert [each["code"] for each in shared_client.diagnostics(uri, 2)] == ["unknown-rune"]
    before = {"line": -1, "character": -1}
    shared_client.change(uri, 3, {"range": {"start": before, "end": before}, "text": "\n\n"})
    assert [each["range"]["start"]["line"] for each in shared_client.diagnostics(uri, 3)] == [2]
    received = {"textDocument": {"uri": uri, "version": None}, "contentChanges": [{"text": "{% hnot /%}\n"}]}
    shared_client.notify("textDocument/didChange", received)
    assert [each["range"]["start"]["line"] for each in shared_client.diagnostics(uri, 4)] == [0]


@pytest.mark.parametrize(
    "received", [[{"text": 1}], [{"text": "x"}, {}], None, [{"text": "x", "range": {"start": {}}}]]
)
def test_no_diagnostics_after_a_malformed_change(shared_client: Client, received: Any) -> None:
    uri = shared_client.open("content/lost.md", "{% hnit /%}\n")
    assert shared_client.diagnostics(uri, 1)
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": received}
    shared_client.notify("textDocument/didChange", change)
    assert shared_client.diagnostics(uri) == []
    shared_client.change(uri, 3, {"text": "{% hnit /%}\n"})
    params = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 4}}
    assert shared_client.request("textDocument/hover", params) is None
    shared_client.open("content/lost.md", "{% hnit /%}\n", version=4)
    assert shared_client.diagnostics(uri, 4)


def test_replace_all(shared_client: Client) -> None:
    """Thousands of changes in one message are processed at once."""
    uri = shared_client.open("content/everywhere.md", "some words here\n\n" * 3000)
    shared_client.diagnostics(uri, 1)
    lines = range(0, 6000, 2)
    locations = [{"start": {"line": n, "character": 0}, "end": {"line": n, "character": 4}} for n in lines]
    shared_client.change(uri, 2, *({"range": each, "text": "{% hnit /%}"} for each in reversed(locations)))
    shared_client.change(uri, 3, *({"range": each, "text": ""} for each in locations[10:]))
    found = shared_client.diagnostics(uri, 3)
    assert [each["range"]["start"]["line"] for each in found if each["code"] == "unknown-rune"] == [*lines[:10]]


def test_file_opened_twice(shared_client: Client) -> None:
    uri = shared_client.open("content/twice.md", "{% hnit /%}\n")
    shared_client.open("content/twice.md", "fine\n", version=2)
    assert shared_client.diagnostics(uri, 2) == []


@pytest.mark.slow
def test_messages_of_50_megabytes(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        text = "word " * 10_000_000
        uri = client.open("content/large.md", text)
        assert client.error_code("no/method", {"text": text}) == -32601
        assert client.error_code("textDocument/hover", {"text": text}) == -32602
        params = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
        assert client.request("textDocument/hover", params) is None
        uri = client.open("content/index.md", "{% hnit /%}\n")
        assert client.diagnostics(uri, 1)
        client.change(uri, 2, {"text": text})
        assert client.diagnostics(uri) == []
        assert client.shut_down() == 0


def test_lone_surrogates_survive(shared_client: Client) -> None:
    uri = shared_client.open("content/half.md", "a \ud83d {% hnit\ud83d /%}\n")
    assert shared_client.diagnostics(uri, 1)


def test_malformed_client_capabilities(site: Path) -> None:
    nonsense: dict[str, Any] = {"textDocument": {"completion": {"completionItem": {"tagSupport": 3}}}, "window": "big"}
    with server(site, capabilities=nonsense) as client:
        uri = client.open("content/index.md", "{% hnit /%}\n")
        assert [each["code"] for each in client.diagnostics(uri, 1)] == ["unknown-rune"]


def test_initialize_requires_an_object(site: Path) -> None:
    with Client(site) as client:
        assert client.error_code("initialize", [1]) == -32602
        client.initialize(PUSH)
        assert is_alive(client)


@pytest.mark.parametrize("path", ["", "/a\0b", "/tmp/\ud800", "/a" * 5000])
def test_invalid_root(path: str) -> None:
    assert folders_in({"rootPath": path}) == {}


def test_a_root_path_alone(site: Path) -> None:
    assert folders_in({"rootPath": str(site), "rootUri": None, "workspaceFolders": None}) == {site: site.as_uri()}
    with Client(site) as client:
        assert client.request("initialize", {"rootPath": "/a\0b", "capabilities": {}})
        client.notify("initialized", {})
        assert is_alive(client)


@pytest.mark.parametrize("name", [None, 1.5, [1], True])
def test_invalid_ids_before_initialize(site: Path, name: Any) -> None:
    with Client(site) as client:
        client.send({"id": name, "method": "initialize", "params": {"capabilities": {}}})
        assert client.response(None)["error"]["code"] == -32600
        client.initialize(PUSH)
        assert is_alive(client)
