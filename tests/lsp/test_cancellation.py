"""Cancelled requests are not started: editors cancel outdated requests while the user types."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from refrakt.hosts.lsp.message_batches import MessageQueue
from refrakt.hosts.lsp.message_framing import InvalidFrame, MessageFramer
from refrakt.hosts.lsp.stdio_streams import OutputQueue

from .wire import Client, Message, server

CANCELLED = -32800
PAGE = "content/page.md"


def framed(*messages: Message) -> bytes:
    bodies = [json.dumps({"jsonrpc": "2.0", **each}).encode() for each in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(each), each) for each in bodies)


def completion(uri: str, number: int | str, character: int) -> Message:
    position = {"line": 0, "character": character}
    params = {"textDocument": {"uri": uri}, "position": position}
    return {"id": number, "method": "textDocument/completion", "params": params}


def cancelled(number: Any) -> Message:
    return {"method": "$/cancelRequest", "params": {"id": number}}


def typed(uri: str, version: int, character: int, text: str) -> Message:
    position = {"line": 0, "character": character}
    change = {"range": {"start": position, "end": position}, "text": text}
    params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}
    return {"method": "textDocument/didChange", "params": params}


def code(client: Client, number: Any) -> int | None:
    response = client.response(number)
    return response["error"]["code"] if "error" in response else None


def test_queued_request_can_be_cancelled(site: Path) -> None:
    """All messages arrive together, so the requests are still queued when they are cancelled."""
    with server(site, capabilities={}) as client:
        uri = client.open(PAGE, "{% h\n")
        client.request("refrakt/status")
        request = range(1000, 1070)
        client.raw(framed(*(completion(uri, each, 4) for each in request), *map(cancelled, request[:-1])))
        assert [code(client, each) for each in request] == [*[CANCELLED] * 69, None]


def test_request_is_answered_for_its_document_version(site: Path) -> None:
    """A later change does not invalidate a request: the specification leaves that to the client."""
    with server(site, capabilities={}) as client:
        uri = client.open(PAGE, "{% h\n")
        client.request("refrakt/status")
        client.raw(
            framed(
                completion(uri, 1000, 4),
                typed(uri, 2, 4, "in"),
                completion(uri, 1001, 6),
                typed(uri, 3, 6, "x"),
                completion(uri, 1002, 7),
            )
        )
        first, second, last = (client.response(each)["result"] for each in (1000, 1001, 1002))
        ends = [items["items"][0]["textEdit"]["range"]["end"]["character"] for items in (first, second, last)]
        assert ends == [4, 6, 7]


def test_cancelled_id_can_be_reused(site: Path) -> None:
    with server(site, capabilities={}) as client:
        uri = client.open(PAGE, "{% h\n")
        client.request("refrakt/status")
        client.raw(framed(cancelled(7000), cancelled("a"), cancelled(None), cancelled([1]), completion(uri, 7000, 4)))
        assert code(client, 7000) is None
        client.raw(framed(completion(uri, "a", 4), cancelled("a"), completion(uri, "b", 4)))
        assert code(client, "a") == CANCELLED
        assert code(client, "b") is None
        client.raw(framed({"id": 8000, **cancelled("c")}, completion(uri, "c", 4)))
        assert code(client, 8000) == -32601
        assert code(client, "c") is None


def test_page_text_with_cancel_request_cancels_nothing(site: Path) -> None:
    with server(site, capabilities={}) as client:
        uri = client.open(PAGE, "{% h\n")
        client.request("refrakt/status")
        received = json.dumps({"jsonrpc": "2.0", **cancelled(1000)})
        client.raw(framed(completion(uri, 1000, 4), typed(uri, 2, 0, received)))
        assert client.response(1000)["result"]["items"]


def test_shutdown_cannot_be_cancelled(site: Path) -> None:
    with server(site, capabilities={}) as client:
        client.raw(framed({"id": 1000, "method": "shutdown"}, cancelled(1000)))
        assert code(client, 1000) is None
        client.notify("exit")
        assert client.process.wait(10) == 0


async def test_messages_are_peeked_before_they_are_handled() -> None:
    observed: list[tuple[str, bytes | InvalidFrame]] = []
    messages = MessageQueue(
        MessageFramer(),
        lambda each: observed.append(("turn", each)),
        OutputQueue(),
        lambda each: observed.append(("peeked", each)),
    )
    messages.feed(b"Content-Length: 1\r\n\r\n1Content-Length: 1\r\n\r\n2")
    await asyncio.sleep(0)
    assert observed == [("peeked", b"1"), ("peeked", b"2"), ("turn", b"1"), ("turn", b"2")]
