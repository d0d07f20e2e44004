"""The preview in the editor's process. `browser/test_preview.py` shows it in a real browser."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from .conftest import PUSH, SITE, write
from .wire import Client, server

PAGE = '# Häuser 🏠\n\n{% hint type="note" %}\nOne\n{% /hint %}\n\n{% details %}\n'


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    capabilities = {**PUSH, "window": {"showDocument": {"support": True}}, "experimental": {"scrollEditor": True}}
    with server(write(tmp_path / "site", SITE), capabilities=capabilities) as client:
        yield client


class Events:
    """A browser that reads the events of a page."""

    def __init__(self, url: str, path: str) -> None:
        self.base = url.partition("?")[0]
        self._stream = urllib.request.urlopen(f"{self.base}events?path={path}", timeout=20)

    def next(self, name: str) -> dict[str, Any]:
        wanted = False
        for line in self._stream:
            if line.startswith(b"event: "):
                wanted = line.strip() == f"event: {name}".encode()
            elif wanted and line.startswith(b"data: "):
                found: dict[str, Any] = json.loads(line[6:])
                return found
        raise AssertionError("the server closed the connection")

    def report(self, name: str, data: dict[str, Any]) -> None:
        parts = urlsplit(self.base)
        headers = {"Content-Type": "application/json", "Origin": f"{parts.scheme}://{parts.netloc}"}
        request = urllib.request.Request(f"{self.base}{name}", json.dumps(data).encode(), headers)
        urllib.request.urlopen(request, timeout=20).close()

    def close(self) -> None:
        self._stream.close()


@pytest.fixture
def uri(client: Client) -> str:
    return client.open("content/index.md", PAGE)


@pytest.fixture
def browser(client: Client, uri: str) -> Iterator[Events]:
    url = client.request("refrakt/previewServer", {"textDocument": {"uri": uri}})["url"]
    assert parse_qs(urlsplit(url).query) == {"page": ["content/index.md"]}
    events = Events(url, "content/index.md")
    yield events
    events.close()


def test_the_page_for_a_view_of_the_editor(client: Client, uri: str) -> None:
    shown = client.request("refrakt/preview", {"textDocument": {"uri": uri}})
    assert {key: shown[key] for key in ("uri", "version", "title", "layout", "lines")} == {
        "uri": uri,
        "version": 1,
        "title": "Häuser 🏠",
        "layout": None,
        "lines": [1, 3, 4, 7],
    }
    hint, details = shown["spans"]
    assert (hint["rune"], details["rune"]) == ("hint", "details")
    assert hint["range"] == {"start": {"line": 2, "character": 0}, "end": {"line": 4, "character": 11}}
    assert f'data-source-line="3" data-source-span="{hint["span"]}"' in shown["html"]
    assert [(each["code"], each["line"]) for each in shown["problems"]] == [("unclosed-tag", 7)]
    assert "document" not in shown


def test_layouts_and_colors(client: Client, uri: str) -> None:
    shown = client.request("refrakt/preview", {"textDocument": {"uri": uri}, "layout": "docs", "theme": "dark"})
    assert shown["layout"] == "docs"
    assert "rf-docs-content" in shown["html"]
    assert '<html lang="en" data-theme="dark">' in shown["document"]
    assert "--rf-color-bg" in shown["document"]
    for wrong in ({"layout": "x"}, {"theme": "pink"}, {"layout": 1}):
        assert client.error_code("refrakt/preview", {"textDocument": {"uri": uri}, **wrong}) == -32602
    assert client.error_code("refrakt/preview", {}) == -32602
    assert client.request("refrakt/preview", {"textDocument": {"uri": "untitled:1"}}) is None
    missing = {"textDocument": {"uri": (client.folder / "content/missing.md").as_uri()}}
    assert client.error_code("refrakt/preview", missing) == -32803


def test_the_themes_for_a_view(client: Client, uri: str) -> None:
    """That of the site once it is installed."""
    params = {"textDocument": {"uri": uri}, "view": True}
    shown = client.request("refrakt/preview", params)
    assert (shown["root"], shown["stylesheet"], shown["themes"]) == (str(client.folder), None, {})
    package = client.folder / "node_modules/@refrakt-md/lumina"
    package.mkdir(parents=True)
    (package / "index.css").write_text("body { color: red }")
    shown = client.request("refrakt/preview", params)
    assert shown["stylesheet"] == str(package / "index.css")
    assert shown["themes"] == {"@refrakt-md/lumina": shown["stylesheet"]}


def test_one_server_for_a_project(client: Client, uri: str) -> None:
    urls = [client.request("refrakt/previewServer", params)["url"] for params in (None, {"textDocument": {"uri": uri}})]
    assert urls[0] == urls[1].partition("?")[0]


def test_a_folder_opens_at_its_first_page(client: Client, uri: str) -> None:
    folder = {"textDocument": {"uri": (client.folder / "content").as_uri()}}
    assert client.request("refrakt/previewServer", folder)["url"].endswith("/?page=content%2Findex.md")


def test_typing_is_pushed(client: Client, uri: str, browser: Events) -> None:
    assert browser.next("page")["version"] == 1
    start = {"line": 3, "character": 0}
    client.change(uri, 2, {"range": {"start": start, "end": start}, "text": "More than "})
    while (page := browser.next("page"))["version"] != 2:
        pass
    assert "More than One" in page["html"]


def test_the_editor_scrolls_the_browser(client: Client, uri: str, browser: Events) -> None:
    browser.next("page")
    client.notify("refrakt/previewScroll", {"textDocument": {"uri": uri}, "line": 6})
    assert browser.next("scroll") == {"path": "content/index.md", "line": 7}
    for wrong in (None, {}, {"textDocument": {"uri": uri}, "line": -1}, {"textDocument": {"uri": "x:y"}, "line": 1}):
        client.notify("refrakt/previewScroll", wrong)
    client.notify("refrakt/previewScroll", {"textDocument": {"uri": uri}, "line": 0})
    assert browser.next("scroll")["line"] == 1


def test_the_browser_scrolls_the_editor(client: Client, uri: str, browser: Events) -> None:
    browser.next("page")
    browser.report("scroll", {"path": "content/index.md", "line": 3})
    report = client.wait(lambda each: each.get("method") == "refrakt/scrollEditor")
    assert report["params"] == {"uri": uri, "line": 2}


def test_a_click_shows_the_block(client: Client, uri: str, browser: Events) -> None:
    browser.next("page")
    start = PAGE.index("One")
    browser.report("select", {"path": "content/index.md", "start": start, "end": start + 3})
    request = client.wait(lambda each: each.get("method") == "window/showDocument")["params"]
    assert request["uri"] == uri
    assert request["selection"] == {"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": 3}}


def test_the_server_ends_with_the_process(client: Client, uri: str, browser: Events) -> None:
    browser.next("page")
    assert client.shut_down() == 0
    with pytest.raises(AssertionError, match="closed"):
        browser.next("page")
