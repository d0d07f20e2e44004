"""The bytes of a connection, and invalid messages."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refrakt.hosts.mcp import message_streams
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.project.workspace import Workspace

from .mcp_clients import MODERN, Raw, raw, streams


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


async def still_answers(client: Raw) -> None:
    answer = await client.request("alive", "tools/call", call("refrakt.version"))
    assert answer["result"]["structuredContent"]["server"] == "refrakt"


@pytest.mark.parametrize(
    ("line", "code", "request_id"),
    [
        (b"no json at all", -32700, None),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "tools/li', -32700, None),
        (b"\xff\xfe{}", -32700, None),
        (b"[" * 100_000, -32600, None),
        (b"[]", -32600, None),
        (b"42", -32600, None),
        (b'{"id": 7}', -32600, 7),
        (b'{"jsonrpc": "2.0", "id": "seven", "method": 5}', -32600, "seven"),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": [1]}', -32600, 7),
        (b'{"jsonrpc": "1.0", "id": 7, "method": "tools/list"}', -32600, 7),
    ],
)
async def test_an_invalid_line_gets_an_error(
    side: McpConnectionHandler, nothing: Path, line: bytes, code: int, request_id: object
) -> None:
    async with raw(side, nothing) as client:
        await client.begin()
        await client.send(line)
        answer = await client.receive()
        assert answer["jsonrpc"] == "2.0"
        assert "id" in answer
        assert answer["id"] == request_id
        assert answer["error"]["code"] == code
        await still_answers(client)


async def test_an_invalid_line_before_the_handshake_gets_an_error(side: McpConnectionHandler, nothing: Path) -> None:
    async with raw(side, nothing) as client:
        await client.send(b"{")
        assert (await client.receive())["error"]["code"] == -32700
        await client.begin()
        await still_answers(client)


async def test_a_too_long_line_is_skipped(
    side: McpConnectionHandler, nothing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_streams, "MAX_MESSAGE", 1_000_000)
    async with raw(side, nothing) as client:
        await client.begin()
        await client.send(b'{"jsonrpc": "2.0", "id": 7, "x": "' + b"x" * 3_000_000)
        assert (await client.receive())["error"]["code"] == -32700
        await still_answers(client)


async def test_fifteen_megabytes_are_a_message_like_any_other(side: McpConnectionHandler, nothing: Path) -> None:
    async with raw(side, nothing) as client:
        await client.begin()
        answer = await client.request(7, "tools/call", call("refrakt.version", padding="x" * 15_000_000))
        assert answer["result"]["errorCode"] == "INVALID_ARGS"
        await still_answers(client)


async def test_a_large_message_is_parsed_in_a_thread(
    side: McpConnectionHandler, nothing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[bool] = []

    def gently(line: bytes) -> Any:
        read.append(threading.current_thread() is threading.main_thread())
        return json.loads(line)

    monkeypatch.setattr(message_streams, "_decode_in_python", gently)
    async with raw(side, nothing) as client:
        await client.begin()
        assert read == []
        answer = await client.request(
            7, "tools/call", call("refrakt.version", padding="x" * message_streams.LARGE_MESSAGE)
        )
        assert answer["result"]["errorCode"] == "INVALID_ARGS"
        assert read == [False]


@pytest.mark.parametrize(
    "line",
    [
        b'{"a": [1, -2.5e3, "\\ud83d\\u00e9", null, true, {}]}',
        b'"x"',
        b"[",
        b"",
        b"{,}",
        b"\xff",
    ],
)
def test_both_decoders_agree(line: bytes) -> None:
    def outcome(read: Callable[[bytes], Any]) -> Any:
        try:
            return read(line)
        except ValueError:
            return ValueError

    assert outcome(message_streams._decode) == outcome(message_streams._decode_in_python)


async def test_blank_lines_and_carriage_returns_do_no_harm(side: McpConnectionHandler, nothing: Path) -> None:
    async with raw(side, nothing) as client:
        await client.begin()
        await client.send(b"\r")
        await client.send(b"")
        await client.send(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\r')
        assert (await client.answer(1))["result"]["tools"]


async def test_unknown_methods_and_wrong_params(side: McpConnectionHandler, nothing: Path) -> None:
    async with raw(side, nothing) as client:
        await client.begin()
        assert (await client.request(1, "refrakt/unheard-of"))["error"]["code"] == -32601
        assert (await client.request(2, "tools/call", {"name": 5}))["error"]["code"] == -32602
        assert (await client.request(3, "tools/call"))["error"]["code"] == -32602
        assert (await client.request(4, "resources/read", {}))["error"]["code"] == -32602
        assert (await client.request(5, "prompts/get", {"name": "author_page", "arguments": 7}))["error"][
            "code"
        ] == -32602
        await still_answers(client)


async def test_a_request_before_the_handshake_is_refused(side: McpConnectionHandler, nothing: Path) -> None:
    async with raw(side, nothing) as client:
        assert "error" in await client.request(1, "tools/list")
        await client.begin()
        await still_answers(client)


@pytest.mark.parametrize("modern", [False, True])
async def test_a_failed_result_has_code_and_hint_at_the_top_level(
    side: McpConnectionHandler, nothing: Path, modern: bool
) -> None:
    async with raw(side, nothing) as client:
        meta = {"_meta": MODERN} if modern else {}
        if not modern:
            await client.begin()
        result = (await client.request(1, "tools/call", call("refrakt.detekt") | meta))["result"]
    assert result["isError"] is True
    assert result["errorCode"] == result["_meta"]["errorCode"] == "UNKNOWN_TOOL"
    assert result["hint"] == result["_meta"]["hint"]
    assert "refrakt.detect" in result["hint"]


async def test_a_successful_result_has_no_code(side: McpConnectionHandler, nothing: Path) -> None:
    async with raw(side, nothing) as client:
        await client.begin()
        result = (await client.request(1, "tools/call", call("refrakt.version")))["result"]
        assert result["structuredContent"]["version"]
        assert "errorCode" not in result
        assert "hint" not in result


async def test_a_lone_surrogate_is_accepted(workspace: Workspace, side: McpConnectionHandler, site: Path) -> None:
    page = site / "content" / "half.md"
    workspace.open(page.as_uri(), page, "{% \ud83d %}\n", 3)
    async with raw(side, site) as client:
        await client.begin()
        result = (await client.request(1, "tools/call", call("refrakt.validate_content", path="content/half.md")))[
            "result"
        ]
        assert result["structuredContent"]["version"] == 3
        await still_answers(client)


async def test_a_client_that_stops_sending_still_gets_its_answers(side: McpConnectionHandler, site: Path) -> None:
    async with raw(side, site) as client:
        await client.begin()
        for number in range(5):
            message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call("refrakt.reference")}
            await client.send(message)
        client.finish()
        answers = [await client.receive() for _ in range(5)]
        assert {each["id"] for each in answers} == set(range(5))
        assert all("result" in each for each in answers)
        with pytest.raises(EOFError):
            await client.receive()


async def test_a_listening_client_that_stops_sending_is_not_waited_for(side: McpConnectionHandler, site: Path) -> None:
    async with raw(side, site) as client:
        params = {"notifications": {"toolsListChanged": True}, "_meta": MODERN}
        await client.send({"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": params})
        assert (await client.receive())["method"] == "notifications/subscriptions/acknowledged"
        client.finish()
        async with asyncio.timeout(message_streams.DRAIN_TIMEOUT / 2):
            with pytest.raises(EOFError):
                await client.answer("never")


async def test_a_client_that_disconnects_early_does_not_affect_others(
    side: McpConnectionHandler, site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with raw(side, site) as other:
        await other.begin()
        for _ in range(3):
            async with streams(side, site) as (_, writer):
                leaving = Raw(asyncio.StreamReader(), writer)
                await leaving.send({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": MODERN}})
                writer.transport.abort()
        await still_answers(other)
    assert "Traceback" not in caplog.text


async def test_a_client_that_does_not_read_does_not_block_others(side: McpConnectionHandler, site: Path) -> None:
    async with streams(side, site) as (_, writer), raw(side, site) as other:
        meta = {"_meta": MODERN}
        ask = json.dumps(
            {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call("refrakt.reference") | meta}
        ).encode()
        writer.write((ask + b"\n") * 200)
        await other.begin()
        await still_answers(other)
        writer.transport.abort()


async def test_only_messages_are_on_the_wire(side: McpConnectionHandler, site: Path) -> None:
    async with raw(side, site) as client:
        await client.begin()
        tools = (await client.request("list", "tools/list"))["result"]["tools"]
        for each in tools:
            await client.send(
                {"jsonrpc": "2.0", "id": each["name"], "method": "tools/call", "params": call(each["name"])}
            )
        waiting = {each["name"] for each in tools}
        while waiting:
            message = json.loads(await client.line())
            assert message["jsonrpc"] == "2.0"
            if "method" in message:  # one of the tools has created a plan, and more are listed now
                assert message["method"].endswith("/list_changed")
                continue
            assert "result" in message
            waiting.remove(message["id"])
