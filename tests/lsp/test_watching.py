"""Files that change behind the editor's back are noticed, by the editor or by us."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from refrakt.hosts.lsp.client import client_of
from refrakt.hosts.lsp.framing import Framer
from refrakt.hosts.lsp.front import Greeting
from refrakt.hosts.lsp.process import assemble
from refrakt.project.workspace import Change

from .conftest import PUSH, SITE, profile, write
from .wire import Client, Message, Silent, server

UNWATCHED: dict[str, Any] = {**PUSH, "workspace": {}}
PAGE = '{% partial file="late.md" /%}\n'
CONFIG = "refrakt.config.json"


def test_an_editor_that_can_watch_is_asked_to(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        wishes: list[Message] = []
        while not wishes:
            client.request("refrakt/status")
            wishes = [each for each in client.said if each.get("method") == "client/registerCapability"]
        (wish,) = [one for each in wishes for one in each["params"]["registrations"]]
        assert wish["method"] == "workspace/didChangeWatchedFiles"
        patterns = " ".join(each["globPattern"] for each in wish["registerOptions"]["watchers"])
        assert CONFIG in patterns
        assert "md" in patterns
        assert "**/content/**" in patterns.split()
        assert "**/static/**" in patterns.split()


def test_an_editor_is_asked_again_when_other_folders_matter(site: Path) -> None:
    def wishes(client: Client, method: str, field: str) -> list[Message]:
        said = [each["params"] for each in client.said if each.get("method") == method]
        return [one for each in said for one in each[field]]

    with server(site, capabilities=PUSH) as client:
        while not wishes(client, "client/registerCapability", "registrations"):
            client.request("refrakt/status")
        config = json.loads(SITE[CONFIG])
        config["sites"]["main"]["authoring"] = {"staticDirs": ["pictures [old]"]}
        (site / CONFIG).write_text(json.dumps(config))
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": (site / CONFIG).as_uri(), "type": 2}]})
        while not (gone := wishes(client, "client/unregisterCapability", "unregisterations")):
            client.request("refrakt/status")
        first, second = wishes(client, "client/registerCapability", "registrations")
        assert [each["id"] for each in gone] == [first["id"]]
        assert {"globPattern": "**/pictures ?old?/**"} in second["registerOptions"]["watchers"]


async def test_a_burst_is_one_change(site: Path) -> None:
    """However many messages it comes in."""
    request = {"params": {"rootUri": site.as_uri(), "capabilities": PUSH}}
    parts = assemble(Greeting(request, client_of(request["params"]), Framer()))
    workspace = parts.session.workspace
    heard: asyncio.Queue[Change] = asyncio.Queue()
    workspace.listeners.append(lambda change: heard.put_nowait(change) if change.kind == "files" else None)
    notify = parts.session.protocol.fm.features[types.WORKSPACE_DID_CHANGE_WATCHED_FILES]
    pages = [site.resolve() / f"content/{number}.md" for number in range(1000)]
    for page in pages:
        notify(types.DidChangeWatchedFilesParams([types.FileEvent(page.as_uri(), types.FileChangeType.Changed)]))
        await asyncio.sleep(0)
    async with asyncio.timeout(20):
        assert await heard.get() == Change("files", paths=frozenset(pages))
    assert heard.empty()
    parts.watching.close()
    workspace.end_indexes()


def test_a_partial_that_appears(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        uri = client.open("content/index.md", PAGE)
        assert [each["code"] for each in client.diagnostics(uri, 1)] == ["partial-missing"]
        partial = site / "content/_partials/late.md"
        partial.write_text("here\n")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": partial.as_uri(), "type": 1}]})
        assert client.diagnostics(uri, 1) == []


def test_a_config_that_appears_further_down(tmp_path: Path) -> None:
    """The project of a page can become another one."""
    folder = tmp_path / "all"
    (folder / "inner/content").mkdir(parents=True)
    with server(folder, capabilities=PUSH) as client:
        uri = client.open("inner/content/page.md", "{% hnit /%}\n")
        assert client.diagnostics(uri, 1) == []
        config = folder / "inner" / CONFIG
        config.write_text(SITE[CONFIG])
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": config.as_uri(), "type": 1}]})
        assert [each["code"] for each in client.diagnostics(uri, 1)] == ["unknown-rune"]


@pytest.mark.slow
def test_editors_that_cannot_watch(site: Path) -> None:
    with server(site, "--log-level", "debug", capabilities=UNWATCHED) as client:
        uri = client.open("content/index.md", PAGE)
        assert [each["code"] for each in client.diagnostics(uri, 1)] == ["partial-missing"]
        client.wait_for_log(b"watching")
        (site / "content/_partials/late.md").write_text("here\n")
        assert client.diagnostics(uri, 1) == []
        (site / CONFIG).write_text("{")
        assert [each["code"] for each in client.diagnostics((site / CONFIG).as_uri())] == ["config-syntax"]
        (site / CONFIG).write_text(SITE[CONFIG])
        assert client.diagnostics((site / CONFIG).as_uri()) == []


@pytest.mark.slow
def test_neovim_does_not_watch(site: Path) -> None:
    with server(site, "--log-level", "debug", capabilities=profile("neovim")) as client:
        client.wait_for_log(b"watching")
        (site / CONFIG).write_text("{")
        waits = client.ask("workspace/diagnostic", {"previousResultIds": []})
        told = client.answer(waits)["result"]["items"]
        while not told:
            told = client.request("workspace/diagnostic", {"previousResultIds": []})["items"]
        assert [each["code"] for each in told[0]["items"]] == ["config-syntax"]


@pytest.mark.slow
def test_an_editor_that_does_not_say_whether_it_watches(site: Path) -> None:
    """It is asked, and nothing comes back: then we watch."""
    with Silent(site, "--log-level", "debug") as client:
        client.initialize(PUSH)
        uri = client.open("content/index.md", PAGE)
        assert [each["code"] for each in client.diagnostics(uri, 1)] == ["partial-missing"]
        client.wait_for_log(b"watching")
        (site / "content/_partials/late.md").write_text("here\n")
        assert client.diagnostics(uri, 1) == []


def test_a_project_that_is_all_pages_and_goes_away(tmp_path: Path) -> None:
    folder = write(tmp_path / "plain", {"markdoc.config.json": "{}\n", "docs/page.md": "x\n"})
    other = write(tmp_path / "other", SITE)
    with server(folder, capabilities=UNWATCHED) as client:
        assert client.diagnostics(client.open("docs/page.md", "{% hnit /%}\n"), 1)
        shutil.rmtree(folder)
        added = [{"uri": other.as_uri(), "name": "other"}]
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": added, "removed": []}})
        while str(other) not in [each["root"] for each in client.request("refrakt/status")["roots"]]:
            pass
        assert client.shut_down() == 0
    assert b"ERROR" not in client.errors
