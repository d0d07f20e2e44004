"""Errors of the protocol itself: messages that are no request, and requests out of order."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from refrakt.hosts.link.session_replay import SessionReplay
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler

from .mcp_clients import MODERN, TWO_SITES, client, project, raw


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("line", ['{"jsonrpc": "2.0", "id": "x"}', '{"jsonrpc": "2.0", "id": "x", "method": 3}'])
async def test_a_message_without_a_method_gets_an_error_with_its_id(
    side: McpConnectionHandler, nothing: Path, line: str, first: bool
) -> None:
    assert SessionReplay().from_client(line.encode() + b"\n"), "the relay keeps it from the host"
    async with raw(side, nothing) as connected:
        if not first:
            await connected.begin()
        await connected.send(line.encode())
        answer = await connected.receive()
        assert (answer["id"], answer["error"]["code"]) == ("x", -32600)


async def test_a_request_before_the_handshake_says_so(side: McpConnectionHandler, nothing: Path) -> None:
    async with raw(side, nothing) as connected:
        error = (await connected.request(1, "tools/list"))["error"]
        assert (error["code"], "`initialize`" in error["message"]) == (-32600, True)
        assert (await connected.request(2, "ping"))["result"] == {}
        await connected.begin()
        assert (await connected.request(3, "tools/list"))["result"]["tools"]
        error = (await connected.request(4, "tools/call", {"name": 3}))["error"]
        assert error["code"] == -32602


async def test_there_is_no_handshake_where_requests_carry_the_version(
    side: McpConnectionHandler, nothing: Path
) -> None:
    async with raw(side, nothing) as connected:
        assert "result" in await connected.request(1, "server/discover", {"_meta": MODERN})
        params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
        assert (await connected.request(2, "initialize", params))["error"]["code"] == -32601
        assert (await connected.request(3, "tools/list", {"_meta": MODERN}))["result"]["tools"]


async def test_every_listed_uri_of_several_sites_can_be_read(side: McpConnectionHandler, tmp_path: Path) -> None:
    pages = {"main/index.md": "# Main\n", "blog/index.md": "# Blog\n"}
    root = project(tmp_path / "two sites", TWO_SITES | pages)
    async with client(side, root, "legacy") as connected:
        listed = [str(each.uri) for each in (await connected.list_resources()).resources]
        assert {"refrakt://reference?site=main", "refrakt://reference?site=blog"} <= set(listed)
        for uri in listed:
            assert (await connected.read_resource(uri)).contents, uri
        found: Any = (await connected.call_tool("refrakt.detect", {})).structured_content
        assert sorted(found["resources"]) == sorted(listed)


async def test_detect_names_tools_as_the_client_does(side: McpConnectionHandler, site: Path) -> None:
    async with client(side, site, "legacy", {"tool-names": "underscore"}) as connected:
        names = [each.name for each in (await connected.list_tools()).tools]
        result = await connected.call_tool("refrakt_detect", {})
        found: Any = result.structured_content
        assert found["tools"] == names
        read = (await connected.read_resource("refrakt://detect")).contents[0]
        assert json.loads(read.text)["tools"] == names  # type: ignore[union-attr]
        assert "refrakt.detect" not in str(result.content)


async def test_descriptions_and_hints_name_tools_as_the_client_does(
    side: McpConnectionHandler, site: Path, nothing: Path, planner: None
) -> None:
    dotted = re.compile(r"\b(?:refrakt|plan)\.(?!config|runes)[a-z_]+")
    async with client(side, site, "legacy", {"tool-names": "underscore"}) as connected:
        assert dotted.findall(str([each.description for each in (await connected.list_tools()).tools])) == []
        refused = await connected.call_tool("plan_next", {})
        assert (refused.meta or {})["hint"] == "Create one with `plan_init`."
        with pytest.raises(MCPError) as caught:
            await connected.read_resource("refrakt://plan/index")
        assert "`plan_init`" in str(caught.value)
    async with client(side, nothing, "legacy") as connected:
        hint = ((await connected.call_tool("refrakt.check", {})).meta or {})["hint"]
        assert "`refrakt.detect` shows" in hint
