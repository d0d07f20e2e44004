"""Inlay hints, signatures and colours: minimal clients and changed settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .conftest import PUSH
from .wire import Client, Message, server

TEXT = "{% hero %}\n# Build\n{% /hero %}\n\n{% grid %}\n{% /grid %}\n"


def labels(client: Client, uri: str) -> list[str]:
    range_ = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    found = client.request("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": range_})
    return [each["label"] for each in found]


def is_refresh(message: Message) -> bool:
    return message.get("method") == "workspace/inlayHint/refresh"


def configure(client: Client, settings: Any) -> None:
    client.notify("workspace/didChangeConfiguration", {"settings": {"refrakt": settings}})


def test_settings_apply_immediately(site: Path) -> None:
    capabilities = {**PUSH, "workspace": {"inlayHint": {"refreshSupport": True}}}
    with server(site, capabilities=capabilities) as client:
        uri = client.open("content/index.md", TEXT)
        assert labels(client, uri) == ["headline"]
        configure(client, {"inlayHints": {"defaults": True}})
        client.wait(is_refresh)
        assert labels(client, uri) == ["headline", 'mode="columns"']
        configure(client, {"inlayHints": False})
        client.wait(is_refresh)
        assert labels(client, uri) == []


def test_refresh_when_titles_are_indexed(site: Path) -> None:
    capabilities = {**PUSH, "workspace": {"inlayHint": {"refreshSupport": True}}}
    (site / "content/setup.md").write_text("# Setting up\n")
    (site / "content/index.md").write_text('{% xref "/setup" /%}\n')
    with server(site, capabilities=capabilities) as client:
        uri = client.open("content/index.md", '{% xref "/setup" /%}\n')
        if labels(client, uri) != ["Setting up"]:
            client.wait(is_refresh)
            assert labels(client, uri) == ["Setting up"]


def test_refresh_when_a_title_changes(site: Path) -> None:
    capabilities = {**PUSH, "workspace": {"inlayHint": {"refreshSupport": True}}}
    (site / "content/setup.md").write_text("# Setting up\n")
    with server(site, capabilities=capabilities) as client:
        uri = client.open("content/index.md", '{% xref "/setup" /%}\n')
        while labels(client, uri) != ["Setting up"]:
            client.wait(is_refresh)
        client.open("content/setup.md", "# From nothing to a page\n")
        while labels(client, uri) != ["From nothing to a page"]:
            client.wait(is_refresh)


def test_no_refresh_without_client_support(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        uri = client.open("content/index.md", TEXT)
        configure(client, {"inlayHints": False})
        # Settings are taken over beside the conversation.
        assert any(not labels(client, uri) for _ in range(100))
        assert not any(map(is_refresh, client.received))


def test_outdated_hints(shared_client: Client) -> None:
    assert shared_client.request("inlayHint/resolve", _hint([10**6, 3])) == _hint([10**6, 3])
    assert shared_client.request("inlayHint/resolve", _hint("x")) == _hint("x")


def _hint(data: Any) -> Message:
    return {"position": {"line": 0, "character": 0}, "label": "x", "data": data}


def test_signatures_for_a_minimal_client(shared_client: Client) -> None:
    uri = shared_client.open("content/index.md", "{% hint nobody= %}\n")
    here = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 15}}
    found = shared_client.request("textDocument/signatureHelp", here)
    (signature,) = found["signatures"]
    first = signature["parameters"][0]
    assert first["label"] == "[type]"
    assert first["documentation"]["kind"] == "plaintext"
    assert "**" not in first["documentation"]["value"]
    assert found["activeParameter"] == len(signature["parameters"])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_colours_in_every_position_encoding(site: Path, encoding: str) -> None:
    capabilities = {**PUSH, "general": {"positionEncodings": [encoding]}}
    before = '😀 {% badge bg-from="'
    column = (
        len(before.encode(f"{encoding}-le" if encoding != "utf-8" else encoding))
        // {"8": 1, "6": 2, "2": 4}[encoding[-1]]
    )
    with server(site, capabilities=capabilities) as client:
        uri = client.open("content/index.md", f'{before}#f00" %}}x{{% /badge %}}\n')
        (found,) = client.request("textDocument/documentColor", {"textDocument": {"uri": uri}})
        start, end = ({"line": 0, "character": each} for each in (column, column + 4))
        assert found["range"] == {"start": start, "end": end}
        # Numbers without a point, as editors written in JavaScript send them.
        chosen = {"red": 0, "green": 1, "blue": 0, "alpha": 1}
        request = {"textDocument": {"uri": uri}, "color": chosen, "range": found["range"]}
        result = client.request("textDocument/colorPresentation", request)
        assert [each["label"] for each in result][:2] == ["#00ff00", "rgb(0 255 0)"]
