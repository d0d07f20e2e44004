"""Custom requests return what the manual shows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import PUSH, SITE, write
from .wire import Client, server

_FENCE = re.compile(r"^```(json|markdoc)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def manual(repository: Path) -> dict[str, list[str]]:
    """The samples of the manual, by request."""
    text = (repository / "docs" / "language-server-requests.md").read_text("utf-8")
    sections = re.split(r"^## `(refrakt/\w+)`$", text, flags=re.MULTILINE)[1:]
    return {
        name: [each[2] for each in _FENCE.finditer(body)]
        for name, body in zip(sections[::2], sections[1::2], strict=True)
    }


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with server(write(tmp_path / "site", SITE), capabilities=PUSH) as client:
        yield client


def with_test_paths(client: Client, sample: str) -> Any:
    """A sample with the paths of this test."""
    return json.loads(sample.replace("file:///site", client.folder.as_uri()))


def test_inspect(client: Client, manual: dict[str, list[str]]) -> None:
    question, page, response = manual["refrakt/inspect"]
    client.open("content/index.md", page)
    assert client.request("refrakt/inspect", with_test_paths(client, question)) == with_test_paths(client, response)


def test_pages(client: Client, manual: dict[str, list[str]]) -> None:
    question, response = manual["refrakt/pages"]
    client.open("content/index.md", f"---\ntitle: Home\n---\n\n{manual['refrakt/inspect'][1]}")
    assert client.request("refrakt/pages", with_test_paths(client, question)) == with_test_paths(client, response)


def test_status(client: Client, manual: dict[str, list[str]]) -> None:
    (response,) = manual["refrakt/status"]
    result, documented = client.request("refrakt/status"), json.loads(response)
    assert result.keys() == documented.keys()
    assert result["roots"][0].keys() == documented["roots"][0].keys()


def test_page_status(client: Client, manual: dict[str, list[str]]) -> None:
    question, response = manual["refrakt/pageStatus"]
    client.open("notes.md", "# Notes\n")
    documented = json.loads(response.replace('"/site"', json.dumps(str(client.folder))))
    assert client.request("refrakt/pageStatus", with_test_paths(client, question)) == documented
    page = client.open("content/index.md", "# Home\n")
    assert client.request("refrakt/pageStatus", {"textDocument": {"uri": page}}) == {
        "checked": True,
        "root": str(client.folder),
        "recognised": True,
        "site": "main",
        "framework": "refrakt",
    }


def test_page_status_outside_of_a_project(tmp_path: Path) -> None:
    with server(write(tmp_path, {"a.md": "# A\n"}), capabilities=PUSH) as client:
        page = client.open("a.md", "# A\n")
        found = client.request("refrakt/pageStatus", {"textDocument": {"uri": page}})
    assert (found["checked"], found["recognised"]) == (False, False)
    assert found["reason"] == f"No Markdoc site was recognised in {client.folder}."


def test_errors(client: Client) -> None:
    assert client.error_code("refrakt/inspect", {"position": 1}) == -32602
    assert client.error_code("refrakt/inspect") == -32602
    assert client.error_code("refrakt/pages", {"site": "nobody"}) == -32803
    assert client.error_code("refrakt/pages", {"pages": 1}) == -32803


def test_preview(client: Client, manual: dict[str, list[str]]) -> None:
    question, page, response = manual["refrakt/preview"]
    client.open("content/index.md", page)
    shown = client.request("refrakt/preview", with_test_paths(client, question))
    assert "rf-hint" in shown.pop("html")
    assert shown == with_test_paths(client, response)


def test_preview_server(client: Client, manual: dict[str, list[str]]) -> None:
    question, response = manual["refrakt/previewServer"]
    found = client.request("refrakt/previewServer", with_test_paths(client, question))
    shape = re.escape(json.loads(response)["url"]).replace("34567", r"\d+").replace("TOKEN", r"[\w-]{32}")
    assert re.fullmatch(shape, found["url"])
