"""Connections: what is loaded when, many clients at once, and failing connections."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.hosts.mcp.instructions import MAX_BYTES
from refrakt.project.workspace import Workspace

from .mcp_clients import ERAS, MODERN, Raw, client, project, raw, streams


def test_the_protocol_library_is_loaded_by_the_first_connection() -> None:
    code = """
import asyncio, sys, tempfile
sys.path.insert(0, sys.argv[1])
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.project.workspace import Workspace
heavy = lambda: sorted({"mcp", "mcp_types", "pydantic", "anyio", "pygls"} & set(sys.modules))
async def main():
    side = McpConnectionHandler(Workspace())
    assert heavy() == [], heavy()
    reader = asyncio.StreamReader()
    reader.feed_eof()
    class Writer:
        def close(self): pass
        async def wait_closed(self): pass
    await side.serve(reader, Writer(), tempfile.gettempdir(), {})
    assert "mcp" in heavy()
asyncio.run(main())
"""
    subprocess.run([sys.executable, "-W", "error", "-c", code, str(Path(__file__).parent)], check=True, timeout=60)


async def test_what_was_sent_while_loading_is_answered(side: McpConnectionHandler, nothing: Path) -> None:
    async with streams(side, nothing) as (reader, writer):
        connected = Raw(reader, writer)
        # Nothing is awaited before these are sent, so the server has not started yet.
        for number in (1, 2):
            params = {"name": "refrakt.version", "_meta": MODERN}
            await connected.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
        assert {(await connected.receive())["id"] for _ in range(2)} == {1, 2}


async def test_many_clients_at_once(side: McpConnectionHandler, nothing: Path, site: Path) -> None:
    async def work(number: int) -> int:
        root = site if number % 2 else nothing
        async with client(side, root, ERAS[number // 2 % 2]) as connected:
            for _ in range(3):
                detected = (await connected.call_tool("refrakt.detect")).structured_content
                assert detected["cwd"] == str(root)
                assert (detected["site"] is not None) is (root is site)
        return number

    assert await asyncio.gather(*map(work, range(8))) == list(range(8))


async def test_both_eras_see_the_same_project(side: McpConnectionHandler, site: Path) -> None:
    async with client(side, site, "legacy") as old, client(side, site, "auto") as new:
        assert old.protocol_version == "2025-11-25"
        assert new.protocol_version == "2026-07-28"
        assert old.instructions == new.instructions
        assert (await old.list_tools()).tools == (await new.list_tools()).tools
        assert old.server_info is not None
        assert old.server_info.name == "refrakt"


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "1999-01-01"])
async def test_every_version_of_the_older_era(side: McpConnectionHandler, site: Path, version: str) -> None:
    async with raw(side, site) as connected:
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
        answer = await connected.request(1, "initialize", params)
        agreed = answer["result"]["protocolVersion"]
        assert agreed == (version if version != "1999-01-01" else "2025-11-25")
        await connected.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        result = (await connected.request(2, "tools/call", {"name": "refrakt.validate_content", "arguments": {}}))[
            "result"
        ]
        assert result["errorCode"] == "INVALID_ARGS"
        assert (await connected.request(3, "ping"))["result"] == {}


async def test_a_broken_connection_is_logged_not_raised(
    site: Path, workspace: Workspace, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    side = McpConnectionHandler(workspace)

    def broken(_: object, *, again: bool = False) -> None:
        raise RuntimeError("nobody home")

    monkeypatch.setattr(workspace, "refresh", broken)
    async with raw(side, site) as connected:
        with pytest.raises(EOFError):
            await connected.receive()
    assert "nobody home" in caplog.text
    monkeypatch.undo()
    async with client(side, site, "legacy") as working:
        assert (await working.list_tools()).tools
    side.close()


async def test_closing_ends_connections(workspace: Workspace, nothing: Path) -> None:
    side = McpConnectionHandler(workspace)
    async with streams(side, nothing) as (reader, writer):
        connected = Raw(reader, writer)
        await connected.begin()
        side.close()
        with pytest.raises(EOFError):
            await connected.receive()
    assert workspace.listeners == []


async def test_a_project_that_changes_its_kind(side: McpConnectionHandler, nothing: Path) -> None:
    async with client(side, nothing, "legacy") as connected:
        before = (await connected.call_tool("refrakt.detect")).structured_content
        assert before["site"] is None
        project(nothing, {"markdoc.config.json": "{}"})
        after = (await connected.call_tool("refrakt.detect")).structured_content
        assert after["site"] is not None
        assert len(after["tools"]) > len(before["tools"])


# Instructions ---------------------------------------------------------------------------------------------------------


async def server_instructions(side: McpConnectionHandler, root: Path, era: str = "legacy", **options: str) -> str:
    async with client(side, root, era, options) as connected:
        text = connected.instructions
    assert text is not None
    assert len(text) <= MAX_BYTES
    return text


async def test_instructions_name_what_to_call_first(
    side: McpConnectionHandler, nothing: Path, site: Path, two_sites: Path, era: str
) -> None:
    assert "refrakt.detect" in await server_instructions(side, nothing, era)
    assert "refrakt.validate_content" not in await server_instructions(side, nothing, era)
    assert "refrakt.reference" in await server_instructions(side, site, era)
    several = await server_instructions(side, two_sites, era)
    assert "several sites" in several
    assert "blog" not in several, "names come from the project, and might be instructions"


async def test_instructions_of_plugins_belong_to_them(side: McpConnectionHandler, gardened: Path) -> None:
    assert "Sow with `garden.sow`." in await server_instructions(side, gardened)


async def test_instructions_spell_tools_as_they_are_listed(side: McpConnectionHandler, gardened: Path) -> None:
    text = await server_instructions(side, gardened, **{"tool-names": "underscore"})
    assert "`refrakt_reference`" in text
    assert "`garden_sow`" in text
    assert "refrakt." not in text
