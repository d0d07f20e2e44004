"""Definitions in the editor, through the real language server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from lsp.conftest import PUSH
from lsp.editor_client import MODES, EditorClient, pushed
from lsp.wire import Client

from .forge_project import ForgeProject, agent, markdown_agent, tool

AGENT = ".fractary/agents/a.yaml"
TOOL = ".fractary/tools/t.yaml"


@pytest.fixture(autouse=True)
def _runtime_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))


@contextmanager
def opened(forge: ForgeProject, name: str, text: str | None = None) -> Iterator[tuple[EditorClient, str]]:
    """An editor with one open file."""
    with pushed(forge.root) as editor:
        # Requests do not wait until the plugins of a project are known.
        other = open_file(editor, ".fractary/tools/unsaved.yaml", tool("unsaved", more="extra: 1\n"))
        editor.until(other, "W303")
        editor.close(other)
        yield editor, open_file(editor, name, text)


def open_file(editor: EditorClient, name: str, text: str | None = None) -> str:
    language = {".md": "markdown", ".json": "json"}.get(Path(name).suffix, "yaml")
    return editor.client.open(name, text if text is not None else (editor.folder / name).read_text("utf-8"), language)


def position(text: str, word: str, after: int = 0) -> dict[str, int]:
    before = text[: text.index(word) + after]
    return {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}


def ask(editor: EditorClient, method: str, uri: str, text: str, word: str, after: int = 0, **more: Any) -> Any:
    where = {"textDocument": {"uri": uri}, "position": position(text, word, after), **more}
    return editor.client.request(f"textDocument/{method}", where)


def range_of(text: str, word: str) -> dict[str, Any]:
    return {"start": position(text, word), "end": position(text, word, len(word))}


@pytest.mark.parametrize("mode", MODES)
def test_a_wrong_value_of_an_unsaved_agent(forge: ForgeProject, mode: str) -> None:
    """Scenario 60."""
    forge.write({"agents/a.yaml": agent()})
    text = agent().replace("  model: opus\n", "  model: opus\n  temperature: 2\n")
    with MODES[mode](forge.root) as editor:
        uri = open_file(editor, AGENT, text)
        (found,) = editor.until(uri, "E108")
        assert found["range"] == range_of(text, "2")
        assert (found["severity"], found["source"]) == (1, "refrakt")
        assert found["message"].startswith("`temperature` must be a number from 0 to 1")
        hover = ask(editor, "hover", uri, text, "temperature: 2", len("temperature: 2"))
        assert "number from 0 to 1" in hover["contents"]["value"]
        completion = ask(editor, "completion", uri, text, "provider:", len("provider:"))
        labels = [each["label"] for each in completion["items"]]
        assert labels == []  # a value follows
        unfinished = text.replace("provider: anthropic", "provider:")
        editor.client.change(uri, 2, {"text": unfinished})
        completion = ask(editor, "completion", uri, unfinished, "provider:", len("provider:"))
        assert [each["label"] for each in completion["items"]] == ["anthropic", "openai", "google"]
        assert completion["items"][0]["textEdit"]["newText"] == " anthropic"


@pytest.mark.parametrize("mode", MODES)
def test_an_edited_tool_changes_the_problems_of_an_open_agent(forge: ForgeProject, mode: str) -> None:
    """Scenario 61: the tool is changed on disk, removed, restored, and changed in a buffer."""
    forge.write({"agents/a.yaml": agent(tools=["t@^1"]), "tools/t.yaml": tool()})
    with MODES[mode](forge.root) as editor:
        uri = open_file(editor, AGENT)
        editor.until(uri)
        editor.write(TOOL, tool(version="2.0.0"))
        (found,) = editor.until(uri, "W307")
        assert found["range"] == range_of(agent(tools=["t@^1"]), '"t@^1"')
        editor.write(TOOL, tool(version="1.5.0"))
        editor.until(uri)
        editor.write(TOOL, None)
        editor.until(uri, "W307")
        editor.write(TOOL, tool(version="1.0.0"))
        editor.until(uri)
        other = open_file(editor, TOOL)
        editor.client.change(other, 2, {"text": tool(version="3.0.0")})
        editor.until(uri, "W307")
        editor.client.change(other, 3, {"text": tool(version="1.1.0")})
        editor.until(uri)


def test_a_file_that_is_empty(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent()})
    with opened(forge, AGENT) as (editor, uri):
        editor.until(uri)
        editor.client.change(uri, 2, {"text": ""})
        (found,) = editor.until(uri, "E005")
        start = {"line": 0, "character": 0}
        assert found["range"] == {"start": start, "end": start}
        editor.client.change(uri, 3, {"text": agent(version="1.0")})
        editor.until(uri, "E104")


def test_positions_count_as_editors_do(forge: ForgeProject) -> None:
    """Lines that end with CR LF, a byte order mark, and characters of two UTF-16 units."""
    forge.write({"agents/a.yaml": agent()})
    plain = agent().replace("tags: ", 'tags: ["😀", 7] #')
    with opened(forge, AGENT) as (editor, uri):
        versions = count(2)
        for text in (plain, plain.replace("\n", "\r\n"), f"\ufeff{plain}"):
            editor.client.change(uri, next(versions), {"text": text})
            (found,) = editor.until(uri, "E111")
            line = next(number for number, each in enumerate(plain.split("\n")) if each.startswith("tags"))
            start = len('tags: ["😀", '.encode("utf-16-le")) // 2
            assert found["range"] == {
                "start": {"line": line, "character": start},
                "end": {"line": line, "character": start + 1},
            }
            editor.client.change(uri, next(versions), {"text": agent()})
            editor.until(uri)


def test_the_body_of_a_markdown_agent_is_not_a_page(forge: ForgeProject) -> None:
    """Also where the whole project is the content of a site: no rule of Markdoc applies."""
    forge.write({"agents/a/agent.md": markdown_agent(body="Use {% hnit %} and [this](missing.md).")})
    (forge.root / "refrakt.config.json").write_text('{"site": {"contentDir": "."}}')
    page = forge.root / "index.md"
    page.write_text("# Home\n\n{% hnit /%}\n")
    with opened(forge, ".fractary/agents/a/agent.md") as (editor, uri):
        home = editor.open("index.md")
        editor.until(home, "unknown-rune")
        text = markdown_agent(body="Use {% hnit %}.", version="1.0")
        editor.client.change(uri, 2, {"text": text})
        (found,) = editor.until(uri, "E104")
        assert found["range"] == range_of(text, "1.0")
        assert ask(editor, "hover", uri, text, "hnit") is None
        completion = ask(editor, "completion", uri, text, "{% hnit", 3)
        assert completion["items"] == []


def test_other_yaml_files_get_nothing(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent(), "workflows/w.yaml": "name: 1\n"})
    (forge.root / "agents").mkdir()
    (forge.root / "agents/b.yaml").write_text("name: 1\n")
    with opened(forge, ".fractary/workflows/w.yaml") as (editor, workflow):
        outside = open_file(editor, "agents/b.yaml")
        wrong = open_file(editor, AGENT, agent(more="extra: 1\n"))
        editor.until(wrong, "W303")
        assert ask(editor, "hover", outside, "name: 1\n", "name") is None
        assert ask(editor, "completion", workflow, "name: 1\n", "name")["items"] == []
    published = {
        each["params"]["uri"]: each["params"]["diagnostics"]
        for each in editor.client.received
        if each.get("method") == "textDocument/publishDiagnostics"
    }
    assert not published.get(outside)
    assert not published.get(workflow)


def test_a_fix_is_offered_and_applied(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent()})
    text = agent(version="1.0")
    with opened(forge, AGENT, text) as (editor, uri):
        (found,) = editor.until(uri, "E104")
        actions = editor.client.request(
            "textDocument/codeAction",
            {"textDocument": {"uri": uri}, "range": found["range"], "context": {"diagnostics": [found]}},
        )
        assert actions is None or actions == []  # this client does not support literals
    literal = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}
    capabilities = {**PUSH, "textDocument": {**PUSH["textDocument"], "codeAction": literal}}
    with pushed(forge.root, capabilities=capabilities) as editor:
        uri = open_file(editor, AGENT, text)
        (found,) = editor.until(uri, "E104")
        (action,) = editor.client.request(
            "textDocument/codeAction",
            {"textDocument": {"uri": uri}, "range": found["range"], "context": {"diagnostics": [found]}},
        )
        assert action["title"] == 'Write "1.0.0"'
        ((edit,),) = action["edit"]["changes"].values()
        assert (edit["newText"], edit["range"]) == ('"1.0.0"', range_of(text, "1.0"))


@pytest.mark.parametrize("name", ["agents/a/agent.yaml", "agents/a.yaml", "plugins/p/plugin.json"])
def test_the_first_definition_of_a_project(forge: ForgeProject, name: str) -> None:
    """It is found when it is saved, also in a folder that exists already."""
    file = f".fractary/{name}"
    (forge.root / file).parent.mkdir(parents=True)
    text = '{"name": 1, "version": "1.0.0"}' if name.endswith("json") else agent(version="1.0")
    with pushed(forge.root) as editor:
        uri = open_file(editor, file, text)
        # A request that waits until the plugins of the project were searched.
        assert not ask(editor, "references", uri, text, "name", context={"includeDeclaration": True})
        editor.write(file, text)
        editor.until(uri, "E501" if name.endswith("json") else "E104")


def test_severities_can_be_set(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent(tools=["gone"])})
    with opened(forge, AGENT) as (editor, uri):
        (found,) = editor.until(uri, "W307")
        assert found["severity"] == 2
        editor.set(rules={"W307": "off"})
        editor.until(uri)


def test_navigation(forge: ForgeProject) -> None:
    """Definitions in the project and in the user's registry, references, and workspace symbols."""
    text = agent(tools=["t"], more="extends: basis@^1\n")
    forge.write({"agents/a.yaml": text, "tools/t.yaml": tool()})
    forge.write_global({"registry/agents/basis@1.2.0/agent.yaml": agent("basis", "1.2.0")})
    with opened(forge, AGENT) as (editor, uri):
        editor.until(uri)
        (target,) = ask(editor, "definition", uri, text, '"t"', 1)
        assert target == {"uri": editor.uri(TOOL), "range": range_of(tool(), "t")}
        (target,) = ask(editor, "definition", uri, text, "basis@")
        assert target["uri"].endswith("/home/.fractary/registry/agents/basis%401.2.0/agent.yaml")
        assert target["range"] == range_of(agent("basis"), "basis")
        other = open_file(editor, TOOL)
        found = ask(editor, "references", other, tool(), "t", 0, context={"includeDeclaration": True})
        assert [(each["uri"], each["range"]) for each in found] == [
            (other, range_of(tool(), "t")),
            (uri, {"start": position(text, '"t"', 1), "end": position(text, '"t"', 2)}),
        ]
        symbols = editor.client.request("workspace/symbol", {"query": "bas"})
        assert [(each["name"], each["containerName"]) for each in symbols] == [("basis", "agent, global")]


def test_a_fork_with_an_update(forge: ForgeProject) -> None:
    text = agent("mine", more="fork_of:\n  name: theirs\n  version: 1.0.0\n")
    forge.write({"agents/mine.yaml": text, "agents/user.yaml": agent("user", more="extends: mine\n")})
    forge.write_global({"registry/agents/theirs@1.2.0/agent.yaml": agent("theirs", "1.2.0")})
    with opened(forge, ".fractary/agents/mine.yaml") as (editor, uri):
        editor.until(uri)
        lenses = editor.client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
        assert [each["command"]["title"] for each in lenses] == [
            "fork of theirs@1.0.0: update 1.2.0 available",
            "used by 1",
        ]


def test_a_broken_configuration_does_not_take_the_problems_of_agents_away(forge: ForgeProject) -> None:
    forge.write({"config.json": '{"registries": []}', "agents/a.yaml": agent(tools=["gone"])})
    with opened(forge, AGENT) as (editor, uri):
        editor.until(uri, "W307")
        config = open_file(editor, ".fractary/config.json", '{"registries": [}')
        (found,) = editor.until(config, "E002")
        assert found["range"]["start"] == {"line": 0, "character": 16}
        # Whether the tool is installed is not known now.
        editor.until(uri)
        editor.client.change(uri, 2, {"text": agent(tools=["gone"], version="1.0")})
        editor.until(uri, "E104")


def test_nothing_of_the_editor_is_imported_at_the_start(forge: ForgeProject) -> None:
    """A request imports what it needs; the plugin itself is only named by its entry point."""
    forge.write({"agents/a.yaml": agent()})
    (forge.root / "refrakt.config.json").write_text('{"site": {"contentDir": "./content"}}')
    command = (sys.executable, "-X", "importtime", "-m", "refrakt", "lsp")
    with Client(forge.root, command=command, stderr=subprocess.PIPE) as client:
        client.initialize(PUSH)
        client.diagnostics(client.open("content/index.md", "{% hnit /%}\n"), 1)
        client.shut_down()
        client.process.wait(10)
    imported = {line.rpartition(b"|")[2].strip().decode() for line in client.errors.splitlines()}
    assert "refrakt.hosts.lsp.server_process" in imported
    assert not {each for each in imported if each.startswith("refrakt_forge.editor.")}
