"""Which files are checked, the format of diagnostics, and when they are sent."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from refrakt.hosts.lsp.client_capabilities import read_client_capabilities
from refrakt.hosts.lsp.initialize import Handshake
from refrakt.hosts.lsp.message_framing import MessageFramer
from refrakt.hosts.lsp.server_process import assemble
from refrakt.manual import manual_url

from .conftest import PUSH, SITE, profile, write
from .wire import Client, Message, SilentClient, server

WRONG = "{% hnit %}\nx\n{% /hnit %}\n"
CONFIG = "refrakt.config.json"


def codes(found: list[Message]) -> list[str]:
    return [each["code"] for each in found]


def test_diagnostic_format(shared_client: Client) -> None:
    uri = shared_client.open("content/told.md", f"😀😀\n\n😀 {WRONG}")
    (result,) = [each for each in shared_client.diagnostics(uri, 1) if each["code"] == "unknown-rune"]
    assert result["range"] == {"start": {"line": 2, "character": 6}, "end": {"line": 2, "character": 10}}
    assert result["severity"] == 1
    assert result["source"] == "refrakt"
    assert "hint" in result["message"]
    assert result["data"] == {"fixable": True}
    assert "codeDescription" not in result


def test_code_description_links_to_the_manual(site: Path) -> None:
    with server(site, capabilities=profile("vscode")) as client:
        uri = client.open("content/told.md", WRONG)
        (result,) = client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]
        assert result["codeDescription"] == {"href": manual_url("unknown-rune")}


def test_tags_require_client_support(shared_client: Client) -> None:
    uri = shared_client.open("content/tags.md", '{% hero justify="left" %}\n# x\n{% /hero %}\n')
    assert [each["tags"] for each in shared_client.diagnostics(uri, 1) if each["code"] == "deprecated-attribute"] == [
        [2]
    ]


def test_closing_clears_diagnostics(shared_client: Client) -> None:
    uri = shared_client.open("content/closed.md", WRONG)
    assert shared_client.diagnostics(uri, 1)
    shared_client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert shared_client.diagnostics(uri) == []


def test_burst_of_changes_is_checked_once(shared_client: Client) -> None:
    uri = shared_client.open("content/row.md", "x\n")
    shared_client.diagnostics(uri, 1)
    frames = b""
    for version in range(2, 102):
        params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": WRONG * 20}]}
        body = json.dumps({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}).encode()
        frames += b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    before = len(shared_client.received)
    shared_client.raw(frames)
    shared_client.diagnostics(uri, 101)
    checked = [
        each for each in shared_client.received[before:] if each.get("method") == "textDocument/publishDiagnostics"
    ]
    assert len(checked) < 50


@pytest.mark.parametrize(
    ("files", "name", "language", "is_checked"),
    [
        (SITE, "content/a.md", "markdown", True),
        (SITE, "content/_partials/a.md", "markdown", True),
        (SITE, "README.md", "markdown", False),
        (SITE, "notes/a.mdoc", "markdoc", True),
        (SITE, "notes/a.markdoc.md", "markdown", True),
        (SITE, "plan/work/a.md", "markdown", True),
        (SITE, "content/a.yaml", "yaml", False),
        ({"markdoc.config.json": "{}"}, "anywhere/a.md", "markdown", True),
        ({"x.txt": ""}, "a.md", "markdown", False),
        ({"x.txt": ""}, "a.mdoc", "markdoc", True),
        ({"x.txt": ""}, "a.markdoc", "markdoc", True),
        ({CONFIG: '{"plan": {"dir": "todo"}}'}, "todo/a.md", "markdown", True),
        ({CONFIG: '{"plan": {"dir": "todo"}}'}, "plan/a.md", "markdown", False),
    ],
)
def test_which_files_are_pages(
    shared_client: Client, tmp_path: Path, files: dict[str, str], name: str, language: str, is_checked: bool
) -> None:
    folder = write(tmp_path, files)
    uri = shared_client.open((folder / name).as_uri(), "{% hint\n", language)
    assert bool(shared_client.diagnostics(uri, 1)) is is_checked


def test_problems_of_a_closed_config(site: Path) -> None:
    (site / CONFIG).write_text('{"sites": {"é": {"contentDir": 7, "plugins": []}}}')
    with server(site, capabilities=PUSH) as client:
        uri = (site / CONFIG).as_uri()
        result = client.diagnostics(uri)
        assert codes(result) == ["config-shape"]
        assert result[0]["range"]["start"] == {"line": 0, "character": 31}
        (site / CONFIG).write_text(SITE[CONFIG])
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 2}]})
        assert client.diagnostics(uri) == []


def test_unreadable_config(site: Path) -> None:
    (site / CONFIG).write_bytes(b"\xff\xfe{")
    with server(site, capabilities=PUSH) as client:
        assert codes(client.diagnostics((site / CONFIG).as_uri())) == ["config-syntax"]


def test_config_while_editing(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        page = client.open("content/page.md", "{% hero %}\n# x\n{% /hero %}\n")
        assert client.diagnostics(page, 1) == []
        config = client.open(CONFIG, SITE[CONFIG], "json")
        assert client.diagnostics(config, 1) == []
        client.change(config, 2, {"text": '{"sites": {"main": {"contentDir": "./content", "plugins": [7]}}}'})
        assert codes(client.wait(_published(config))["params"]["diagnostics"]) in ([], ["config-shape"])
        client.change(config, 3, {"text": '{"sites": {"main": {"contentDir": "./content", "plugins": []}}}'})
        assert codes(client.diagnostics(page, 1)) == ["unknown-rune"]


def test_broken_config_keeps_page_folders(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        page = client.open("content/page.md", '{% hint type="bad" %}\nx\n{% /hint %}\n')
        assert codes(client.diagnostics(page, 1)) == ["value-not-allowed"]
        config = client.open(CONFIG, SITE[CONFIG], "json")
        client.change(config, 2, {"text": SITE[CONFIG] + "}"})
        while codes(client.diagnostics(config)) != ["config-syntax"]:
            pass
        client.change(page, 2, {"text": '{% hint type="worse" %}\nx\n{% /hint %}\n'})
        assert codes(client.diagnostics(page, 2)) == ["value-not-allowed"]


def _published(uri: str) -> Any:
    return lambda each: each.get("method") == "textDocument/publishDiagnostics" and each["params"]["uri"] == uri


def test_settings_change_diagnostics(site: Path) -> None:
    with server(site, capabilities=PUSH, initializationOptions={"rules": {"unknown-rune": "hint"}}) as client:
        uri = client.open("content/page.md", WRONG)
        assert [each["severity"] for each in client.diagnostics(uri, 1)] == [4]
        client.notify("workspace/didChangeConfiguration", {"settings": {"refrakt": {"diagnostics": False}}})
        assert client.diagnostics(uri) == []
        client.notify("workspace/didChangeConfiguration", {"settings": {"refrakt": {}}})
        assert [each["severity"] for each in client.diagnostics(uri)] == [1]


class Configured(Client):
    """A client with `workspace/configuration`."""

    settings: Any = None

    def reply(self, message: Message) -> Any:
        if message["method"] == "workspace/configuration":
            return [self.settings for _ in message["params"]["items"]]
        return super().reply(message)


def test_settings_are_requested(site: Path) -> None:
    asks = {**PUSH, "workspace": {"configuration": True, "didChangeConfiguration": {"dynamicRegistration": True}}}
    with Configured(site) as client:
        client.settings = {"rules": {"unknown-rune": "info"}}
        client.initialize(asks)
        uri = client.open("content/page.md", WRONG)
        while [each["severity"] for each in client.diagnostics(uri, 1)] != [3]:
            pass
        client.settings = {"rules": {"unknown-rune": "off"}}
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        assert client.diagnostics(uri, 1) == []
        registered = [each for each in client.received if each.get("method") == "client/registerCapability"]
        methods = [one["method"] for each in registered for one in each["params"]["registrations"]]
        assert "workspace/didChangeConfiguration" in methods


# Pull diagnostics -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["vscode", "neovim"])
def test_pull_clients_get_no_published_diagnostics(site: Path, name: str) -> None:
    (site / CONFIG).write_text('{"site": {"contentDir": "./content", "plugins": ["@acme/nothing"]}}')
    with server(site, capabilities=profile(name)) as client:
        uri = client.open("content/page.md", "fine\n")
        request = {"textDocument": {"uri": uri}}
        first = client.request("textDocument/diagnostic", request)
        assert first == {"kind": "full", "resultId": first["resultId"], "items": []}
        same = client.request("textDocument/diagnostic", {**request, "previousResultId": first["resultId"]})
        assert same == {"kind": "unchanged", "resultId": first["resultId"]}
        client.change(uri, 2, {"text": '{% hint type="bad" %}\nx\n{% /hint %}\n'})
        second = client.request("textDocument/diagnostic", {**request, "previousResultId": first["resultId"]})
        assert second["kind"] == "full"
        assert second["resultId"] != first["resultId"]
        whole = client.request("workspace/diagnostic", {"previousResultIds": []})
        assert [(each["uri"], codes(each["items"])) for each in whole["items"]] == [
            ((site / CONFIG).as_uri(), ["unknown-package"])
        ]
        config = {"textDocument": {"uri": (site / CONFIG).as_uri()}}
        assert codes(client.request("textDocument/diagnostic", config)["items"]) == ["unknown-package"]
        client.shut_down()
        assert not [each for each in client.received if each.get("method") == "textDocument/publishDiagnostics"]


def test_workspace_diagnostic_waits_for_changes(site: Path) -> None:
    (site / "content/_partials/support.md").unlink()  # it would be news that no page uses it
    with server(site, capabilities=profile("vscode")) as client:
        assert client.request("workspace/diagnostic", {"previousResultIds": []}) == {"items": []}
        waits = client.send_request("workspace/diagnostic", {"previousResultIds": []})
        assert client.request("refrakt/status")
        assert not [each for each in client.received if each.get("id") == waits]
        (site / CONFIG).write_text("{")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": (site / CONFIG).as_uri(), "type": 2}]})
        assert codes(client.response(waits)["result"]["items"][0]["items"]) == ["config-syntax"]
        refreshed = [each for each in client.received if each.get("method") == "workspace/diagnostic/refresh"]
        assert refreshed


def test_waiting_workspace_diagnostic_can_be_cancelled(site: Path) -> None:
    with server(site, capabilities=profile("vscode")) as client:
        client.request("workspace/diagnostic", {"previousResultIds": []})
        waits = client.send_request("workspace/diagnostic", {"previousResultIds": []})
        client.notify("$/cancelRequest", {"id": waits})
        assert client.response(waits)["error"]["code"] == -32800
        waits = client.send_request("workspace/diagnostic", {"previousResultIds": []})
        client.request("shutdown")
        client.notify("exit")
        client.process.wait(10)
        # It may be answered before or after the shutdown.
        answers = [each for each in (*client.received, *client.rest()) if each.get("id") == waits]
        assert [each["error"]["code"] for each in answers] == [-32800]


def test_several_folders(site: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(site, other)
    (other / CONFIG).write_text('{"site": {"contentDir": 7}}')
    with server(site, capabilities=PUSH) as client:
        added = [{"uri": other.as_uri(), "name": "other"}]
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": added, "removed": []}})
        assert codes(client.diagnostics((other / CONFIG).as_uri())) == ["config-shape"]
        roots = client.request("refrakt/status")["roots"]
        assert [each["root"] for each in roots] == [str(site), str(other)]
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": added}})
        assert client.diagnostics((other / CONFIG).as_uri()) == []
        assert [each["root"] for each in client.request("refrakt/status")["roots"]] == [str(site)]


def test_edited_file_is_checked_first(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        uris = [client.open(f"content/p{number}.md", WRONG) for number in range(100)]
        for uri in reversed(uris):
            client.diagnostics(uri, 1)
        before = len(client.received)
        client.notify(
            "workspace/didChangeConfiguration", {"settings": {"refrakt": {"rules": {"unknown-rune": "info"}}}}
        )
        client.change(uris[50], 2, {"text": f"x\n\n{WRONG}"})
        assert [each["severity"] for each in client.diagnostics(uris[50], 2)] == [3]
        others = [each for each in client.received[before:] if each.get("method") == "textDocument/publishDiagnostics"]
        assert len(others) < 50


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("pulls", [False, True])
def test_symlinked_folder(site: Path, tmp_path: Path, pulls: bool) -> None:
    """Problems of its config use the editor's URI."""
    link = tmp_path / "my link"
    link.symlink_to(site)
    (site / CONFIG).write_text("{")
    uri = f"{link.as_uri()}/{CONFIG}"
    with server(link, capabilities={"textDocument": {"diagnostic": {}}} if pulls else PUSH) as client:
        if pulls:
            items = client.request("workspace/diagnostic", {"previousResultIds": []})["items"]
            assert [(each["uri"], codes(each["items"])) for each in items] == [(uri, ["config-syntax"])]
        else:
            assert codes(client.diagnostics(uri)) == ["config-syntax"]
            client.open(CONFIG, "{}\n", "json")
            assert client.diagnostics(uri, 1) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such root")
@pytest.mark.parametrize(
    ("folder", "file", "uri"),
    [
        ("file:///a", "/a/b c.json", "file:///a/b%20c.json"),
        ("file:///a/", "/a/b.json", "file:///a/b.json"),
        ("file:///", "/a/b.json", "file:///a/b.json"),
        ("file:///other", "/a/é.json", "file:///a/%C3%A9.json"),
    ],
)
async def test_uris_of_files(folder: str, file: str, uri: str) -> None:
    request = {"params": {"rootUri": folder, "capabilities": {}}}
    parts = assemble(Handshake(request, read_client_capabilities({}), MessageFramer()))
    assert parts.session.uri(Path(file)) == uri


@pytest.mark.slow
def test_unanswered_refresh_is_repeated(site: Path) -> None:
    capabilities = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
    with SilentClient(site) as client:
        client.initialize(capabilities)
        client.notify("workspace/didChangeConfiguration", {"settings": {"refrakt": {"diagnostics": False}}})
        result: list[Message] = []
        while len(result) < 2:
            client.request("refrakt/status")
            result = [each for each in client.received if each.get("method") == "workspace/diagnostic/refresh"]
        assert client.shut_down() == 0
