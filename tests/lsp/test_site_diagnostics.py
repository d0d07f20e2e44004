"""Site diagnostics: of open pages while others change, and of closed pages."""

from __future__ import annotations

import json
import os
import select
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refrakt.project.index import project_index
from refrakt.project.workspace import Workspace

from .conftest import PUSH, SITE, write
from .editor_client import (
    CHANGED,
    CREATED,
    DELETED,
    MODES,
    PUBLISH,
    PUSHED,
    REFRESH,
    EditorClient,
    Pulled,
    Pushed,
    pulled,
    pushed,
)
from .wire import TIMEOUT, Client, Message

CONFIG = "refrakt.config.json"
PAGES = {
    CONFIG: SITE[CONFIG],
    "content/index.md": "# Home\n",
    "content/guide.md": "# Guide\n\n## Set up\n",
    "README.md": "# Not a page, and [nowhere](/nowhere)\n",
}


def range_at(line: int, start: int, end: int) -> Message:
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


@pytest.fixture(scope="module", params=["push", "pull"])
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EditorClient]:
    """A shared editor for tests with their own pages."""
    with MODES[request.param](write(tmp_path_factory.mktemp("pages") / "site", PAGES)) as found:
        yield found
        if isinstance(found, Pulled):
            assert not [each for each in found.client.received if each.get("method") == PUBLISH]


@pytest.fixture(params=["push", "pull"])
def mode(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "site", PAGES)


# Open pages -----------------------------------------------------------------------------------------------------------


def test_broken_link(desk: EditorClient) -> None:
    uri = desk.open("content/links.md", "😀 [a](/nowhere) and [b](/guide#setup), [c](/guide#set-up)\n")
    link, fragment = desk.until(uri, "broken-fragment", "broken-link")
    assert (link["code"], link["range"]) == ("broken-link", range_at(0, 7, 15))
    assert (fragment["code"], fragment["range"]) == ("broken-fragment", range_at(0, 31, 37))
    assert "set-up" in fragment["message"]
    assert fragment["data"] == {"fixable": True}
    assert fragment["source"] == "refrakt"
    desk.close(uri)


def test_renamed_heading_updates_an_open_page(desk: EditorClient) -> None:
    there = desk.open("content/renamed.md", "# Renamed\n\n## One\n")
    # The second link shows that the first one has been checked: an empty list may come before that.
    here = desk.open("content/names.md", "[x](/renamed#one) [y](/nowhere)\n")
    desk.until(here, "broken-link")
    desk.type(there, 2, 2, 3, "Two", over=3)
    result, _ = desk.until(here, "broken-fragment", "broken-link")
    assert result["range"] == range_at(0, 12, 16)
    desk.type(there, 3, 2, 3, "One", over=3)
    desk.until(here, "broken-link")
    desk.close(here)
    desk.close(there)


def test_unsaved_page_counts_until_closed(desk: EditorClient) -> None:
    here = desk.open("content/waits.md", "[x](/new)\n")
    desk.until(here, "broken-link")
    new = desk.open("content/new.md", "# New\n")
    desk.until(here)
    desk.close(new)
    desk.until(here, "broken-link")
    desk.close(here)


def test_created_deleted_and_renamed_pages(desk: EditorClient) -> None:
    here = desk.open("content/looks.md", "[x](/late)\n")
    desk.until(here, "broken-link")
    desk.write("content/late.md", "# Late\n")
    desk.until(here)
    (desk.folder / "content/late.md").rename(desk.folder / "content/later.md")
    desk.events(("content/late.md", DELETED), ("content/later.md", CREATED))
    desk.until(here, "broken-link")
    (desk.folder / "content/later.md").rename(desk.folder / "content/late.md")
    desk.events(("content/later.md", DELETED), ("content/late.md", CREATED))
    desk.until(here)
    desk.write("content/late.md", None)
    desk.until(here, "broken-link")
    desk.close(here)


def test_problems_move_with_edits(desk: EditorClient) -> None:
    """Immediately, with the new version, and only once."""
    uri = desk.open("content/moves.md", "word\n\n[x](/nowhere)\n")
    desk.until(uri, "broken-link")
    before = len(desk.client.received)
    for version in range(2, 12):
        desk.type(uri, version, 0, 0, "line\n" if version % 2 else "w")
        result = desk.until(uri, "broken-link", version=version) if isinstance(desk, Pushed) else shown(desk, uri)
        assert [each["range"] for each in result] == [range_at(2 + (version - 1) // 2, 4, 12)]
    desk.type(uri, 12, 2 + 5, 5, "no")
    if isinstance(desk, Pulled):
        assert shown(desk, uri) == []
        desk.until(uri, "broken-link")
    elif isinstance(desk, Pushed):
        desk.until(uri, "broken-link", version=12)
        lists = [each["params"] for each in desk.client.received[before:] if each.get("method") == PUBLISH]
        assert all(len(each["diagnostics"]) <= 1 for each in lists if each["uri"] == uri)
        # A problem inside the edited text is dropped until the next check.
        first = next(each for each in lists if each["uri"] == uri and each["version"] == 12)
        assert first["diagnostics"] == []
    desk.close(uri)


def shown(desk: EditorClient, uri: str) -> list[Message]:
    assert isinstance(desk, Pulled)
    items: list[Message] = desk.pull(uri)["items"]
    return items


def test_related_information(desk: EditorClient) -> None:
    uri = desk.open("content/1-same.md", "# Same\n\n## Part\n\n## Part\n")
    other = desk.open("content/2-same.md", "# Same\n")
    route, heading = desk.until(uri, "duplicate-heading-id", "duplicate-route")
    (there,) = route["relatedInformation"]
    assert there["location"] == {"uri": other, "range": range_at(0, 0, 0)}
    (first,) = heading["relatedInformation"]
    assert first["location"]["uri"] == uri
    assert first["location"]["range"]["start"]["line"] == 2
    desk.close(other)
    desk.close(uri)


def test_page_outside_the_page_folders(desk: EditorClient) -> None:
    uri = desk.open("README.md")
    markdoc = desk.open("notes/a.mdoc", "[x](/nowhere) {% hnit /%}\n")
    desk.until(markdoc, "unknown-rune")
    page = desk.open("content/inside.md", "[x](/nowhere)\n")
    desk.until(page, "broken-link")
    desk.until(uri)
    desk.close(page)
    desk.close(markdoc)
    desk.close(uri)


# Closed pages ---------------------------------------------------------------------------------------------------------


def test_closed_page_is_reported_and_cleared(desk: EditorClient) -> None:
    desk.write("content/alone.md", "# é [x](/nowhere)\n\n{% hnit /%}\n")
    link, rune = desk.closed("content/alone.md", "broken-link", "unknown-rune")
    assert link["range"] == range_at(0, 8, 16)
    assert rune["range"] == range_at(2, 3, 7)
    desk.write("content/alone.md", "# Mended\n")
    desk.closed("content/alone.md")


def test_opening_a_page_replaces_its_diagnostics(desk: EditorClient) -> None:
    text = "[x](/nowhere)\n"
    desk.write("content/opened.md", text)
    desk.closed("content/opened.md", "broken-link")
    uri = desk.open("content/opened.md", f"\n\n{text}")
    (result,) = desk.until(uri, "broken-link")
    while result["range"] != range_at(2, 4, 12):
        # Sent before it was opened.
        assert isinstance(desk, Pushed)
        desk.client.received.append(desk.client.wait(lambda each: each.get("method") == PUBLISH))
        (result,) = desk.until(uri, "broken-link")
    desk.type(uri, 2, 2, 5, "guide#gone", over=7)
    desk.until(uri, "broken-fragment")
    desk.close(uri)
    # It was not saved.
    assert [each["range"] for each in desk.closed("content/opened.md", "broken-link")] == [range_at(0, 4, 12)]
    desk.write("content/opened.md", None)
    desk.closed("content/opened.md")


def test_renamed_heading_breaks_links_of_closed_pages(desk: EditorClient) -> None:
    desk.write("content/target.md", "# Target\n\n## One\n")
    desk.write("content/from.md", "[x](/target#one) [y](/nowhere)\n")
    desk.closed("content/from.md", "broken-link")
    uri = desk.open("content/target.md")
    desk.type(uri, 2, 2, 3, "Two", over=3)
    desk.closed("content/from.md", "broken-fragment", "broken-link")
    desk.close(uri)
    desk.closed("content/from.md", "broken-link")


def test_unchanged_diagnostics_are_not_sent_again(folder: Path) -> None:
    write(folder, {f"content/p{number}.md": "[x](/nowhere)\n" for number in range(30)})
    with pushed(folder) as desk:
        for number in range(30):
            desk.closed(f"content/p{number}.md", "broken-link")
        desk.write("content/last.md", "[x](/nowhere)\n")
        desk.closed("content/last.md", "broken-link")
        uris = [each["uri"] for each in desk.sent()]
        assert len(uris) == len(set(uris)) == 31
        assert not [each for each in desk.sent() if "version" in each]


def test_workspace_diagnostic_report(folder: Path) -> None:
    write(folder, {f"content/p{number}.md": "[x](/nowhere)\n" for number in range(3)})
    with pulled(folder) as desk:
        for number in range(3):
            desk.closed(f"content/p{number}.md", "broken-link")
        desk.write("content/p0.md", "fine\n")
        items = {each["uri"]: each for each in desk.pull_workspace()}
        assert items[desk.uri("content/p0.md")]["items"] == []
        assert items[desk.uri("content/p1.md")]["kind"] == "unchanged"
        assert "items" not in items[desk.uri("content/p1.md")]
        assert all(each["version"] is None for each in items.values())
        assert not desk.lists[desk.uri("content/p0.md")]


def test_workspace_report_after_closing_with_unsaved_problems(folder: Path) -> None:
    """VS Code forgets the result id when it closes a file, and ignores a report that arrives too soon."""
    with pulled(folder) as desk:
        for saved in ("", "[x](/nowhere)\n"):
            desk.write("content/unsaved.md", saved)
            uri = desk.open("content/unsaved.md", f"{{% hnit /%}}\n{saved}")
            desk.until(uri, "unknown-rune", *(["broken-link"] if saved else []))
            desk.close(uri)
            desk.names.pop(uri, None)
            closed = time.monotonic()
            while True:
                report = next((each for each in desk.pull_workspace() if each["uri"] == uri), None)
                if time.monotonic() > closed + 1 and report is not None:
                    break
            assert report["kind"] == "full"
            assert [each["code"] for each in report["items"]] == (["broken-link"] if saved else [])


@pytest.mark.slow
def test_long_report_is_sent_in_parts(folder: Path) -> None:
    write(folder, {f"content/p{number}.md": "[x](/nowhere)\n" for number in range(1000)})
    with pulled(folder) as desk:
        desk.closed("content/p0.md", "broken-link")
        whole = dict(desk.lists)
        desk.names.clear()
        desk.lists.clear()
        before = len(desk.client.received)
        items = desk.pull_workspace(partialResultToken="parts")
        parts = [each["params"] for each in desk.client.received[before:] if each.get("method") == "$/progress"]
        assert len(parts) in (10, 11), "the pages, and the config if it has been reported"
        assert all(each["token"] == "parts" and len(each["value"]["items"]) <= 100 for each in parts)
        assert sum("/content/p" in each["uri"] for each in items) == 1000
        assert desk.lists == whole


# Settings -------------------------------------------------------------------------------------------------------------


def test_settings(mode: str, folder: Path) -> None:
    write(folder, {"content/wrong.md": "[x](/nowhere)\n\n{% hnit /%}\n"})
    with MODES[mode](folder) as desk:
        uri = desk.open("content/here.md", "[x](/nowhere)\n")
        desk.until(uri, "broken-link")
        desk.closed("content/wrong.md", "broken-link", "unknown-rune")
        desk.set(closedPages=False)
        desk.closed("content/wrong.md")
        desk.until(uri, "broken-link")
        desk.set(rules={"broken-link": "hint"})
        assert [each["severity"] for each in desk.closed("content/wrong.md", "broken-link", "unknown-rune")] == [4, 1]
        while [each["severity"] for each in desk.until(uri, "broken-link")] != [4]:
            pass
        desk.set(rules={"broken-link": "off"})
        desk.closed("content/wrong.md", "unknown-rune")
        desk.until(uri)
        desk.set(diagnostics=False)
        desk.closed("content/wrong.md")
        desk.set()
        desk.closed("content/wrong.md", "broken-link", "unknown-rune")
        desk.until(uri, "broken-link")


def test_enabling_closed_pages_checks_them(mode: str, folder: Path) -> None:
    write(folder, {"content/wrong.md": "{% hnit /%}\n"})
    with MODES[mode](folder, initializationOptions={"closedPages": False}) as desk:
        uri = desk.open("content/here.md", "[x](/nowhere)\n")
        desk.until(uri, "broken-link")
        desk.set(closedPages=True)
        desk.closed("content/wrong.md", "unknown-rune")


# Projects -------------------------------------------------------------------------------------------------------------


def test_config_while_editing(mode: str, folder: Path) -> None:
    write(folder, {"pages/other.md": "# Other\n", "content/wrong.md": "[x](/nowhere)\n"})
    text = SITE[CONFIG]
    with MODES[mode](folder) as desk:
        uri = desk.open("content/here.md", "[x](/other) [y](/guide)\n")
        desk.until(uri, "broken-link")
        desk.closed("content/wrong.md", "broken-link")
        config = desk.client.open(CONFIG, text, "json")
        desk.client.change(config, 2, {"text": text.replace("./content", "./pages")})
        desk.until(uri)  # it is not a page any more
        desk.closed("content/wrong.md")
        other = desk.open("pages/here.md", "[x](/other) [y](/guide)\n")
        assert [each["range"] for each in desk.until(other, "broken-link")] == [range_at(0, 16, 22)]
        rules = '"theme": "@refrakt-md/lumina", "routeRules": [{"pattern": "**", "layout": "docks"}], "plugins"'
        desk.client.change(config, 3, {"text": text.replace('"plugins"', rules)})
        (result,) = desk.until(config, "unknown-layout")
        assert result["message"].startswith("the theme has no layout 'docks'; did you mean 'docs'?")
        desk.until(uri, "broken-link")
        desk.close(config)
        desk.until(uri, "broken-link")
        desk.closed("content/wrong.md", "broken-link")


def test_several_sites(mode: str, folder: Path) -> None:
    sites = {name: {"contentDir": f"./{name}", "plugins": []} for name in ("one", "two")}
    write(folder, {CONFIG: json.dumps({"sites": sites}), "one/a.md": "# A\n", "two/b.md": "# B\n"})
    with MODES[mode](folder) as desk:
        uri = desk.open("two/here.md", "[a](/a) [b](/b)\n")
        assert [each["range"] for each in desk.until(uri, "broken-link")] == [range_at(0, 4, 6)]


def test_two_folders(mode: str, tmp_path: Path) -> None:
    one, two = (write(tmp_path / name, {**PAGES, f"content/{name}.md": "[x](/nowhere)\n"}) for name in ("one", "two"))
    with MODES[mode](one) as desk:
        desk.closed("content/one.md", "broken-link")
        added = [{"uri": two.as_uri(), "name": "two"}]
        desk.client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": added, "removed": []}})
        desk.closed("../two/content/two.md".replace("../two", str(two)), "broken-link")
        uri = desk.open((two / "content/here.md").as_uri(), "[one](/one) [two](/two)\n")
        assert [each["range"] for each in desk.until(uri, "broken-link")] == [range_at(0, 6, 10)]
        desk.client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": added}})
        desk.closed(str(two / "content/two.md"))
        desk.client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": added, "removed": []}})
        desk.closed(str(two / "content/two.md"), "broken-link")


def test_project_below_the_folder(mode: str, tmp_path: Path) -> None:
    """As in a repository that contains the site: it is indexed once one of its pages is open."""
    write(tmp_path / "all" / "site", {**PAGES, "content/wrong.md": "[x](/nowhere)\n"})
    with MODES[mode](tmp_path / "all") as desk:
        uri = desk.open("site/content/here.md", "[x](/nowhere) [y](/guide)\n")
        desk.until(uri, "broken-link")
        desk.closed("site/content/wrong.md", "broken-link")


def test_config_created_later(mode: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "site", {"content/guide.md": "# Guide\n"})
    with MODES[mode](folder) as desk:
        uri = desk.open("content/here.md", "[x](/nowhere) [y](/guide)\n")
        desk.until(desk.open("content/markdoc.mdoc", "{% hnit /%} {% hnit\n"), "unterminated-tag")
        desk.until(uri)
        desk.write(CONFIG, SITE[CONFIG])
        desk.until(uri, "broken-link")


def test_folder_without_a_project(mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(cache))
    names = ("a.mdoc", "b.markdoc", "c.markdoc.md")
    text = "[x](/nowhere) {% hnit /%} {% hnit\n"
    folder = write(tmp_path / "notes", dict.fromkeys((*names, "d.md"), text))
    with MODES[mode](folder) as desk:
        uri = desk.open("d.md")
        for name in names:
            desk.until(desk.open(name), "unterminated-tag")  # any tag may be defined
        desk.until(uri)
        assert not workers(desk.client)
        assert desk.client.shut_down() == 0
    assert not cache.exists()


# What happens in the background ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_branch_switch_is_one_change(mode: str, folder: Path) -> None:
    pages = [f"content/p{number}.md" for number in range(200)]
    write(folder, {**dict.fromkeys(pages, "[x](/nowhere)\n"), "content/gone.md": "# Gone\n"})
    with MODES[mode](folder) as desk:
        uri = desk.open("content/here.md", "[x](/gone)\n\n{% hnit /%}\n")
        for name in pages:
            desk.closed(name, "broken-link")
        desk.until(uri, "unknown-rune")
        desk.client.request("refrakt/status")
        before = len(desk.client.received)
        write(folder, dict.fromkeys(pages, "[x](/nowhere)\n\n[y](/gone)\n"))
        (folder / "content/gone.md").unlink()
        changes = [*((name, CHANGED) for name in pages), ("content/gone.md", DELETED)]
        for start in range(0, len(changes), 20):
            desk.events(*changes[start : start + 20])
        desk.until(uri, "broken-link", "unknown-rune")
        for name in pages:
            desk.closed(name, "broken-link", "broken-link")
        desk.client.request("refrakt/status")
        result = [each for each in desk.client.received[before:] if each.get("method") in (PUBLISH, REFRESH)]
        if isinstance(desk, Pulled):
            # One, or two where the machine is so busy that the changes come in two bursts.
            assert {each["method"] for each in result} == {REFRESH}
            assert len(result) <= 2
        else:
            assert sorted(each["params"]["uri"] for each in result) == sorted([uri, *map(desk.uri, pages)])


def many(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A large site without a cache."""
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(folder.parent / "cache"))
    text = "# Page\n\n" + "## Part\n\nSome *words* and a [link](/guide).\n\n" * 50
    return write(folder, {f"content/p{number}.md": f"{text}{number}\n" for number in range(60)})


WITH_PROGRESS = {**PUSHED, "window": {"workDoneProgress": True}}
CREATE = "window/workDoneProgress/create"


def test_progress(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pushed(many(folder, monkeypatch), capabilities=WITH_PROGRESS) as desk:
        last = desk.client.wait(
            lambda each: each.get("method") == "$/progress" and each["params"]["value"]["kind"] == "end"
        )
        received = [each for each in (*desk.client.received, last) if each["method"] in ("$/progress", CREATE)]
        assert {each["params"]["token"] for each in received} == {last["params"]["token"]}
        create, *values = [each["params"].get("value") for each in received]
        assert create is None
        assert [each["kind"] for each in values] == ["begin", *["report"] * (len(values) - 2), "end"]
        assert values[0]["title"] == "Indexing pages"
        percentages = [each["percentage"] for each in values[:-1]]
        assert percentages == sorted(percentages)
        assert 0 <= percentages[0] <= percentages[-1] <= 100


class Refusing(Client):
    """A client that rejects the progress token."""

    def send(self, message: Message) -> None:
        request = next((each for each in reversed(self.received) if each.get("id") == message.get("id")), {})
        if "method" not in message and request.get("method") == CREATE:
            message = {"id": message["id"], "error": {"code": -32601, "message": "no"}}
        super().send(message)


@pytest.mark.parametrize("refuses", [True, False])
def test_no_progress_without_client_support(folder: Path, monkeypatch: pytest.MonkeyPatch, refuses: bool) -> None:
    write(many(folder, monkeypatch), {"content/wrong.md": "[x](/nowhere)\n"})
    with Refusing(folder) as client:
        client.initialize(WITH_PROGRESS if refuses else PUSHED)
        Pushed(client).closed("content/wrong.md", "broken-link")
        assert len([each for each in client.received if each.get("method") == CREATE]) == int(refuses)
        assert not [each for each in client.received if each.get("method") == "$/progress"]


def workers(client: Client) -> list[int]:
    """The worker processes of a server."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            is_worker = b"refrakt.project.index.reader_process" in (status.parent / "cmdline").read_bytes()
        except OSError:  # it has just ended
            continue
        if parent == client.process.pid and is_worker:
            found.append(int(status.parent.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("politely", [True, False])
def test_no_process_remains_after_exit_during_indexing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, politely: bool
) -> None:
    with pushed(many(folder, monkeypatch)) as desk:
        while not (readers := workers(desk.client)):
            desk.client.request("refrakt/status")
        handles = [os.pidfd_open(each) for each in readers]
        try:
            if politely:
                assert desk.client.shut_down() == 0
            else:
                desk.client.process.kill()
            for handle in handles:
                # Readable once the process is gone.
                assert select.select([handle], [], [], TIMEOUT)[0]
        finally:
            for handle in handles:
                os.close(handle)


@pytest.mark.slow
def test_client_without_file_watchers(folder: Path) -> None:
    with pushed(folder, "--log-level", "debug", capabilities={**PUSHED, "workspace": {}}) as desk:
        uri = desk.open("content/here.md", "[x](/late)\n")
        desk.until(uri, "broken-link")
        desk.client.wait_for_log(b"watching")
        (folder / "content/late.md").write_text("# Late\n")
        desk.until(uri)
        (folder / "content/late.md").rename(folder / "content/later.md")
        desk.until(uri, "broken-link")
        (folder / "content/deep/er").mkdir(parents=True)
        (folder / "content/deep/er/wrong.md").write_text("[x](/nowhere)\n")
        desk.closed("content/deep/er/wrong.md", "broken-link")
        (folder / "content/deep/er/wrong.md").unlink()
        desk.closed("content/deep/er/wrong.md")


def test_no_related_information_without_client_support(folder: Path) -> None:
    with pushed(folder, capabilities=PUSH) as desk:
        uri = desk.open("content/twice.md", "# Twice\n\n## Part\n\n## Part\n")
        (result,) = desk.until(uri, "duplicate-heading-id")
        assert "relatedInformation" not in result


def test_requests_do_not_wait_for_the_index(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Importing the index and opening the cache takes longer than a keystroke may."""
    started, go_on = threading.Event(), threading.Event()

    class Slow(project_index.ProjectIndex):
        def __init__(self, *argv: Any) -> None:
            started.set()
            go_on.wait(TIMEOUT)
            super().__init__(*argv)

    monkeypatch.setattr(project_index, "ProjectIndex", Slow)
    workspace = Workspace()
    beginning = threading.Thread(target=workspace.index, args=(folder,))
    beginning.start()
    try:
        assert started.wait(TIMEOUT)
        client = threading.Thread(target=workspace.open, args=("file:///a", folder / "content/a.md", "x", 1))
        client.start()
        client.join(TIMEOUT / 2)
        assert not client.is_alive()
    finally:
        go_on.set()
        beginning.join(TIMEOUT)
    (index,) = workspace.indexes()
    index.close()
