"""What is replayed at the next host, without a process."""

from __future__ import annotations

import json
from typing import Any

import pytest

from refrakt.hosts.link.connection import split_lines
from refrakt.hosts.link.session_replay import LISTEN, PROTOCOL_VERSION, SUBSCRIPTION_ID, SessionReplay

Message = dict[str, Any]


def line(**message: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n"


def request(id_: Any, method: str, **params: Any) -> bytes:
    return line(id=id_, method=method, params=params)


def call(id_: Any, tool: str, **meta: Any) -> bytes:
    return request(id_, "tools/call", name=tool, _meta=meta)


@pytest.mark.parametrize("spelling", ["compact", "spaced", "id last", "escaped id"])
def test_responses_are_recognised_in_any_json_layout(spelling: str) -> None:
    session = SessionReplay()
    id_ = 'a"b' if spelling == "escaped id" else "é"
    session.from_client(request(id_, "ping"))
    answer: Message = {"jsonrpc": "2.0", "id": id_, "result": {}}
    if spelling == "id last":
        answer = {"result": {}, "id": id_, "jsonrpc": "2.0"}
    text = json.dumps(answer, separators=(", ", ": ") if spelling == "spaced" else (",", ":"))
    assert session.from_host(text.encode() + b"\n")
    assert session.pending == {}


def test_a_number_id_differs_from_a_text_id() -> None:
    session = SessionReplay()
    session.from_client(request(1, "ping"))
    assert session.from_host(line(id="1", result={}))
    assert list(session.pending) == [1]
    assert session.from_host(line(id=1, error={"code": -32601, "message": "no such method"}))
    assert session.settled()


def test_only_the_connection_closed_error_is_held_back() -> None:
    session = SessionReplay()
    session.from_client(request(1, "ping"))
    assert not session.from_host(line(id=1, error={"code": -32000, "message": "Connection closed"}))
    assert list(session.pending) == [1]
    assert session.from_host(line(id=1, error={"code": -32000, "message": "the disk is full"}))
    assert session.pending == {}


def test_held_requests_are_sent_once_and_can_be_cancelled() -> None:
    session = SessionReplay()
    assert session.from_client(call(1, "demo.write"))
    assert not session.from_client(call(2, "demo.write"), hold=True)
    assert not session.from_client(call(3, "demo.write"), hold=True)
    assert not session.from_client(line(method="notifications/cancelled", params={"requestId": 3}), hold=True)
    assert not session.settled(sent=True)
    assert session.from_host(line(id=1, result={}))
    assert session.settled(sent=True)
    assert not session.settled()
    # It was never sent to a host, so it cannot have been executed.
    assert session.replay() == ([call(2, "demo.write")], [])


def test_tools_are_known_in_both_spellings() -> None:
    session = SessionReplay()
    session.record_tools({"tools": [{"name": "demo.state_up", "annotations": {"readOnlyHint": True}}]})
    for id_, tool in enumerate(("demo.state_up", "demo_state_up", "demo.unknown")):
        session.from_client(call(id_, tool))
    params, result = session.replay()
    assert params == [call(0, "demo.state_up"), call(1, "demo_state_up")]
    assert [json.loads(each)["id"] for each in result] == [2]


def test_the_tools_list_request_uses_the_protocol_of_the_call() -> None:
    session = SessionReplay()
    session.from_client(request(1, "ping"))
    session.from_client(call(2, "demo.write"), hold=True)
    assert session.tools_list_request(None) is None
    session.from_client(
        call("a", "demo.write", **{PROTOCOL_VERSION: "2026-07-28", "progressToken": 7, "x/client": "c"})
    )
    question = session.tools_list_request(None)
    assert question is not None
    assert json.loads(question)["params"] == {"_meta": {PROTOCOL_VERSION: "2026-07-28", "x/client": "c"}}
    session.record_tools({"tools": [{"name": "demo.state"}]})
    assert session.tools_list_request(None) is None
    assert json.loads(session.tools_list_request("2") or b"")["params"]["cursor"] == "2"


def test_a_response_to_the_previous_host_does_not_reach_the_next() -> None:
    session = SessionReplay()
    assert session.from_host(request(0, "roots/list"))
    assert session.from_host(request(1, "roots/list"))
    assert session.from_client(line(id=0, result={"roots": []}))
    (cancellation,) = session.cancellations()
    assert json.loads(cancellation)["params"]["requestId"] == 1
    assert not session.from_client(line(id=1, result={"roots": []}))
    assert session.from_client(line(id=None, error={"code": -32700, "message": "?"}))


def test_a_pipelined_handshake_is_replayed_whole() -> None:
    session = SessionReplay()
    hello, ready, listing = request(1, "initialize"), line(method="notifications/initialized"), request(2, "tools/list")
    for each in (hello, ready, listing):
        session.from_client(each)
    assert session.replay() == ([hello, ready, listing], [])


def test_what_a_client_has_set_up_is_recorded_once_the_host_has_accepted_it() -> None:
    session = SessionReplay()
    lines = [
        request(1, "initialize"),
        request(2, "resources/subscribe", uri="refrakt://a"),
        request(3, "resources/subscribe", uri="refrakt://b"),
        request(4, "resources/subscribe", uri="refrakt://c"),
        request(5, "resources/unsubscribe", uri="refrakt://a"),
        request(6, "logging/setLevel", level="debug"),
        request(7, "ping"),
    ]
    for each in lines:
        assert session.from_client(each)
    assert (session.initialize, session.capabilities, session.settings) == (lines[0], None, {})
    assert session.change_notifications() == []
    assert session.from_host(line(id=1, result={"capabilities": {"tools": {"listChanged": True}, "prompts": {}}}))
    assert session.from_host(line(id=3, error={"code": -32602, "message": "no such resource"}))
    for id_ in (2, 4, 5, 6, 7):
        assert session.from_host(line(id=id_, result={}))
    assert list(session.settings.values()) == [lines[3], lines[5]]
    assert [json.loads(each).get("params") for each in session.change_notifications()] == [None, {"uri": "refrakt://c"}]
    assert session.fail_pending("gone") == []


def test_changes_are_announced_to_listen_requests_that_asked_for_them() -> None:
    session = SessionReplay()
    wanted = {"toolsListChanged": True, "promptsListChanged": False, "resourceSubscriptions": ["refrakt://a"]}
    session.from_client(request(1, LISTEN, notifications=wanted))
    session.from_client(request(2, LISTEN))
    session.from_client(call(3, "demo.write"))
    found = [json.loads(each) for each in session.change_notifications()]
    assert [each["method"] for each in found] == ["notifications/tools/list_changed", "notifications/resources/updated"]
    assert [each["params"]["_meta"] for each in found] == [{SUBSCRIPTION_ID: 1}] * 2
    assert not session.settled()
    assert session.from_host(line(id=3, result={}))
    assert session.settled(), "listen requests never end"


def test_a_request_is_sent_to_two_hosts_at_most() -> None:
    session = SessionReplay()
    session.from_client(request(1, "ping"))
    session.from_client(request(2, LISTEN))
    assert session.replay() == ([request(1, "ping"), request(2, LISTEN)], [])
    (listen,), (error,) = session.replay()
    assert listen == request(2, LISTEN)
    assert json.loads(error)["error"]["message"] == "the host ended 2 times during this request"
    assert list(session.pending) == [2]
    assert [json.loads(each)["id"] for each in session.fail_pending("gone")] == [2]
    assert session.pending == {}


def test_a_lost_call_names_tools_to_check_with() -> None:
    session = SessionReplay()
    readers = ["plan.status", "demo.look", "demo.list", "demo.show", "demo.find"]
    reading = [{"name": name, "annotations": {"readOnlyHint": True}} for name in readers]
    session.record_tools({"tools": [*reading, {"name": "demo.write"}, {"name": "other.write"}]})
    session.from_client(call(1, "demo_write"))
    session.from_client(call(2, "other.write", **{PROTOCOL_VERSION: "2026-07-28"}))
    _, responses = session.replay()
    first, second = (json.loads(each)["result"] for each in responses)
    assert "with `demo.look` or `demo.list` or `demo.show`." in first["hint"]
    assert "with `plan.status` or `demo.look` or `demo.list`." in second["hint"]
    assert (first["isError"], first.get("resultType"), second.get("resultType")) == (True, None, "complete")


def test_responses_to_own_requests_are_not_forwarded() -> None:
    session = SessionReplay()
    id_, question = session.with_own_id(request(5, "resources/subscribe", uri="refrakt://é"))
    assert json.loads(question)["params"] == {"uri": "refrakt://é"}
    assert not session.from_host(line(id=id_, result={}))
    assert session.from_host(line(id=id_, result={})), "once only"


@pytest.mark.parametrize(
    "text",
    [b"nonsense\n", b"[]\n", b"[" * 100_000 + b"\n", b"\xff\n", b'{"id":{},"method":3}\n', b'{"id":{},"result":3}\n'],
)
def test_invalid_lines_are_forwarded(text: bytes) -> None:
    session = SessionReplay()
    assert session.from_client(text)
    assert session.from_client(line(method="notifications/cancelled", params={"requestId": {}}))
    assert session.from_host(text)
    assert session.pending == {}


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_lines_are_assembled_from_chunks(size: int) -> None:
    text = b"one\ntwo\n\nthree"
    chunks = iter([text[at : at + size] for at in range(0, len(text), size)] + [b""])
    assert list(split_lines(lambda: next(chunks))) == [b"one\n", b"two\n", b"\n", b"three"]
