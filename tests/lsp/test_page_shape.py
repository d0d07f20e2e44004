"""Outline, folds, tokens and lenses for editors that can do more, or less, than the two of the sessions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import write
from .wire import PATIENCE, Client, server

SITE = {
    "refrakt.config.json": '{"sites": {"main": {"contentDir": "./content"}}}',
    "content/index.md": "[a](/setup) [b](/setup#linux)\n",
    "content/setup.md": "# Setup\n\n## Linux\n",
}
NESTED = "# A\n\n## B\n\n{% hint %}\n- x\n  - y\n{% /hint %}\n"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write(tmp_path / "site", SITE)


def of(uri: str, **more: Any) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, **more}


def test_an_outline_as_a_list(site: Path) -> None:
    with server(site) as client:
        uri = client.open("content/new.md", NESTED)
        found = client.request("textDocument/documentSymbol", of(uri))
        assert [(each["name"], each.get("containerName")) for each in found] == [
            ("A", None),
            ("B", "A"),
            ("hint", "B"),
        ]
        assert found[2]["location"] == {
            "uri": uri,
            "range": {"start": {"line": 4, "character": 0}, "end": {"line": 7, "character": 11}},
        }


def test_folds_of_parts_of_lines_and_no_more_than_wanted(site: Path) -> None:
    exact: dict[str, Any] = {"textDocument": {"foldingRange": {}}}
    with server(site, capabilities=exact) as client:
        uri = client.open("content/new.md", NESTED)
        found = client.request("textDocument/foldingRange", of(uri))
        rune = {"startLine": 4, "startCharacter": 10, "endLine": 7, "endCharacter": 0}
        assert rune in found
    few: dict[str, Any] = {"textDocument": {"foldingRange": {"lineFoldingOnly": True, "rangeLimit": 2}}}
    with server(site, capabilities=few) as client:
        uri = client.open("content/new.md", NESTED)
        assert [each["startLine"] for each in client.request("textDocument/foldingRange", of(uri))] == [0, 2]


def indexed(client: Client, projects: int = 1) -> None:
    """Wait until the pages have been read and nothing is left to be done about them."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        roots = client.request("refrakt/status")["roots"]
        if len(roots) >= projects and all(
            each["pages"] and each["indexing"] is None and not each["busy"] for each in roots
        ):
            return
        time.sleep(0.02)
    raise AssertionError("the pages are never read")


REFRESHING = {
    "workspace": {"codeLens": {"refreshSupport": True}},
    "experimental": {"commands": {"commands": ["refrakt.showReferences"]}},
}


def lenses(client: Client, uri: str) -> Iterator[dict[str, Any]]:
    for each in client.request("textDocument/codeLens", of(uri)) or ():
        yield each if "command" in each else client.request("codeLens/resolve", each)


def test_a_lens_shows_where_it_is_used_and_is_renewed(site: Path) -> None:
    with server(site, capabilities=REFRESHING) as client:
        uri = client.open("content/setup.md", SITE["content/setup.md"])
        indexed(client)
        found = [each for each in lenses(client, uri) if each["command"]["command"]]
        assert [(each["range"]["start"]["line"], each["command"]["title"]) for each in found] == [
            (0, "2 references"),
            (2, "1 reference"),
        ]
        address, position, places = found[1]["command"]["arguments"]
        assert (address, position) == (uri, found[1]["range"]["start"])
        place = {"start": {"line": 0, "character": 23}, "end": {"line": 0, "character": 28}}
        assert places == [{"uri": (site / "content/index.md").as_uri(), "range": place}]
        client.open("content/index.md", "nothing\n")
        client.wait(lambda each: each.get("method") == "workspace/codeLens/refresh")
        assert not [each for each in lenses(client, uri) if each["command"]["command"]]


def test_tokens_are_asked_for_again_when_the_runes_are_others(site: Path) -> None:
    told = {"workspace": {"semanticTokens": {"refreshSupport": True}}}
    with server(site, capabilities=told) as client:
        uri = client.open("content/new.md", "{% character %}\n")
        before = client.request("textDocument/semanticTokens/full", of(uri))["data"]
        config = '{"sites": {"main": {"contentDir": "./content", "plugins": ["@refrakt-md/storytelling"]}}}'
        client.open("refrakt.config.json", config, "json")
        client.wait(lambda each: each.get("method") == "workspace/semanticTokens/refresh")
        after = client.request("textDocument/semanticTokens/full", of(uri))["data"]
        assert before[9] != 0
        assert after[9] == 0


def test_symbols_of_several_folders_and_sites(tmp_path: Path) -> None:
    one = write(
        tmp_path / "one",
        {
            "refrakt.config.json": '{"sites": {"a": {"contentDir": "./a"}, "b": {"contentDir": "./b"}}}',
            "a/index.md": "# Apple tree\n",
            "b/index.md": "# Apple pie\n",
        },
    )
    two = write(tmp_path / "two", {**SITE, "content/tree.md": "# Apple\n"})
    folders = [{"uri": each.as_uri(), "name": each.name} for each in (one, two)]
    with server(one, workspaceFolders=folders) as client:
        indexed(client, 2)
        found = client.request("workspace/symbol", {"query": "apple"})
        assert [(each["name"], each["location"]["uri"]) for each in found] == [
            ("Apple", (two / "content/tree.md").as_uri()),
            ("Apple pie", (one / "b/index.md").as_uri()),
            ("Apple tree", (one / "a/index.md").as_uri()),
        ]
        client.open((two / "content/tree.md").as_uri(), "# Pear\n")
        indexed(client, 2)
        assert len(client.request("workspace/symbol", {"query": "apple"})) == 2
        removed = {"event": {"added": [], "removed": folders[:1]}}
        client.notify("workspace/didChangeWorkspaceFolders", removed)
        assert client.request("workspace/symbol", {"query": "apple"}) == []


def test_lenses_can_be_turned_off(site: Path) -> None:
    with server(site, initializationOptions={"codeLens": False}) as client:
        uri = client.open("content/setup.md", SITE["content/setup.md"])
        indexed(client)
        assert client.request("textDocument/codeLens", of(uri)) is None
        client.notify("workspace/didChangeConfiguration", {"settings": {"refrakt": {"codeLens": True}}})
        assert len(client.request("textDocument/codeLens", of(uri))) == 4
