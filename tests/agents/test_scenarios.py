"""Plugins, config and MCP from outside: one test for each requirement, under its number."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import CallToolResult, TextResourceContents

from plugins.installation import Installation
from refrakt.hosts.cli import main
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.project.workspace import Workspace
from refrakt_plan.plugin import plugin as plan

from .mcp_clients import SITE, News, client, project, raw, refused, text_of

pytestmark = pytest.mark.usefixtures("planner")

EVERYWHERE = ["refrakt.detect", "refrakt.plugins_list", "refrakt.version"]
WORK = '{% work id="WORK-004" status="ready" priority="high" %}\n\n# Mow the lawn\n\n{% /work %}\n'
MILESTONE = '{% milestone name="v0.1.0" status="active" %}\n\n# First release\n\n{% /milestone %}\n'
PLAN = {"plan/work/WORK-004-mow.md": WORK, "plan/milestones/first-release.md": MILESTONE}


def config(**keys: Any) -> dict[str, str]:
    return {"refrakt.config.json": json.dumps(keys)}


def code(result: CallToolResult) -> str:
    assert result.is_error
    assert result.meta is not None
    assert result.meta["hint"]
    return str(result.meta["errorCode"])


async def tools(connected: Client) -> list[str]:
    return [each.name for each in (await connected.list_tools()).tools]


async def plugins(connected: Client) -> dict[str, Mapping[str, Any]]:
    answer = (await connected.call_tool("refrakt.plugins_list")).structured_content
    return {each["namespace"]: each for each in answer["plugins"]}


async def read(connected: Client, uri: str) -> TextResourceContents:
    (found,) = (await connected.read_resource(uri)).contents
    assert isinstance(found, TextResourceContents)
    return found


@pytest.mark.usefixtures("gardener")
async def test_56_the_config_decides_which_plugins_there_are(side: McpConnectionHandler, tmp_path: Path) -> None:
    package = {"package.json": json.dumps({"dependencies": {"@refrakt-md/docs": "^0.11.0"}})}
    docs = {"node_modules/@refrakt-md/docs/package.json": json.dumps({"name": "@refrakt-md/docs", "version": "0.11.0"})}
    named = project(tmp_path / "named", package | docs | config(plan={}, plugins=["@refrakt-md/plan"]))
    async with client(side, named, "legacy") as connected:
        found = await plugins(connected)
        assert list(found) == ["forge", "plan"]
        assert found["plan"]["source"] == "config"
    empty = project(tmp_path / "empty", package | docs | config(plan={}, plugins=[]))
    async with client(side, empty, "legacy") as connected:
        found = await plugins(connected)
        assert {name: each["source"] for name, each in found.items()} == {"forge": "builtin", "plan": "builtin"}
    silent = project(tmp_path / "silent", {"README.md": ""})
    async with client(side, silent, "legacy") as connected:
        assert "garden" in await plugins(connected)


async def test_57_a_bad_plugin_takes_nothing_from_the_others(
    side: McpConnectionHandler, installed: Installation, nothing: Path
) -> None:
    installed.plugin("refrakt-aaa", "same", "one")
    installed.plugin("refrakt-bbb", "same", "two")
    installed.code("refrakt-ccc", "raise ValueError('on import')")
    installed.plugin("refrakt-ddd", "fine", "three")
    async with client(side, nothing, "legacy") as connected:
        answer = (await connected.call_tool("refrakt.plugins_list")).structured_content
        found = {each["namespace"]: each for each in answer["plugins"]}
        assert set(found) == {"fine", "forge", "plan", "same"}
        assert found["same"]["packageName"] == "refrakt-aaa"
        result = {each["plugin"]: each["code"] for each in answer["warnings"]}
        assert result == {"refrakt-bbb": "DUPLICATE_NAMESPACE", "refrakt-ccc": "PLUGIN_LOAD_FAILED"}
        assert {"same.one", "fine.three"} <= set(await tools(connected))


def test_58_the_command_line_lists_its_plugins(
    nothing: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(nothing)
    assert main(["pln"]) == 1
    assert "Did you mean `refrakt plan`?" in capsys.readouterr().err
    assert main(["plan", "creat"]) == 1
    assert "Did you mean `refrakt plan create`" in capsys.readouterr().err
    assert main(["plan"]) == 0
    result = capsys.readouterr().out
    unwrapped = " ".join(result.split())
    assert all(each.name in result and each.description in unwrapped for each in plan.commands)


async def test_59_neither_site_nor_plan(side: McpConnectionHandler, nothing: Path, era: str) -> None:
    async with client(side, nothing, era) as connected:
        assert await tools(connected) == [*EVERYWHERE, "plan.init"]
        assert [each.uri for each in (await connected.list_resources()).resources] == ["refrakt://detect"]
    assert sorted(os.listdir(nothing)) == [".git", "README.md"], "looking creates nothing"


async def test_60_a_plan_without_a_site_and_a_site_without_a_plan(
    side: McpConnectionHandler, tmp_path: Path, site: Path
) -> None:
    for name, files in [
        ("folder", PLAN),
        ("config", PLAN | config(plan={"dir": "plan"}, plugins=["@refrakt-md/plan"])),
    ]:
        async with client(side, project(tmp_path / name, files), "legacy") as connected:
            listed = await tools(connected)
            assert [each for each in listed if each.startswith("refrakt.")] == EVERYWHERE
            assert "plan.next" in listed
            detected = (await connected.call_tool("refrakt.detect")).structured_content
            assert detected["site"] is None
            assert detected["context"]["site"] is None
            assert detected["plan"]["fileCount"] == 2
    async with client(side, site, "legacy") as connected:
        listed = await tools(connected)
        assert {"refrakt.inspect_list", "refrakt.reference", "refrakt.validate_content"} < set(listed)
        assert [each for each in listed if each.startswith("plan.")] == ["plan.init"]
        result = await connected.call_tool("plan.next")
        assert code(result) == "PLAN_DIR_MISSING"
        assert "plan.init" in text_of(result)


async def test_61_a_new_plan_is_available_at_once(side: McpConnectionHandler, nothing: Path, era: str) -> None:
    news = News()
    async with client(side, nothing, "legacy", news=news) as watching, client(side, nothing, era) as working:
        assert "plan.next" not in await tools(watching)
        assert code(await working.call_tool("plan.next")) == "PLAN_DIR_MISSING"
        assert not (await working.call_tool("plan.init")).is_error
        await news.next("notifications/tools/list_changed")
        await news.next("notifications/resources/list_changed")
        assert "plan.next" in await tools(watching)
        assert not (await working.call_tool("plan.next")).is_error


async def test_62_commands_of_the_command_line_are_tools_too(side: McpConnectionHandler, gardened: Path) -> None:
    arguments = {"args": ["a"], "tag": ["x", "y"], "force": True, "dry": False, "n": 3}
    async with client(side, gardened, "legacy") as connected:
        result = await connected.call_tool("garden.harvest", arguments)
        assert result.structured_content == {"harvest": ["a", "--tag", "x", "--tag", "y", "--force", "--n", "3"]}
        assert code(await connected.call_tool("garden.burn")) == "CLI_INVOCATION_FAILED"
        assert not (await connected.call_tool("refrakt.version")).is_error


async def test_63_several_sites(side: McpConnectionHandler, two_sites: Path, era: str) -> None:
    async with client(side, two_sites, era) as connected:
        result = await connected.call_tool("refrakt.inspect_list")
        assert code(result) == "SITE_AMBIGUOUS"
        assert "main" in text_of(result)
        assert "blog" in text_of(result)
        result = await connected.call_tool("refrakt.inspect_list", {"site": "maim"})
        assert code(result) == "SITE_NOT_FOUND"
        assert "main" in text_of(result)
        assert json.loads((await read(connected, "refrakt://reference?site=main")).text)["total"]


async def test_64_a_plan_can_be_read_by_address(side: McpConnectionHandler, tmp_path: Path, era: str) -> None:
    root = project(tmp_path / "planned", PLAN)
    async with client(side, root, era) as connected:
        found = await read(connected, "refrakt://plan/work/WORK-004")
        assert (found.mime_type, found.text) == ("text/markdown", WORK)
        assert (await read(connected, "refrakt://plan/milestone/v0.1.0")).text == MILESTONE
        error = await refused(connected.read_resource("refrakt://plan/work/WORK-00"))
        assert error.error.code == (-32002 if era == "legacy" else -32602)
        assert error.error.data["errorCode"] == "RESOURCE_NOT_FOUND"
        error = await refused(connected.read_resource("refrakt://plan/spec/WORK-004"))
        assert error.error.data["errorCode"] == "RESOURCE_NOT_FOUND"
        assert "refrakt://plan/work/WORK-004" in error.error.message


OUTSIDE = (
    "../SECRET",
    "..%2FSECRET",
    "%2e%2e%2fSECRET",
    "%2e%2e/SECRET",
    "..%2F..%2Fsecret.md",
    "SECRET",
    "%00",
    "%ff",
    "%",
)


async def test_64_no_uri_resolves_outside_of_the_plan(side: McpConnectionHandler, tmp_path: Path, era: str) -> None:
    odd = {"plan/work/odd.md": WORK.replace("WORK-004", "../a b%2F")}
    root = project(tmp_path / "planned", PLAN | odd | {"secret.md": WORK.replace("WORK-004", "SECRET")})
    (root / "plan" / "work" / "link.md").symlink_to(root / "secret.md")
    async with client(side, root, era) as connected:
        for name in OUTSIDE:
            error = await refused(connected.read_resource(f"refrakt://plan/work/{name}"))
            assert error.error.data["errorCode"] == "RESOURCE_NOT_FOUND", name
        index = json.loads((await read(connected, "refrakt://plan/index")).text)["entities"]
        assert {each["id"] for each in index} == {"v0.1.0", "WORK-004", "../a b%2F"}
        assert (await read(connected, "refrakt://plan/work/..%2Fa%20b%252F")).text == odd["plan/work/odd.md"]


async def test_65_templates_and_addresses_of_others(side: McpConnectionHandler, tmp_path: Path, era: str) -> None:
    root = project(tmp_path / "both", PLAN | SITE)
    async with client(side, root, era) as connected:
        forms = [each.uri_template for each in (await connected.list_resource_templates()).resource_templates]
        assert "refrakt://rune/{name}{?attrs*,site}" in forms
        assert "refrakt://plan/{type}/{id}" in forms
        error = await refused(connected.read_resource("notes://today"))
        assert error.error.code == -32602
        assert error.error.data["errorCode"] == "INVALID_ARGS"


async def test_66_an_unknown_tool(side: McpConnectionHandler, nothing: Path) -> None:
    async with raw(side, nothing) as connected:
        await connected.begin()
        result = (await connected.request(1, "tools/call", {"name": "refrakt.wash"}))["result"]
    assert result["isError"] is True
    assert result["errorCode"] == result["_meta"]["errorCode"] == "UNKNOWN_TOOL"
    assert result["hint"] == result["_meta"]["hint"] != ""


BROKEN = """\
# Page

{% nosuchrune %}
Text
{% /nosuchrune %}

{% icon /%}

{% hint type="purple" %}
Text
{% /hint %}

{% hint type= %}
Text
"""


async def test_67_what_is_wrong_with_a_page(
    workspace: Workspace, side: McpConnectionHandler, site: Path, era: str
) -> None:
    async with client(side, site, era) as connected:
        result = await connected.call_tool("refrakt.validate_content", {"markdown": BROKEN})
        assert not result.is_error
        problems = result.structured_content["errors"]
        assert [(each["code"], each["line"], each["column"]) for each in problems] == [
            ("unknown-rune", 3, 4),
            ("missing-attribute", 7, 4),
            ("value-not-allowed", 9, 14),
            ("syntax-error", 13, 13),
        ]
        assert all(each["message"] for each in problems)
        page = site / "content" / "page.md"
        workspace.open(page.as_uri(), page, BROKEN, 1)
        opened = (await connected.call_tool("refrakt.validate_content", {"path": "content/page.md"})).structured_content
        assert opened["errors"] == problems


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(each): (each.stat().st_mtime_ns, each.read_bytes() if each.is_file() else b"")
        for each in sorted(folder.rglob("*"))
    }


async def test_68_only_messages_on_the_wire_and_nothing_written(side: McpConnectionHandler, tmp_path: Path) -> None:
    root = project(tmp_path / "both", PLAN | SITE)
    before = snapshot(root)
    async with raw(side, root) as connected:
        await connected.begin()
        listed = (await connected.request("list", "tools/list"))["result"]["tools"]
        reading = [each["name"] for each in listed if each["annotations"]["readOnlyHint"]]
        assert "plan.status" in reading
        for name in reading:
            await connected.send({"jsonrpc": "2.0", "id": name, "method": "tools/call", "params": {"name": name}})
        assert {json.loads(await connected.line())["id"] for _ in reading} == set(reading)
    assert snapshot(root) == before
