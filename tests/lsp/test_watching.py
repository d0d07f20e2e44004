"""Files that change behind the editor's back are noticed, by the editor or by us."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from .conftest import PUSH, SITE, profile, write
from .wire import Message, Silent, server

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
