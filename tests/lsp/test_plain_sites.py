"""Plain Markdoc sites in an editor: nothing is configured, and edits of the schema count before they are saved."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from .conftest import PUSH, write
from .editor_client import MODES
from .wire import Client, Message, server

SITE = {
    "package.json": json.dumps({"name": "garden", "dependencies": {"@markdoc/next.js": "0.3.1", "next": "13.0.0"}}),
    "next.config.js": "module.exports = require('@markdoc/next.js')()({ pageExtensions: ['md', 'js'] })\n",
    "markdoc/tags.js": "export const hint = { attributes: { type: { type: String } } }\n",
    "pages/index.md": "# Garden\n\n{% hint %}\nWater.\n{% /hint %}\n\n{% tip %}\nMulch.\n{% /tip %}\n",
    "README.md": "# About\n\n{% nothing %}\n",
}
WITH_TIP = SITE["markdoc/tags.js"] + "export const tip = {}\n"


both = pytest.mark.parametrize("mode", MODES)


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    write(tmp_path, SITE)
    return tmp_path


@both
def test_an_unsaved_schema_counts(garden: Path, mode: str) -> None:
    with MODES[mode](garden) as editor:
        page = editor.open("pages/index.md")
        editor.until(page, "unknown-rune")
        source = editor.client.open("markdoc/tags.js", SITE["markdoc/tags.js"], language="javascript")
        editor.type(source, 2, 1, 0, "export const tip = {}\n")
        editor.until(page)
        editor.close(source)
        editor.until(page, "unknown-rune")


@both
def test_a_saved_schema_counts(garden: Path, mode: str) -> None:
    with MODES[mode](garden) as editor:
        page = editor.open("pages/index.md")
        editor.until(page, "unknown-rune")
        editor.write("markdoc/tags.js", WITH_TIP)
        editor.until(page)
        editor.write("markdoc/tags.js", SITE["markdoc/tags.js"])
        editor.until(page, "unknown-rune")


@both
def test_a_file_that_is_not_a_page_has_no_problems(garden: Path, mode: str) -> None:
    with MODES[mode](garden) as editor:
        readme = editor.open("README.md")
        page = editor.open("pages/index.md")
        editor.until(page, "unknown-rune")
        editor.until(readme)


def registrations(messages: list[Message], method: str) -> list[Message]:
    found = [each["params"] for each in messages if each.get("method") == "client/registerCapability"]
    return [one for each in found for one in each["registrations"] if one["method"] == method]


def registered_patterns(client: Client, count: int = 1) -> set[str]:
    """The files whose text the client is asked to send by the registration of this number."""
    end = time.monotonic() + 20
    while len(found := registrations(client.received, "textDocument/didOpen")) < count:
        client.request("refrakt/status")
        assert time.monotonic() < end, "nothing was registered"
    return {each["pattern"] for each in found[count - 1]["registerOptions"]["documentSelector"]}


SYNC: dict[str, Any] = {
    **PUSH,
    "textDocument": {**PUSH["textDocument"], "synchronization": {"dynamicRegistration": True}},
}


def test_the_sources_of_the_schema_are_registered(garden: Path) -> None:
    with server(garden, capabilities=SYNC) as client:
        patterns = registered_patterns(client)
        assert "**/markdoc/tags.js" in patterns
        assert not any(each.endswith(".md") for each in patterns)
        (changes,) = registrations(client.received, "textDocument/didChange")
        assert changes["registerOptions"]["syncKind"] == 1
        assert registrations(client.received, "textDocument/references") == []


def test_references_of_the_schema_are_registered(garden: Path) -> None:
    text_document = {**SYNC["textDocument"], "references": {"dynamicRegistration": True}}
    with server(garden, capabilities={**SYNC, "textDocument": text_document}) as client:
        patterns = registered_patterns(client)
        (references,) = registrations(client.received, "textDocument/references")
        assert {each["pattern"] for each in references["registerOptions"]["documentSelector"]} == patterns


@both
@pytest.mark.parametrize(
    ("character", "expected"),
    [
        (14, [("markdoc/tags.js", 0), ("pages/index.md", 2)]),
        (37, [("markdoc/tags.js", 0), ("pages/more.md", 0)]),
        (45, []),
    ],
)
def test_references_from_the_source_of_the_schema(
    garden: Path, mode: str, character: int, expected: list[tuple[str, int]]
) -> None:
    write(garden, {"pages/more.md": '{% box type="x" /%}\n'})
    schema = SITE["markdoc/tags.js"].replace("hint = {", "hint = {}\nexport const box = {")
    line = 0 if character == 14 else 1
    write(garden, {"markdoc/tags.js": schema})
    with MODES[mode](garden) as editor:
        page = editor.open("pages/index.md")
        editor.until(page, "unknown-rune")
        source = editor.client.open("markdoc/tags.js", schema, language="javascript")
        position = {"line": line, "character": character}
        params = {"textDocument": {"uri": source}, "position": position, "context": {"includeDeclaration": True}}
        root, end = garden.resolve().as_uri(), time.monotonic() + 20
        places: list[tuple[str, int]] = []
        while time.monotonic() < end:  # until all pages are indexed
            found = editor.client.request("textDocument/references", params) or []
            places = [(each["uri"].removeprefix(f"{root}/"), each["range"]["start"]["line"]) for each in found]
            if len(places) >= len(expected):
                break
        assert places == [(path, line if path.endswith(".js") else at) for path, at in expected]


def test_a_new_source_is_registered_in_addition(garden: Path) -> None:
    """Withdrawn registrations close files in VS Code, also those that a newer registration matches."""
    write(garden, {"markdoc/more.js": "export const tip = {}\n"})
    with server(garden, capabilities=SYNC) as client:
        assert "**/markdoc/more.js" not in registered_patterns(client)
        source = client.open("markdoc/tags.js", SITE["markdoc/tags.js"], language="javascript")
        client.change(source, 2, {"text": SITE["markdoc/tags.js"] + 'export * from "./more"\n'})
        assert registered_patterns(client, count=2) == {"**/markdoc/more.js"}
        assert not any(each.get("method") == "client/unregisterCapability" for each in client.received)


def test_the_sources_of_a_site_below_the_open_folder_are_registered(tmp_path: Path) -> None:
    write(tmp_path / "projects" / "garden", SITE)
    with server(tmp_path / "projects", capabilities=SYNC) as client:
        client.open("garden/pages/index.md", SITE["pages/index.md"])
        assert "**/garden/markdoc/tags.js" in registered_patterns(client)


def test_the_status_says_what_was_recognised_and_why(garden: Path) -> None:
    with server(garden, capabilities=PUSH) as client:
        client.open("pages/index.md", SITE["pages/index.md"])
        (root,) = client.request("refrakt/status")["roots"]
        (site,) = root["sites"]
        assert (site["name"], site["framework"], site["router"]) == ("garden", "next", "pages")
        assert (site["schema"], site["tags"], site["routes"]) == ("closed", 1, "known")
        assert "`package.json` depends on `@markdoc/next.js`" in site["evidence"]
        assert str(garden.resolve() / "markdoc/tags.js") in root["sources"]


def test_messages_wait_for_the_project_in_their_order(garden: Path) -> None:
    """A site is recognised in a thread; what the user types meanwhile is applied afterwards."""
    with server(garden, capabilities=PUSH) as client:
        uri = client.open("pages/index.md", "# Garden\n")
        for version, sign in enumerate("{% hin", 2):
            client.change(uri, version, {"range": _at(1, version - 2), "text": sign})
        items = client.request(
            "textDocument/completion", {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 6}}
        )
        labels = [each["label"] for each in (items["items"] if isinstance(items, dict) else items)]
        assert "hint" in labels


def _at(line: int, column: int) -> dict[str, Any]:
    return {"start": {"line": line, "character": column}, "end": {"line": line, "character": column}}


def test_the_status_of_a_page_names_the_site(garden: Path) -> None:
    with server(garden, capabilities=PUSH) as client:
        page = client.open("pages/index.md", SITE["pages/index.md"])
        found = client.request("refrakt/pageStatus", {"textDocument": {"uri": page}})
        assert (found["checked"], found["framework"]) == (True, "next")
        readme = client.open("README.md", SITE["README.md"])
        found = client.request("refrakt/pageStatus", {"textDocument": {"uri": readme}})
    assert not found["checked"]
    assert found["reason"] == "The site garden (next) does not serve this file."


@both
def test_a_project_is_read_again_on_request(garden: Path, mode: str) -> None:
    """A change that the editor does not report, such as on a drive without notifications."""
    with MODES[mode](garden) as editor:
        page = editor.open("pages/index.md")
        editor.until(page, "unknown-rune")
        (garden / "markdoc" / "tags.js").write_text(WITH_TIP)
        editor.client.notify("refrakt/reread", {})
        editor.until(page)
