"""Completion and hover for clients with different capabilities."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from .conftest import PUSH, profile
from .wire import Client, Message, server

BARE: dict[str, Any] = {"textDocument": {"publishDiagnostics": {"versionSupport": True}}}


def at(uri: str, line: int, character: int) -> Message:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def offers(client: Client, text: str, name: str = "content/typed.md") -> list[Message]:
    """The completions at the end of a text."""
    uri = client.open(name, text)
    last = text.rpartition("\n")[2]
    params = at(uri, text.count("\n"), len(last.encode("utf-16-le")) // 2)
    found = client.request("textDocument/completion", params)
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    items: list[Message] = found["items"]
    return items


def test_rune_snippet(shared_client: Client) -> None:
    (hint,) = [each for each in offers(shared_client, "😀\n\n{% hi") if each["label"] == "hint"]
    assert hint["insertTextFormat"] == 2
    assert hint["textEdit"]["range"] == {"start": {"line": 2, "character": 3}, "end": {"line": 2, "character": 5}}
    assert hint["textEdit"]["newText"].startswith("hint")
    assert "documentation" not in hint


def test_columns_use_the_client_encoding(shared_client: Client) -> None:
    found = offers(shared_client, "😀😀 {% ico")
    (icon,) = [each for each in found if each["label"] == "icon"]
    assert icon["textEdit"]["range"]["start"] == {"line": 0, "character": 8}


def test_documentation_is_resolved(shared_client: Client) -> None:
    uri = shared_client.open("content/resolve.md", "{% hi")
    found = shared_client.request("textDocument/completion", at(uri, 0, 5))
    (hint,) = [each for each in found["items"] if each["label"] == "hint"]
    resolved = shared_client.request("completionItem/resolve", hint)
    assert "hint" in resolved["documentation"]["value"]
    assert {key: resolved[key] for key in hint} == hint
    unknown = {"label": "x", "data": [10**6, 3]}
    assert shared_client.request("completionItem/resolve", unknown) == unknown
    assert shared_client.request("completionItem/resolve", {"label": "y"}) == {"label": "y"}


def test_no_completions_in_prose(shared_client: Client) -> None:
    assert offers(shared_client, "Some text ") == []
    assert offers(shared_client, "{% hi", "README.md") == []
    assert shared_client.request("textDocument/completion", at("file:///not/open.md", 0, 0)) is None


def test_no_snippets_without_client_support(site: Path) -> None:
    with server(site, capabilities=BARE) as client:
        found = offers(client, "{% ")
        assert found
        stops = re.compile(r"\$\d|\$\{")
        assert not [each for each in found if "insertTextFormat" in each or stops.search(each["textEdit"]["newText"])]
        uri = client.open("content/hover.md", "{% hint %}\nx\n{% /hint %}\n")
        assert client.request("textDocument/hover", at(uri, 0, 4))["contents"]["kind"] == "plaintext"


@pytest.mark.parametrize(("text", "end"), [("{% hint %}\nx\n{% /hint %}", 7), ("{% hi}", 6), ("{% hi %}", 8)])
def test_text_after_the_cursor_is_replaced(site: Path, text: str, end: int) -> None:
    """Otherwise the text after the cursor would be duplicated."""
    with server(site, capabilities=profile("vscode")) as client:
        uri = client.open("content/index.md", text)
        found = client.request("textDocument/completion", at(uri, 0, 5))
        (hint,) = [each for each in found["items"] if each["label"] == "hint"]
        start, stop = ({"line": 0, "character": each} for each in (3, end))
        assert hint["textEdit"]["range"] == {"start": start, "end": stop}


def test_hover(shared_client: Client) -> None:
    uri = shared_client.open("content/hover.md", '😀\n\n{% hint type="note" %}\nx\n{% /hint %}\n')
    result = shared_client.request("textDocument/hover", at(uri, 2, 4))
    assert result["contents"]["kind"] == "markdown"
    assert "hint" in result["contents"]["value"]
    assert result["range"] == {"start": {"line": 2, "character": 3}, "end": {"line": 2, "character": 7}}
    assert shared_client.request("textDocument/hover", at(uri, 3, 0)) is None
    assert shared_client.request("textDocument/hover", at("file:///not/open.md", 0, 0)) is None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_every_position_encoding(site: Path, encoding: str) -> None:
    capabilities = {**PUSH, "general": {"positionEncodings": [encoding]}}
    column = {"utf-8": 8, "utf-16": 5, "utf-32": 4}[encoding]
    with server(site, capabilities=capabilities) as client:
        uri = client.open("content/index.md", "x😀é {% hnit /%}\n")
        start = client.diagnostics(uri, 1)[0]["range"]["start"]["character"]
        assert start == column + 3
        here = {"line": 0, "character": column}
        client.change(uri, 2, {"range": {"start": here, "end": here}, "text": "é"})
        moved = client.diagnostics(uri, 2)[0]["range"]["start"]["character"]
        assert moved == start + len("é".encode()) if encoding == "utf-8" else start + 1


def test_folder_completion_triggers_suggest(site: Path) -> None:
    (site / "content/pictures").mkdir()
    (site / "content/pictures/cat.png").write_bytes(b"x")
    request_again = "editor.action.triggerSuggest"
    for commands, expected in (([request_again], request_again), ([], None)):
        with server(site, capabilities={**PUSH, "experimental": {"commands": {"commands": commands}}}) as client:
            uri = client.open("content/index.md", "![x](/")
            folders: list[Message] = []
            while not folders:  # until the index is there
                found = client.request("textDocument/completion", at(uri, 0, 6))
                folders = [each for each in found["items"] if each["label"] == "/pictures/"]
            assert folders[0]["kind"] == 19
            assert folders[0].get("command", {}).get("command") == expected


def test_long_titles_are_cut_to_one_line(site: Path) -> None:
    (site / "content/long.md").write_text("---\ntitle: |\n  " + "word\n  " * 2000 + "\n---\n")
    with server(site, capabilities=PUSH) as client:
        uri = client.open("content/index.md", "[x](/lo")
        pages: list[Message] = []
        while not pages:  # until the index is there
            found = client.request("textDocument/completion", at(uri, 0, 7))
            pages = [each for each in found["items"] if each["label"] == "/long"]
        assert pages[0]["detail"].startswith("word word")
        assert len(pages[0]["detail"]) <= 120
