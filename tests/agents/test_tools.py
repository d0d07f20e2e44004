"""Tools: which ones each kind of project has, the size of their list, and how calls end."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from mcp_types import Tool

from plugins.installation import Installation
from refrakt.compact_text import compact_text
from refrakt.hosts.mcp import tool_results
from refrakt.hosts.mcp import tools as tools_module
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.plugins.plugin_validation import tool_name
from refrakt.project.workspace import Workspace
from refrakt.services import validate_content as validating
from refrakt.services.registry import Service, service_of, services
from refrakt_plan.plugin import plugin as plan

from .mcp_clients import MODERN, client, project, raw, refused, text_of

EVERYWHERE = ["refrakt.detect", "refrakt.plugins_list", "refrakt.version"]
SITE = [name for name, each in services().items() if each.for_agents]
"""`tests/services/test_registry.py` names them."""
PLAN = [tool_name(plan, each) for each in plan.commands if each.expose]
"""`tests/plan/test_plugin.py` names them."""


def names(tools: list[Tool], namespace: str) -> list[str]:
    return [each.name for each in tools if each.name.startswith(f"{namespace}.")]


async def listed(side: McpConnectionHandler, root: Path, era: str = "legacy", **options: str) -> list[Tool]:
    async with client(side, root, era, options) as connected:
        return (await connected.list_tools()).tools


# The list -------------------------------------------------------------------------------------------------------------


async def test_each_kind_of_project_has_its_tools(
    side: McpConnectionHandler, nothing: Path, site: Path, two_sites: Path, tmp_path: Path, era: str
) -> None:
    plain = project(tmp_path / "plain", {"markdoc.config.json": "{}"})
    for root, expected in [(nothing, EVERYWHERE), (site, SITE), (two_sites, SITE), (plain, SITE)]:
        assert names(await listed(side, root, era), "refrakt") == expected, root


@pytest.mark.usefixtures("gardener")
async def test_a_plugin_has_tools_where_it_is_active(side: McpConnectionHandler, nothing: Path) -> None:
    assert names(await listed(side, nothing), "garden") == ["garden.dig"]
    (nothing / "garden").mkdir()
    assert names(await listed(side, nothing), "garden") == [
        f"garden.{name}" for name in ("dig", "sow", "list_beds", "refuse", "shout", "smell", "harvest", "burn", "wait")
    ]


def cost(tools: list[Tool]) -> int:
    """How many bytes a model reads before it has called anything."""
    return sum(
        len(f"{each.name}{each.description}{json.dumps(each.input_schema, separators=(',', ':'))}".encode())
        for each in tools
    )


async def test_the_list_is_short(side: McpConnectionHandler, site: Path) -> None:
    tools = await listed(side, site)
    assert cost(tools) <= 12_000
    for each in tools:
        assert 0 < len(each.description or "") <= 400, each.name


@pytest.mark.usefixtures("planner")
async def test_the_list_stays_short_with_a_plan(side: McpConnectionHandler, site: Path) -> None:
    (site / "plan" / "work").mkdir(parents=True)
    tools = await listed(side, site)
    assert [each.name for each in tools] == [*SITE, *PLAN]
    assert cost(tools) <= 20_000


@pytest.mark.usefixtures("planner")
async def test_schemas_are_plain_and_complete(side: McpConnectionHandler, gardened: Path) -> None:
    (gardened / "plan" / "work").mkdir(parents=True)
    for tool in await listed(side, gardened):
        for schema in filter(None, (tool.input_schema, tool.output_schema)):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object", tool.name
        result = json.dumps(tool.input_schema)
        assert '"null"' not in result, tool.name
        assert '"title": "' not in result, tool.name
        assert "properties" in tool.input_schema, tool.name
        if tool.name.startswith(("refrakt.", "plan.")):
            assert tool.input_schema["additionalProperties"] is False, tool.name
            assert tool.output_schema is not None, tool.name


async def test_tools_have_annotations(side: McpConnectionHandler, gardened: Path) -> None:
    result = {each.name: each.annotations for each in await listed(side, gardened)}
    assert all(each is not None and each.open_world_hint is False for each in result.values())
    read = result["refrakt.reference"]
    assert read is not None
    assert (read.read_only_hint, read.destructive_hint, read.idempotent_hint) == (True, None, None)
    write, burn = result["garden.sow"], result["garden.burn"]
    assert write is not None
    assert burn is not None
    assert (write.read_only_hint, write.destructive_hint, write.idempotent_hint) == (False, False, False)
    assert burn.destructive_hint is True


async def test_names_without_dots(side: McpConnectionHandler, site: Path, era: str) -> None:
    tools = await listed(side, site, era, **{"tool-names": "underscore"})
    assert tools[0].name == "refrakt_check"
    assert not any("." in each.name for each in tools)


@pytest.mark.parametrize("options", [{}, {"tool-names": "underscore"}])
@pytest.mark.parametrize(
    "name", ["garden.list_beds", "garden_list_beds", "garden.list-beds", "refrakt_detect", "refrakt.detect"]
)
async def test_calls_are_accepted_in_every_spelling(
    side: McpConnectionHandler, gardened: Path, options: dict[str, str], name: str
) -> None:
    async with client(side, gardened, "legacy", options) as connected:
        answer = (await connected.call_tool(name)).structured_content
    assert (answer["list_beds"] == ["roses"]) if name.startswith("garden") else (answer["site"] is not None)


# Calls ----------------------------------------------------------------------------------------------------------------


async def test_a_result_is_text_and_data(side: McpConnectionHandler, site: Path, era: str) -> None:
    async with client(side, site, era) as connected:
        result = await connected.call_tool("refrakt.inspect_list")
    assert result.structured_content["runes"]
    assert text_of(result) == compact_text(result.structured_content)
    assert len(text_of(result)) < len(json.dumps(result.structured_content)) * 0.7


async def test_results_match_their_schemas(side: McpConnectionHandler, site: Path) -> None:
    arguments: dict[str, dict[str, Any]] = {
        "refrakt.validate_content": {"markdown": "{% hnit %}\n\n{% hero layout=5 %}\n", "frontmatter": {"title": "T"}},
        "refrakt.reference": {"rune": "hint"},
        "refrakt.fix": {"content": "{% hnit /%}"},
        "refrakt.references": {"url": "/"},
        "refrakt.rename": {"url": "/", "to": "/start"},
        "refrakt.contracts_check": {"path": "contracts.json"},
        "refrakt.inspect": {"rune": "hint"},
        "refrakt.render": {"markdown": "{% hint %}\nx\n{% /hint %}"},
    }
    async with client(side, site, "legacy") as connected:
        tools = (await connected.list_tools()).tools
        assert {each.name for each in tools} >= {*arguments, "refrakt.detect", "refrakt.version"}
        for tool in tools:
            if tool.name.startswith("refrakt."):
                result = await connected.call_tool(tool.name, arguments.get(tool.name, {}))
                assert not result.is_error, tool.name
                assert tool.output_schema is not None
                jsonschema.validate(result.structured_content, tool.output_schema)


async def test_results_of_plugins(side: McpConnectionHandler, gardened: Path) -> None:
    async with client(side, gardened, "legacy") as connected:
        tools = {each.name: each for each in (await connected.list_tools()).tools}
        sown = await connected.call_tool("garden.sow", {"bed": "herbs", "count": 3})
        assert sown.structured_content == {"beds": ["herbs", "roses"], "note": None}
        jsonschema.validate(sown.structured_content, tools["garden.sow"].output_schema)
        planted = await connected.call_tool("garden.plant", {"bed": "peas"})
        assert planted.structured_content["beds"] == ["herbs", "peas", "roses"]
        assert (await connected.call_tool("garden.list_beds")).structured_content == {
            "list_beds": ["herbs", "peas", "roses"]
        }
        smelt = await connected.call_tool("garden.smell")
        assert (text_of(smelt), smelt.structured_content) == ("roses", {"text": "roses"})


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"markdwon": "x"}, "markdown"),
        ({"markdown": 5}, "string"),
        ({"markdown": ["x"]}, "string"),
        ({}, "path"),
        ({"path": "../../etc/passwd"}, "outside"),
    ],
)
async def test_inputs_are_checked_before_anything_runs(
    side: McpConnectionHandler, site: Path, arguments: dict[str, Any], expected: str
) -> None:
    async with client(side, site, "legacy") as connected:
        result = await connected.call_tool("refrakt.validate_content", arguments)
    assert result.is_error
    assert result.meta is not None
    assert result.meta["errorCode"] == "INVALID_ARGS"
    assert expected in text_of(result)


async def test_inputs_of_plugins_are_checked(side: McpConnectionHandler, gardened: Path) -> None:
    async with client(side, gardened, "legacy") as connected:
        result = await connected.call_tool("garden.sow", {"bed": "a", "cuont": 2})
    assert result.meta is not None
    assert result.meta["errorCode"] == "INVALID_ARGS"
    assert "count" in text_of(result)
    assert [each.name for each in (gardened / "garden").iterdir()] == ["roses.md"]


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("refrakt.detekt", "refrakt.detect"), ("refrakt.validate_contnt", "refrakt.validate_content"), ("", "")],
)
async def test_an_unknown_tool_suggests_the_nearest_name(
    side: McpConnectionHandler, site: Path, name: str, nearest: str, era: str
) -> None:
    async with client(side, site, era) as connected:
        result = await connected.call_tool(name)
    assert result.is_error
    assert result.meta is not None
    assert result.meta["errorCode"] == "UNKNOWN_TOOL"
    hint = result.meta["hint"]
    assert "refrakt.version" in hint
    if nearest:
        assert hint.startswith(f"did you mean {nearest}")


async def test_an_unavailable_tool_reports_what_is_missing(side: McpConnectionHandler, nothing: Path) -> None:
    async with client(side, nothing, "legacy") as connected:
        result = await connected.call_tool("refrakt.validate_content", {"markdown": "x"})
    assert result.meta is not None
    assert result.meta["errorCode"] == "SITE_CONFIG_MISSING"
    assert "refrakt.config.json" in result.meta["hint"]


async def test_a_failed_call_has_code_and_hint_and_data(side: McpConnectionHandler, gardened: Path) -> None:
    async with client(side, gardened, "legacy") as connected:
        result = await connected.call_tool("garden.refuse")
    assert result.meta == {"errorCode": "BED_TAKEN", "hint": "Choose another bed.", "data": {"bed": "a"}}
    assert text_of(result) == "that bed is taken. Choose another bed."
    assert result.structured_content is None


async def test_a_bug_is_reported_without_internals(
    side: McpConnectionHandler, site: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("inner workings")

    monkeypatch.setattr(validating, "read_page", broken)
    async with client(side, site, "legacy") as connected:
        result = await connected.call_tool("refrakt.validate_content", {"markdown": "x"})
        assert result.meta is not None
        assert result.meta["errorCode"] == "TOOL_FAILED"
        assert result.meta["hint"]
        assert "inner workings" not in text_of(result)
        assert "ZeroDivisionError" in caplog.text
        assert not (await connected.call_tool("refrakt.version")).is_error


async def test_a_service_has_a_time_limit(
    side: McpConnectionHandler, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stuck(self: Service, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(release.wait(), loop).result()

    monkeypatch.setattr(tools_module, "SERVICE_TIMEOUT", 0.05)
    monkeypatch.setattr(Service, "answer", stuck)
    async with client(side, site, "legacy") as connected:
        result = await connected.call_tool("refrakt.version")
        release.set()
    assert result.meta is not None
    assert result.meta["errorCode"] == "TOOL_TIMEOUT"


async def test_a_plugin_has_a_time_limit(side: McpConnectionHandler, gardened: Path) -> None:
    async with client(side, gardened, "legacy") as connected:
        result = await connected.call_tool("garden.wait")
        assert result.meta is not None
        assert result.meta["errorCode"] == "TOOL_TIMEOUT"
        assert (await connected.call_tool("garden.smell")).is_error, "it is disabled"
        assert not (await connected.call_tool("refrakt.version")).is_error


async def test_a_cancelled_call_is_not_answered(
    side: McpConnectionHandler, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, release = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    answer = Service.answer

    def slow(self: Service, context: Any, arguments: Any) -> Any:
        if self is service_of(validating.validate_content):
            loop.call_soon_threadsafe(started.set)
            asyncio.run_coroutine_threadsafe(release.wait(), loop).result()
        return answer(self, context, arguments)

    monkeypatch.setattr(Service, "answer", slow)
    async with raw(side, site) as connected:
        params = {"name": "refrakt.validate_content", "arguments": {"markdown": "x"}, "_meta": MODERN}
        await connected.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        await started.wait()
        await connected.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
        params = {"name": "refrakt.version", "_meta": MODERN}
        await connected.send({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params})
        assert (await connected.receive())["id"] == 2
        release.set()
        connected.finish()
        with pytest.raises(EOFError):
            await connected.receive()


# The editor's text ----------------------------------------------------------------------------------------------------


async def test_an_open_page_is_checked_as_it_is_in_the_editor(
    workspace: Workspace, side: McpConnectionHandler, site: Path, era: str
) -> None:
    page = site / "content" / "index.md"
    workspace.open(page.as_uri(), page, "{% hnit %}\n", 7)
    async with client(side, site, era) as connected:
        result = (
            await connected.call_tool("refrakt.validate_content", {"path": "content/index.md"})
        ).structured_content
        assert (result["source"], result["version"], result["ok"]) == ("buffer", 7, False)
        workspace.change(page.as_uri(), 8, [(0, 11, "# Fine\n")])
        result = (
            await connected.call_tool("refrakt.validate_content", {"path": "content/index.md"})
        ).structured_content
        assert (result["version"], result["ok"]) == (8, True)
        workspace.close(page.as_uri())
        result = (
            await connected.call_tool("refrakt.validate_content", {"path": "content/index.md"})
        ).structured_content
        assert (result["source"], "version" in result) == ("disk", False)


# Long answers ---------------------------------------------------------------------------------------------------------


async def test_a_long_result_is_truncated_with_a_notice(side: McpConnectionHandler, site: Path) -> None:
    async with client(side, site, "legacy") as connected:
        tool = next(each for each in (await connected.list_tools()).tools if each.name == "refrakt.validate_content")
        result = await connected.call_tool("refrakt.validate_content", {"markdown": "{% hnit %}{% /hnit %}\n\n" * 500})
    kept = result.structured_content["errors"]
    assert 50 < len(kept) < 500
    assert len(text_of(result)) <= tool_results.MAX_RESULT * 1.1
    jsonschema.validate(result.structured_content, tool.output_schema)
    notice = result.content[-1]
    assert f"`errors` has the first {len(kept)} of" in getattr(notice, "text", "")


async def test_the_whole_vocabulary_comes_in_pages(side: McpConnectionHandler, site: Path) -> None:
    async with client(side, site, "legacy") as connected:
        found: list[str] = []
        cursor: str | None = None
        while True:
            more = {"cursor": cursor} if cursor else {}
            answer = (await connected.call_tool("refrakt.reference", {"detail": "full", **more})).structured_content
            found += [each["name"] for each in answer["runes"]]
            cursor = answer.get("nextCursor")
            if cursor is None:
                break
        assert len(found) == len(set(found)) == answer["total"]


# Plugins that misbehave -----------------------------------------------------------------------------------------------


async def test_a_failing_schema_hides_only_its_tool(
    side: McpConnectionHandler, nothing: Path, installed: Installation
) -> None:
    code = """
    from pydantic import BaseModel
    class Odd(BaseModel):
        @classmethod
        def model_json_schema(cls, *args, **more):
            raise ValueError("no schema")
    plugin = CliPlugin("odd", [
        Command("one", "x", lambda argv: None, input_model=Odd, mcp_handler=lambda arguments, context: {}),
        Command("two", "x", lambda argv: None, mcp_handler=lambda arguments, context: {}),
    ])
    """
    installed.code("refrakt-odd", code)
    async with client(side, nothing, "legacy") as connected:
        assert names((await connected.list_tools()).tools, "odd") == ["odd.two"]
        (warning,) = (await connected.call_tool("refrakt.detect")).structured_content["warnings"]
    assert "command `one` is left out" in warning["message"]


@pytest.mark.parametrize("broken", [False, True])
async def test_a_plugin_may_have_its_own_error_envelope(
    side: McpConnectionHandler, nothing: Path, installed: Installation, broken: bool
) -> None:
    code = f"""
    def fail(arguments, context):
        raise RefraktError("NO", "no", "Do not.")
    def shape(error):
        return {{"success": False, "error": error.message}} if not {broken} else 1 / 0
    command = Command("fail", "x", lambda argv: None, mcp_handler=fail)
    plugin = CliPlugin("shaped", [command], envelope=shape)
    """
    installed.code("refrakt-shaped", code)
    async with client(side, nothing, "legacy") as connected:
        result = await connected.call_tool("shaped.fail")
    assert result.is_error
    assert result.meta == {"errorCode": "NO", "hint": "Do not."}
    assert result.structured_content == (None if broken else {"success": False, "error": "no"})


async def test_a_bug_in_a_list_is_reported_without_internals(
    side: McpConnectionHandler,
    nothing: Path,
    era: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("inner workings")

    async with client(side, nothing, era) as connected:
        monkeypatch.setattr(tools_module, "list_tools", broken)
        error = await refused(connected.list_tools())
        assert error.error.code == -32603
        assert "inner workings" not in f"{error.error.message}{error.error.data}"
        assert "ZeroDivisionError" in caplog.text
        monkeypatch.undo()
        assert (await connected.list_tools()).tools


async def test_pages_that_are_written_to_an_empty_folder_are_found(side: McpConnectionHandler, nothing: Path) -> None:
    """An agent that creates a site checks it next."""
    async with client(side, nothing, "legacy") as connected:
        assert (await connected.call_tool("refrakt.check", {})).is_error
        (nothing / "content").mkdir()
        for name in ("index", "about", "news", "team", "map"):
            text = f"# {name}\n\n{{% callout %}}\nHere\n{{% /callout %}}\n"
            (nothing / "content" / f"{name}.md").write_text(text)
        found = (await connected.call_tool("refrakt.detect", {})).structured_content
        assert found is not None
        assert found["site"]["sites"] == ["nothing"]
        pages = (await connected.call_tool("refrakt.pages", {"wait": 20})).structured_content
        assert pages is not None
        assert pages["total"] == 5
        assert "refrakt.check" in [each.name for each in (await connected.list_tools()).tools]
