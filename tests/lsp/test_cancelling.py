"""Requests that nobody waits for any more are not worked on: an editor that types on cancels what it has asked."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from refrakt.hosts.lsp.framing import Broken, Framer
from refrakt.hosts.lsp.inbox import Inbox
from refrakt.hosts.lsp.streams import Outbox

from .wire import Client, Message, server

CANCELLED = -32800
PAGE = "content/page.md"


def framed(*messages: Message) -> bytes:
    bodies = [json.dumps({"jsonrpc": "2.0", **each}).encode() for each in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(each), each) for each in bodies)


def completion(uri: str, number: int | str, character: int) -> Message:
    place = {"line": 0, "character": character}
    params = {"textDocument": {"uri": uri}, "position": place}
    return {"id": number, "method": "textDocument/completion", "params": params}


def cancelled(number: Any) -> Message:
    return {"method": "$/cancelRequest", "params": {"id": number}}


def typed(uri: str, version: int, character: int, text: str) -> Message:
    place = {"line": 0, "character": character}
    change = {"range": {"start": place, "end": place}, "text": text}
    params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}
    return {"method": "textDocument/didChange", "params": params}


def code(client: Client, number: Any) -> int | None:
    answer = client.answer(number)
    return answer["error"]["code"] if "error" in answer else None


def test_what_is_cancelled_while_it_waits_is_not_worked_on(site: Path) -> None:
    """All of it comes in one piece: the requests are still waiting when the server reads that they are cancelled."""
    with server(site, capabilities={}) as client:
        uri = client.open(PAGE, "{% h\n")
        client.request("refrakt/status")
        asked = range(1000, 1070)
        client.raw(framed(*(completion(uri, each, 4) for each in asked), *map(cancelled, asked[:-1])))
        assert [code(client, each) for each in asked] == [*[CANCELLED] * 69, None]


def test_a_request_is_answered_for_the_text_it_was_asked_about(site: Path) -> None:
    """A later change is no reason to answer with less: the specification leaves it to the client what it still wants."""
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
        first, second, last = (client.answer(each)["result"] for each in (1000, 1001, 1002))
        ends = [items["items"][0]["textEdit"]["range"]["end"]["character"] for items in (first, second, last)]
        assert ends == [4, 6, 7]


def test_an_id_can_be_used_again_after_it_was_cancelled(site: Path) -> None:
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


def test_a_page_that_speaks_of_cancelling_cancels_nothing(site: Path) -> None:
    with server(site, capabilities={}) as client:
        uri = client.open(PAGE, "{% h\n")
        client.request("refrakt/status")
        said = json.dumps({"jsonrpc": "2.0", **cancelled(1000)})
        client.raw(framed(completion(uri, 1000, 4), typed(uri, 2, 0, said)))
        assert code(client, 1000) is None


def test_a_shutdown_cannot_be_cancelled(site: Path) -> None:
    with server(site, capabilities={}) as client:
        client.raw(framed({"id": 1000, "method": "shutdown"}, cancelled(1000)))
        assert code(client, 1000) is None


async def test_messages_are_glanced_at_before_their_turn() -> None:
    seen: list[tuple[str, bytes | Broken]] = []
    inbox = Inbox(
        Framer(), lambda each: seen.append(("turn", each)), Outbox(), lambda each: seen.append(("seen", each))
    )
    inbox.feed(b"Content-Length: 1\r\n\r\n1Content-Length: 1\r\n\r\n2")
    await asyncio.sleep(0)
    assert seen == [("seen", b"1"), ("seen", b"2"), ("turn", b"1"), ("turn", b"2")]
