"""Files as an editor and the disk have them: open buffers, caches, and manifests of plugins."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from refrakt.plugins import Applied, CommandContext, Disk, RefraktError, Text, WorkspaceEdit
from refrakt_forge.definitions.plugin_manifest import manifest_from
from refrakt_forge.index import folders
from refrakt_forge.mcp_server.stdio_streams import LONGEST_LINE
from refrakt_forge.mcp_server.tool_server import serve
from refrakt_forge.names import parse_reference
from refrakt_forge.workspace import Forge, forge_of

from .forge_project import ForgeProject, agent


class Buffers:
    """Files that are open in an editor."""

    def __init__(self, texts: dict[Path, str]) -> None:
        self._texts = texts

    def read(self, path: Path) -> Text:
        if path not in self._texts:
            raise RefraktError("NOT_FOUND", "x", "x")
        return Text(self._texts[path], 3)

    def open_paths(self) -> Iterable[Path]:
        return self._texts

    def apply(self, changes: WorkspaceEdit, within: Path | None = None) -> Applied:
        raise NotImplementedError


def _forge(project: ForgeProject, texts: dict[Path, str] | None = None) -> Forge:
    files = Buffers(texts) if texts is not None else Disk(project.root)
    return forge_of(CommandContext(project.root, {}, files))


def test_an_open_buffer_takes_precedence(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent(version="1.0.0")})
    path = forge.root / ".fractary/agents/a.yaml"
    for texts, version in (({path: agent(version="9.0.0")}, "9.0.0"), (None, "1.0.0")):
        found = _forge(forge, texts).resolver.resolve("agent", parse_reference("a"))
        assert found.version == version
    config = forge.root / ".fractary/config.json"
    config.write_text("{}")
    unsaved = _forge(forge, {config: '{"registries": []}'})
    assert unsaved.config.sources == (".fractary/config.json",)


def test_a_file_that_disappears_is_a_problem(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent()})
    opened = _forge(forge)
    (file,) = opened.index.files("agent")
    file.path.unlink()
    assert [each.code for each in opened.index.document(file).problems] == ["E001"]


def test_settled_folders_are_not_listed_again(forge: ForgeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    forge.write({"agents/a.yaml": agent(), "agents/b/agent.yaml": agent("b")})
    folder = str(forge.root / ".fractary/agents")
    monkeypatch.setattr(folders, "_SETTLED", -(10**12))
    first = folders.list_folder(folder)
    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", lambda _: 1 / 0)
        assert folders.list_folder(folder) is first
    forge.write({"agents/c.yaml": agent("c")})
    assert [each[0] for each in folders.list_folder(folder)] == ["a.yaml", "b", "c.yaml"]
    assert folders.list_folder(folder + "/gone") == ()


def test_manifests_of_both_dialects() -> None:
    item = {"name": "x", "version": "1.0.0", "source": "https://x", "checksum": "sha256:0", "size": 5}
    full = manifest_from(
        {"name": "@o/p", "version": "1.0.0", "tags": ["t"], "agents": [item, {}, 1], "author": {"name": "Ann"}}
    )
    assert (full.author, full.keywords, full.components["agents"][0].size) == ("Ann", ("t",), 5)
    paths = manifest_from(
        {"agents": ["./agents/one.md", "agents/two/agent.md"], "commands": "./commands/", "repository": {"url": "u"}}
        | {"dependencies": {"a": 1}, "version": 1}
    )
    assert [each.name for each in paths.components["agents"]] == ["one", "two"]
    assert [each.name for each in paths.components["commands"]] == ["commands"]
    assert (paths.repository, paths.dependencies, paths.version) == ("u", {"a": "1"}, "unknown")


def test_plugins_are_found_one_level_deep_and_with_a_scope(forge: ForgeProject) -> None:
    manifest = json.dumps({"name": "p", "version": "1.0.0"})
    forge.write(
        {
            "plugins/flat/plugin.json": manifest,
            "plugins/@acme/p/.claude-plugin/plugin.json": manifest,
            "plugins/forge/lock.json": "{}",
            "plugins/deep/er/plugin.json": manifest,
        }
    )
    forge.write_global({"registry/plugins/user/plugin.json": manifest})
    (forge.root / ".fractary/plugins/out").symlink_to("/etc")
    found = [(each.name, each.scope) for each in _forge(forge).index.plugins()]
    assert found == [("@acme/p", "local"), ("flat", "local"), ("user", "global")]


async def test_lines_are_answered_one_by_one(forge: ForgeProject) -> None:
    """The streams in this process: also a line that is too long, and a request that is cancelled."""
    source, requests = os.pipe()
    answers, output = os.pipe()
    served = asyncio.create_task(serve(forge.root, output, source))
    listed = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
    call = {"name": "fractary_forge_agent_list", "arguments": {}}
    bad = {"name": "nope"}
    lines = [
        json.dumps(listed).encode(),
        b"",
        b"{",
        b'"x"',
        b'{"jsonrpc":"2.0","id":[],"method":"x"}',
        json.dumps(cancel).encode(),
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}).encode(),
        json.dumps({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": bad}).encode(),
        b"x" * (LONGEST_LINE + 10),
    ]

    def send() -> None:
        with os.fdopen(requests, "wb") as file:
            file.write(b"\n".join(lines) + b"\n")

    await asyncio.to_thread(send)
    async with asyncio.timeout(30):
        await served
    os.close(output)
    with os.fdopen(answers, "rb") as file:
        received = [json.loads(line) for line in file]
    assert sorted(each["id"] for each in received if each["id"] is not None) == [1, 2, 3]
    assert [each["error"]["code"] for each in received if each["id"] is None] == [-32700, -32600, -32600, -32700]
    os.close(source)
