"""Forge in the shared MCP host: offered only where a project uses it, with its own envelope."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agents import mcp_clients
from agents.mcp_clients import News, client
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.project.workspace import Workspace
from refrakt_forge.detection import detect
from refrakt_forge.environment import LOOPBACK_VARIABLE
from refrakt_forge.mcp_server.tool_server import exposed_commands

from .forge_project import ForgeProject, agent
from .forge_servers import PLUGINS, install
from .registry_server import TestRegistry, entry

TOOLS = set(exposed_commands())
LIST_BYTES = 14_000


@pytest.fixture
async def side() -> Any:
    async with mcp_clients.side(Workspace()) as made:
        yield made


@pytest.fixture(autouse=True)
def _is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "installed", monkeypatch, PLUGINS)


async def _offered(side: McpConnectionHandler, root: Path) -> set[str]:
    async with client(side, root, "legacy") as connected:
        return {each.name for each in (await connected.list_tools()).tools if each.name.startswith("fractary_forge")}


async def test_a_project_without_forge_has_none_of_its_tools(forge: ForgeProject, side: McpConnectionHandler) -> None:
    assert await _offered(side, forge.root) == set()
    forge.write({"config.yaml": "work: {}\n"})
    forge.write_global({"registry/agents/a@1.0.0/agent.yaml": agent()})
    assert await _offered(side, forge.root) == set()


async def test_the_list_of_tools_is_short(forge: ForgeProject, side: McpConnectionHandler) -> None:
    """Every agent reads it in every session. The outputs are in the manual, and in the list of `fractary-forge-mcp`."""
    forge.write({"agents/a.yaml": agent()})
    async with client(side, forge.root, "legacy") as connected:
        listed = [each for each in (await connected.list_tools()).tools if each.name in TOOLS]
    data = [each.model_dump(by_alias=True, exclude_none=True, mode="json") for each in listed]
    assert len(listed) == 18
    assert len(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()) <= LIST_BYTES


async def test_the_tools_appear_with_the_first_definition(forge: ForgeProject, side: McpConnectionHandler) -> None:
    forge.write({"config.yaml": "work: {}\n"})
    news = News()
    async with client(side, forge.root, "legacy", news=news) as connected:
        await connected.list_tools()
        forge.write({"agents/x/agent.md": "---\nname: x\n---\n"})
        await news.next("notifications/tools/list_changed")
        assert {each.name for each in (await connected.list_tools()).tools} >= TOOLS


async def test_errors_have_the_envelope_of_forge(forge: ForgeProject, side: McpConnectionHandler) -> None:
    forge.write({"agents/a.yaml": agent()})
    async with client(side, forge.root, "legacy") as connected:
        missing = await connected.call_tool("fractary_forge_agent_info", {"name": "gone"})
        invalid = await connected.call_tool("fractary_forge_agent_list", {"limit": 0})
        found = await connected.call_tool("fractary_forge_agent_list", {})
        unknown = await connected.call_tool("fractary_forge_agent_create", {})
    for result, code in ((missing, "AGENT_NOT_FOUND"), (invalid, "VALIDATION_ERROR")):
        assert result.is_error
        assert (result.structured_content or {})["code"] == code
        assert json.loads(getattr(result.content[0], "text", "")) == result.structured_content
    assert json.loads(getattr(found.content[0], "text", "")) == found.structured_content
    assert (unknown.meta or {})["errorCode"] == "UNKNOWN_TOOL"


async def test_unsaved_buffers_of_the_editor_count(forge: ForgeProject) -> None:
    """Also one whose file has disappeared from the disk, or is broken there."""
    forge.write({"agents/a.yaml": agent(description="on disk"), "agents/b.yaml": "name: ["})
    workspace = Workspace()

    def edit(name: str, text: str, version: int = 1) -> None:
        path = forge.root / ".fractary" / "agents" / name
        workspace.open(path.as_uri(), path, text, version)

    async with mcp_clients.side(workspace) as side, client(side, forge.root, "legacy") as connected:
        edit("a.yaml", agent(description="unsaved").replace("\n", "\r\n"))
        edit("b.yaml", "\ufeff" + agent("b", tools=["gone"]))
        listed = (await connected.call_tool("fractary_forge_agent_list", {})).structured_content or {}
        assert [each.get("description") for each in listed["agents"]] == ["unsaved", "An agent"]
        for arguments in ({"name": "b"}, {"path": ".fractary/agents/b.yaml"}):
            found = (await connected.call_tool("fractary_forge_agent_validate", arguments)).structured_content or {}
            assert (found["valid"], [each["code"] for each in found["warnings"]]) == (True, ["W307"])
        source = await connected.read_resource("forge://agent/a")
        assert "unsaved" in getattr(source.contents[0], "text", "")
        edit("a.yaml", agent(version="2"), 2)
        error = (await connected.call_tool("fractary_forge_agent_info", {"name": "a"})).structured_content or {}
        assert error["code"] == "VALIDATION_ERROR"


async def test_without_the_entry_point_the_host_knows_nothing_of_forge(
    forge: ForgeProject, side: McpConnectionHandler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rest = {name: value for name, value in PLUGINS.items() if name != "forge"}
    install(tmp_path / "reduced", monkeypatch, rest)
    forge.write({"agents/a.yaml": agent()})
    assert await _offered(side, forge.root) == set()
    async with client(side, forge.root, "legacy") as connected:
        unknown = await connected.call_tool("fractary_forge_agent_list", {})
        detected = await connected.call_tool("refrakt.detect", {})
    assert (unknown.meta or {})["errorCode"] == "UNKNOWN_TOOL"
    assert not detected.is_error


@pytest.mark.parametrize(
    ("files", "signs"),
    [
        ({}, None),
        ({"config.json": "{}"}, None),
        ({"config.json": '{"registries": []}'}, ["config.json"]),
        ({"config.yaml": "forge: {}\n"}, ["config.yaml"]),
        ({"agents/readme.txt": ""}, None),
        ({"agents/a.yml": ""}, ["agents"]),
        ({"tools/t/tool.md": ""}, ["tools"]),
        ({"plugins/p/plugin.json": "{}"}, ["plugins"]),
        ({"plugins/@o/p/plugin.json": "{}"}, ["plugins"]),
        ({"plugins/forge/lock.json": "{}"}, None),
    ],
)
def test_signs_of_forge(forge: ForgeProject, files: dict[str, str], signs: list[str] | None) -> None:
    forge.write(files)
    found = detect(forge.root, {})
    assert (found["signs"] if found is not None else None) == signs


def test_settings_and_the_variable_override_the_detection(forge: ForgeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    assert detect(forge.root, {"forge": {"enabled": "always"}}) == {"root": ".", "signs": ["setting"]}
    monkeypatch.setenv("FRACTARY_CONFIG", "x.json")
    assert detect(forge.root, {}) is not None
    assert detect(forge.root, {"forge": {"enabled": "never"}}) is None


@pytest.mark.parametrize("era", mcp_clients.ERAS)
async def test_requests_to_registries_are_progress_notifications(
    forge: ForgeProject,
    side: McpConnectionHandler,
    registry: TestRegistry,
    monkeypatch: pytest.MonkeyPatch,
    era: str,
) -> None:
    monkeypatch.setenv(LOOPBACK_VARIABLE, "1")
    registry.plugin("@acme/p")
    forge.write({"config.json": json.dumps({"registries": [entry(registry.url())]})})
    reports: list[tuple[float, str | None]] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        reports.append((progress, message))

    async with client(side, forge.root, era) as connected:
        tool = "fractary_forge_plugin_info"
        arguments = {"plugin": "@acme/p", "remote": True}
        result = await connected.call_tool(tool, arguments, progress_callback=on_progress)
        again = await connected.call_tool(tool, arguments)
    assert not result.is_error
    assert again.structured_content == result.structured_content
    assert reports == [(1, "request 1 to registry test"), (2, "request 2 to registry test")]
