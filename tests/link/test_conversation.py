"""What the next host is told: pure rules, without a process."""

from __future__ import annotations

import json
from typing import Any

import pytest

from refrakt.hosts.link.connection import lines_of
from refrakt.hosts.link.conversation import MODERN, Conversation

Message = dict[str, Any]


def line(**message: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n"


def request(id_: Any, method: str, **params: Any) -> bytes:
    return line(id=id_, method=method, params=params)


def call(id_: Any, tool: str, **meta: Any) -> bytes:
    return request(id_, "tools/call", name=tool, _meta=meta)


@pytest.mark.parametrize("spelling", ["compact", "spaced", "id last", "escaped id"])
def test_an_answer_is_recognised_however_it_is_written(spelling: str) -> None:
    talk = Conversation()
    id_ = 'a"b' if spelling == "escaped id" else "é"
    talk.from_client(request(id_, "ping"))
    answer: Message = {"jsonrpc": "2.0", "id": id_, "result": {}}
    if spelling == "id last":
        answer = {"result": {}, "id": id_, "jsonrpc": "2.0"}
    text = json.dumps(answer, separators=(", ", ": ") if spelling == "spaced" else (",", ":"))
    assert talk.from_host(text.encode() + b"\n")
    assert talk.pending == {}


def test_a_number_is_not_its_text() -> None:
    talk = Conversation()
    talk.from_client(request(1, "ping"))
    assert talk.from_host(line(id="1", result={}))
    assert list(talk.pending) == [1]
    assert talk.from_host(line(id=1, error={"code": -32601, "message": "no such method"}))
    assert talk.settled()


def test_only_the_goodbye_of_a_leaving_host_is_held_back() -> None:
    talk = Conversation()
    talk.from_client(request(1, "ping"))
    assert not talk.from_host(line(id=1, error={"code": -32000, "message": "Connection closed"}))
    assert list(talk.pending) == [1]
    assert talk.from_host(line(id=1, error={"code": -32000, "message": "the disk is full"}))
    assert talk.pending == {}


def test_held_requests_are_sent_once_and_cancelled_without_a_trace() -> None:
    talk = Conversation()
    assert talk.from_client(call(1, "demo.write"))
    assert not talk.from_client(call(2, "demo.write"), hold=True)
    assert not talk.from_client(call(3, "demo.write"), hold=True)
    assert not talk.from_client(line(method="notifications/cancelled", params={"requestId": 3}), hold=True)
    assert not talk.settled(sent=True)
    assert talk.from_host(line(id=1, result={}))
    assert talk.settled(sent=True)
    assert not talk.settled()
    # The host was never asked for it, so it cannot have happened.
    assert talk.again() == ([call(2, "demo.write")], [])


def test_tools_are_known_in_both_spellings() -> None:
    talk = Conversation()
    talk.note_tools({"tools": [{"name": "demo.look_up", "annotations": {"readOnlyHint": True}}]})
    for id_, tool in enumerate(("demo.look_up", "demo_look_up", "demo.unknown")):
        talk.from_client(call(id_, tool))
    asked, told = talk.again()
    assert asked == [call(0, "demo.look_up"), call(1, "demo_look_up")]
    assert [json.loads(each)["id"] for each in told] == [2]


def test_the_question_about_tools_is_asked_in_the_era_of_the_call() -> None:
    talk = Conversation()
    assert talk.tools_question(None) is None
    talk.from_client(call("a", "demo.write", **{MODERN: "2026-07-28", "progressToken": 7, "x/client": "c"}))
    question = talk.tools_question(None)
    assert question is not None
    assert json.loads(question)["params"] == {"_meta": {MODERN: "2026-07-28", "x/client": "c"}}
    talk.note_tools({"tools": [{"name": "demo.look"}]})
    assert talk.tools_question(None) is None
    assert json.loads(talk.tools_question("2") or b"")["params"]["cursor"] == "2"


def test_an_answer_to_a_host_that_is_gone_does_not_reach_the_next() -> None:
    talk = Conversation()
    assert talk.from_host(request(0, "roots/list"))
    assert talk.from_host(request(1, "roots/list"))
    assert talk.from_client(line(id=0, result={"roots": []}))
    (farewell,) = talk.farewells()
    assert json.loads(farewell)["params"]["requestId"] == 1
    assert not talk.from_client(line(id=1, result={"roots": []}))
    assert talk.from_client(line(id=None, error={"code": -32700, "message": "?"}))


def test_a_handshake_said_in_one_breath_is_repeated_whole() -> None:
    talk = Conversation()
    hello, ready, ask = request(1, "initialize"), line(method="notifications/initialized"), request(2, "tools/list")
    for each in (hello, ready, ask):
        talk.from_client(each)
    assert talk.again() == ([hello, ready, ask], [])


def test_our_own_questions_are_kept_from_the_client() -> None:
    talk = Conversation()
    id_, question = talk.own(request(5, "resources/subscribe", uri="refrakt://é"))
    assert json.loads(question)["params"] == {"uri": "refrakt://é"}
    assert not talk.from_host(line(id=id_, result={}))
    assert talk.from_host(line(id=id_, result={})), "once only"


@pytest.mark.parametrize(
    "text",
    [b"nonsense\n", b"[]\n", b"[" * 100_000 + b"\n", b"\xff\n", b'{"id":{},"method":3}\n', b'{"id":{},"result":3}\n'],
)
def test_whatever_is_said_passes(text: bytes) -> None:
    talk = Conversation()
    assert talk.from_client(text)
    assert talk.from_client(line(method="notifications/cancelled", params={"requestId": {}}))
    assert talk.from_host(text)
    assert talk.pending == {}


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_lines_are_whole_however_they_arrive(size: int) -> None:
    text = b"one\ntwo\n\nthree"
    chunks = iter([text[at : at + size] for at in range(0, len(text), size)] + [b""])
    assert list(lines_of(lambda: next(chunks))) == [b"one\n", b"two\n", b"\n", b"three"]
