"""File changes outside the editor are detected, by the client or the server."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from refrakt.hosts.lsp.client_capabilities import read_client_capabilities
from refrakt.hosts.lsp.initialize import Handshake
from refrakt.hosts.lsp.message_framing import MessageFramer
from refrakt.hosts.lsp.server_process import assemble
from refrakt.project.workspace import WorkspaceEvent

from .conftest import PUSH, SITE, profile, write
from .wire import Client, Message, SilentClient, server

UNWATCHED: dict[str, Any] = {**PUSH, "workspace": {}}
PAGE = '{% partial file="late.md" /%}\n'
CONFIG = "refrakt.config.json"


def test_watchers_are_registered(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        registrations: list[Message] = []
        while not registrations:
            client.request("refrakt/status")
            registrations = [each for each in client.received if each.get("method") == "client/registerCapability"]
        (wish,) = [one for each in registrations for one in each["params"]["registrations"]]
        assert wish["method"] == "workspace/didChangeWatchedFiles"
        patterns = " ".join(each["globPattern"] for each in wish["registerOptions"]["watchers"])
        assert CONFIG in patterns
        assert "md" in patterns
        assert "**/content/**" in patterns.split()
        assert "**/static/**" in patterns.split()


def test_watchers_follow_the_config(site: Path) -> None:
    def registrations(client: Client, method: str, field: str) -> list[Message]:
        received = [each["params"] for each in client.received if each.get("method") == method]
        return [one for each in received for one in each[field]]

    with server(site, capabilities=PUSH) as client:
        while not registrations(client, "client/registerCapability", "registrations"):
            client.request("refrakt/status")
        config = json.loads(SITE[CONFIG])
        config["sites"]["main"]["authoring"] = {"staticDirs": ["pictures [old]"]}
        (site / CONFIG).write_text(json.dumps(config))
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": (site / CONFIG).as_uri(), "type": 2}]})
        while not (missing := registrations(client, "client/unregisterCapability", "unregisterations")):
            client.request("refrakt/status")
        first, second = registrations(client, "client/registerCapability", "registrations")
        assert [each["id"] for each in missing] == [first["id"]]
        assert {"globPattern": "**/pictures ?old?/**"} in second["registerOptions"]["watchers"]


async def test_burst_is_one_change(site: Path) -> None:
    """In any number of messages."""
    request = {"params": {"rootUri": site.as_uri(), "capabilities": PUSH}}
    components = assemble(Handshake(request, read_client_capabilities(request["params"]), MessageFramer()))
    workspace = components.session.workspace
    changes: asyncio.Queue[WorkspaceEvent] = asyncio.Queue()
    workspace.listeners.append(lambda change: changes.put_nowait(change) if change.kind == "files" else None)
    notify = components.session.protocol.fm.features[types.WORKSPACE_DID_CHANGE_WATCHED_FILES]
    pages = [site.resolve() / f"content/{number}.md" for number in range(1000)]
    for page in pages:
        notify(types.DidChangeWatchedFilesParams([types.FileEvent(page.as_uri(), types.FileChangeType.Changed)]))
        await asyncio.sleep(0)
    async with asyncio.timeout(20):
        assert await changes.get() == WorkspaceEvent("files", paths=frozenset(pages))
    assert changes.empty()
    components.watched_files.close()
    workspace.end_indexes()


def test_new_partial(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        uri = client.open("content/index.md", PAGE)
        assert [each["code"] for each in client.diagnostics(uri, 1)] == ["partial-missing"]
        partial = site / "content/_partials/late.md"
        partial.write_text("here\n")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": partial.as_uri(), "type": 1}]})
        assert client.diagnostics(uri, 1) == []


def test_new_nested_config(tmp_path: Path) -> None:
    """A page can move to another project."""
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
def test_clients_without_watchers(site: Path) -> None:
    with server(site, "--log-level", "debug", capabilities=UNWATCHED) as client:
        uri = client.open("content/index.md", PAGE)
        assert [each["code"] for each in client.diagnostics(uri, 1)] == ["partial-missing"]
        client.wait_for_log(b"watching")
        (site / "content/_partials/late.md").write_text("here\n")
        assert client.diagnostics(uri, 1) == []
        (site / CONFIG).write_text("{")
        assert [each["code"] for each in client.diagnostics((site / CONFIG).as_uri())] == ["config-syntax"]
        (site / CONFIG).write_text(SITE[CONFIG])
        while client.diagnostics((site / CONFIG).as_uri()):
            pass  # a file that changes twice may be reported twice


@pytest.mark.slow
def test_neovim_does_not_watch(site: Path) -> None:
    with server(site, "--log-level", "debug", capabilities=profile("neovim")) as client:
        client.wait_for_log(b"watching")
        (site / CONFIG).write_text("{")
        waits = client.send_request("workspace/diagnostic", {"previousResultIds": []})
        result = client.response(waits)["result"]["items"]
        config = (site / CONFIG).as_uri()
        while not (reports := [each for each in result if each["uri"] == config]):
            result = client.request("workspace/diagnostic", {"previousResultIds": []})["items"]
        assert [each["code"] for each in reports[0]["items"]] == ["config-syntax"]


@pytest.mark.slow
def test_unanswered_registration(site: Path) -> None:
    """Without an answer to the registration, the server watches."""
    with SilentClient(site, "--log-level", "debug") as client:
        client.initialize(PUSH)
        uri = client.open("content/index.md", PAGE)
        assert [each["code"] for each in client.diagnostics(uri, 1)] == ["partial-missing"]
        client.wait_for_log(b"watching")
        (site / "content/_partials/late.md").write_text("here\n")
        assert client.diagnostics(uri, 1) == []


def test_project_of_pages_is_removed(tmp_path: Path) -> None:
    folder = write(tmp_path / "plain", {"markdoc.config.json": "{}\n", "docs/page.md": "x\n"})
    other = write(tmp_path / "other", SITE)
    with server(folder, capabilities=UNWATCHED) as client:
        assert client.diagnostics(client.open("docs/page.md", "{% if true %}\n"), 1)
        shutil.rmtree(folder)
        added = [{"uri": other.as_uri(), "name": "other"}]
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": added, "removed": []}})
        while str(other) not in [each["root"] for each in client.request("refrakt/status")["roots"]]:
            pass
        assert client.shut_down() == 0
    assert b"ERROR" not in client.errors
