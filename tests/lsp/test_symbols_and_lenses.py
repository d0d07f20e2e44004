"""Symbols, folds, tokens and code lenses for clients with more or fewer capabilities than the recorded editors."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import write
from .wire import TIMEOUT, Client, server

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


def test_flat_document_symbols(site: Path) -> None:
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


def test_editors_with_markdown_find_headings_of_the_workspace_themselves(site: Path) -> None:
    many = "".join(f"## Apple {number}\n\n" for number in range(300))
    write(site, {"content/many.md": many, "content/year.md": "# The apples of a long year\n"})
    tree = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}
    with server(site, capabilities=tree, initializationOptions={"hasMarkdown": True}) as client:
        for page in (client.open("content/new.md", NESTED), client.open("content/new.mdoc", NESTED, "markdoc")):
            found = client.request("textDocument/documentSymbol", of(page))
            assert [each["name"] for each in found] == ["A"]  # the outline is complete all the same
        indexed(client)
        found = client.request("workspace/symbol", {"query": "apple"})
        # Omitted symbols do not count towards the limit: there are more of them than the limit.
        assert [each["name"] for each in found] == ["The apples of a long year"]


def test_partial_line_folds_and_range_limit(site: Path) -> None:
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
    """Wait until the index is idle."""
    until = time.monotonic() + TIMEOUT
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


def test_code_lens_references_and_refresh(site: Path) -> None:
    with server(site, capabilities=REFRESHING) as client:
        uri = client.open("content/setup.md", SITE["content/setup.md"])
        indexed(client)
        found = [each for each in lenses(client, uri) if each["command"]["command"]]
        assert [(each["range"]["start"]["line"], each["command"]["title"]) for each in found] == [
            (0, "2 references"),
            (2, "1 reference"),
        ]
        address, position, locations = found[1]["command"]["arguments"]
        assert (address, position) == (uri, found[1]["range"]["start"])
        range_ = {"start": {"line": 0, "character": 23}, "end": {"line": 0, "character": 28}}
        assert locations == [{"uri": (site / "content/index.md").as_uri(), "range": range_}]
        client.open("content/index.md", "nothing\n")
        client.wait(lambda each: each.get("method") == "workspace/codeLens/refresh")
        assert not [each for each in lenses(client, uri) if each["command"]["command"]]


def test_the_url_of_a_page_opens_its_preview(site: Path) -> None:
    announced = {"experimental": {"commands": {"commands": ["refrakt.openPreviewToSide"]}}}
    with server(site, capabilities=announced) as client:
        uri = client.open("content/setup.md", SITE["content/setup.md"])
        indexed(client)
        found = {each["command"]["title"]: each["command"]["command"] for each in lenses(client, uri)}
        assert found["/setup"] == "refrakt.openPreviewToSide"


def test_token_refresh_when_runes_change(site: Path) -> None:
    result = {"workspace": {"semanticTokens": {"refreshSupport": True}}}
    with server(site, capabilities=result) as client:
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


def test_code_lenses_can_be_disabled(site: Path) -> None:
    with server(site, initializationOptions={"codeLens": False}) as client:
        uri = client.open("content/setup.md", SITE["content/setup.md"])
        indexed(client)
        assert client.request("textDocument/codeLens", of(uri)) is None
        client.notify("workspace/didChangeConfiguration", {"settings": {"refrakt": {"codeLens": True}}})
        assert len(client.request("textDocument/codeLens", of(uri))) == 4


def test_file_of_two_sites(tmp_path: Path) -> None:
    """It is found once, as a page of the first site."""
    config = '{"sites": {"a": {"contentDir": "./a"}, "same": {"contentDir": "./a"}, "b": {"contentDir": "./b"}}}'
    files = {
        "refrakt.config.json": config,
        "a/apple.md": "# Apple\n",
        "a/index.md": "[x](/apple)\n",
        "b/index.md": "x\n",
    }
    with server(write(tmp_path, files), capabilities=REFRESHING) as client:
        uri = client.open("a/apple.md", files["a/apple.md"])
        indexed(client)
        found = client.request("workspace/symbol", {"query": "apple"})
        assert [(each["name"], each["location"]["uri"]) for each in found] == [("Apple", uri)]
        assert [each["command"]["title"] for each in lenses(client, uri)] == ["/apple", "layout default", "1 reference"]


def test_nested_project(tmp_path: Path) -> None:
    outer = write(
        tmp_path, {**SITE, "sub/refrakt.config.json": SITE["refrakt.config.json"], "sub/content/pie.md": "# Pie\n"}
    )
    folders = [{"uri": each.as_uri(), "name": each.name} for each in (outer, outer / "sub")]
    with server(outer, workspaceFolders=folders) as client:
        indexed(client, 2)
        uri = (outer / "sub/content/pie.md").as_uri()
        found = client.request("workspace/symbol", {"query": "pie"})
        assert [(each["name"], each["location"]["uri"]) for each in found] == [("Pie", uri)]


@pytest.mark.parametrize("name", ["README.md", "untitled:Untitled-1", "git:/site/content/index.md"])
def test_no_results_for_other_files(site: Path, name: str) -> None:
    with server(site) as client:
        uri = client.open(name, NESTED)
        positions = {"positions": [{"line": 0, "character": 0}]}
        for method in ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens", "selectionRange"):
            assert client.request(f"textDocument/{method}", of(uri, **positions)) is None, method


def test_no_refresh_with_every_keystroke(site: Path) -> None:
    with server(site, capabilities=REFRESHING) as client:
        uri = client.open("content/setup.md", SITE["content/setup.md"])
        indexed(client)
        list(lenses(client, uri))
        at = {"line": 0, "character": 7}
        for version in range(2, 32):
            client.change(uri, version, {"range": {"start": at, "end": at}, "text": "x"})
            client.request("textDocument/foldingRange", of(uri))  # the text has been taken in
        indexed(client)
        before = len(client.received)
        client.wait(lambda each: each.get("method") == "workspace/codeLens/refresh")
        result = [each for each in client.received[:before] if each.get("method") == "workspace/codeLens/refresh"]
        assert len(result) <= 1  # that the pages have been read


def test_resolve_of_an_unknown_symbol(site: Path) -> None:
    with server(site) as client:
        indexed(client)
        missing = (site / "content/gone.md").as_uri()
        start = {"line": 0, "character": 0}
        for data, range_ in (
            [["heading", 5, 9], {"start": start, "end": start}],
            [["heading", -5, 9], None],
            [7, None],
        ):
            request = {"name": "A", "kind": 15, "location": {"uri": missing}, "data": data}
            result = client.request("workspaceSymbol/resolve", request)
            assert result["location"].get("range") == range_
