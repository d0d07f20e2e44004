"""A relay whose host is still loading: what it answers itself, what it holds, and what it leaves to the host."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from refrakt.hosts.link import start_record
from refrakt.hosts.link.start_answers import StartAnswers
from refrakt.hosts.link.start_record import StartRecord, environment_digest, fingerprint, read_record, write_record

from .clients import LONG, MODERN_META, Client, Message
from .conftest import Spawn, host_pids
from .fake_server import CAPABILITIES, TOOLS

HANDSHAKE = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
INITIALIZED = {"protocolVersion": "2025-11-25", "capabilities": CAPABILITIES, "serverInfo": {"name": "recorded"}}
LISTED: Message = {"tools": TOOLS[:1], "nextCursor": "more"}
"""The first page of the fake host's list."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the gate of the fake host is a file")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def gate(tmp_path: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A host listens only when this file exists."""
    monkeypatch.setenv("FAKE_HOST_GATE", str(tmp_path / "gate"))
    return tmp_path / "gate"


def record(root: Path, tools: Message = LISTED) -> Path:
    """A record of the answers of the fake host; returns the file it depends on."""
    watched = root / "watched"
    watched.write_text("1", "utf-8")
    answers: dict[str, dict[str, Any]] = {
        "2025-11-25": {"initialize": INITIALIZED, "tools/list": tools},
        "2026-07-28": {"server/discover": {"supportedVersions": ["2026-07-28"]}, "tools/list": tools},
    }
    paths = [str(watched)]
    made = StartRecord(paths, fingerprint(paths).digest, False, environment_digest(False), answers)
    write_record(str(root), "dotted", made)
    assert read_record(str(root), "dotted") == made
    return watched


async def greet(client: Client) -> Message:
    result = await client.request("initialize", **HANDSHAKE)
    client.notify("notifications/initialized")
    return result


async def is_silent(client: Client) -> bool:
    """Whether nothing comes for a moment."""
    assert client.process.stdout is not None
    try:
        await asyncio.wait_for(client.process.stdout.read(1), 0.7)
    except TimeoutError:
        return True
    return False


async def test_the_first_answers_do_not_wait_for_the_host(spawn: Spawn, root: Path, gate: Path) -> None:
    record(root)
    client = await spawn()
    assert await greet(client) == INITIALIZED
    assert await client.request("tools/list") == LISTED
    gate.touch()
    state = await client.host_state()
    # The host got the handshake, too; the client did not see the second answer.
    assert state["received"] == ["initialize", "notifications/initialized", "tools/call"]
    assert client.notices == []
    assert await client.leave() == 0
    assert await client.stderr_text() == ""


async def test_the_stateless_era(spawn: Spawn, root: Path, gate: Path) -> None:
    record(root)
    client = await spawn()
    assert await client.request("server/discover", _meta=MODERN_META) == {"supportedVersions": ["2026-07-28"]}
    assert await client.request("tools/list", _meta=MODERN_META) == LISTED
    call = client.send_request("tools/call", name="demo.state", arguments={}, _meta=MODERN_META)
    gate.touch()
    assert (await client.answer(call))["result"]["received"] == ["tools/call"]


async def test_requests_are_held_and_arrive_in_order(spawn: Spawn, root: Path, gate: Path) -> None:
    record(root)
    client = await spawn()
    await greet(client)
    ids = [client.send_request(f"demo/{number}") for number in range(20)]
    assert await client.request("tools/list") == LISTED  # not behind them
    call = client.send_request("tools/call", name="demo.state", arguments={})
    listed = client.send_request("tools/list")  # behind the call, which may change the list
    assert await is_silent(client)
    gate.touch()
    received = (await client.answer(call))["result"]["received"]
    assert received[-20:] == [f"demo/{number}" for number in range(1, 20)] + ["tools/call"]
    for each in ids:
        assert (await client.answer(each))["result"] == {}
    assert (await client.answer(listed))["result"] == LISTED
    assert not client.notices


async def test_more_requests_than_are_held(spawn: Spawn, root: Path, gate: Path) -> None:
    record(root)
    client = await spawn()
    await greet(client)
    ids = [client.send_request("demo/size", text="x" * 2000, back=True) for _ in range(300)]
    await asyncio.sleep(0.2)
    gate.touch()
    for each in ids:
        assert (await client.answer(each))["result"]["size"] == 2000
    assert (await client.host_state())["pid"] in host_pids(gate_folder())


def gate_folder() -> Path:
    return Path(os.environ["REFRAKT_RUNTIME_DIR"])


async def test_a_cancelled_request_never_reaches_the_host(spawn: Spawn, root: Path, gate: Path) -> None:
    record(root)
    client = await spawn()
    await greet(client)
    cancelled = client.send_request("demo/cancelled")
    other = client.send_request("demo/other")
    client.notify("notifications/cancelled", requestId=cancelled)
    call = client.send_request("tools/call", name="demo.state", arguments={})
    await asyncio.sleep(0.2)
    gate.touch()
    assert (await client.answer(other))["result"] == {}
    received = (await client.answer(call))["result"]["received"]
    assert "demo/other" in received
    assert "demo/cancelled" not in received
    assert cancelled not in client._answers


async def test_other_notifications_and_invalid_lines_reach_the_host_in_order(
    spawn: Spawn, root: Path, gate: Path
) -> None:
    record(root)
    client = await spawn()
    await greet(client)
    client.send_request("demo/first")
    client.notify("notifications/roots/list_changed")
    client.write(b"not JSON\n")
    call = client.send_request("tools/call", name="demo.state", arguments={})
    await asyncio.sleep(0.2)
    gate.touch()
    received = (await client.answer(call))["result"]["received"]
    assert received[:3] == ["initialize", "notifications/initialized", "demo/first"]
    assert received[-2:] == ["notifications/roots/list_changed", "tools/call"]
    assert client._answers[None]["error"]["code"] == -32700


async def test_a_list_that_differs_is_reported(spawn: Spawn, root: Path, gate: Path) -> None:
    record(root, {"tools": [{"name": "demo.old"}]})
    client = await spawn()
    await greet(client)
    assert await client.request("tools/list") == {"tools": [{"name": "demo.old"}]}
    gate.touch()
    await client.host_state()
    while not any(each["method"] == "notifications/tools/list_changed" for each in client.notices):
        client.notices.append(await client.next_message())
    assert await client.request("tools/list") == LISTED


async def test_what_changed_is_not_answered_from_the_record(spawn: Spawn, root: Path, gate: Path) -> None:
    watched = record(root)
    client = await spawn()
    await greet(client)
    watched.write_text("2", "utf-8")
    listed = client.send_request("tools/list")
    assert await is_silent(client)
    gate.touch()
    assert (await client.answer(listed))["result"] == LISTED
    assert "tools/list" in (await client.host_state())["received"]


async def test_a_running_host_answers_itself(spawn: Spawn, root: Path) -> None:
    first = await spawn()
    await first.host_state()
    record(root)
    second = await spawn()
    assert (await greet(second))["serverInfo"] == {"name": "small"}


async def test_a_client_that_leaves_before_the_host_listens(spawn: Spawn, root: Path, gate: Path) -> None:
    record(root)
    client = await spawn()
    await greet(client)
    assert await client.leave() == 0


async def test_the_client_closes_its_side_before_the_host_listens(spawn: Spawn, root: Path, gate: Path) -> None:
    record(root)
    client = await spawn()
    await greet(client)
    call = client.send_request("tools/call", name="demo.state", arguments={})
    assert client.process.stdin is not None
    client.process.stdin.close()
    await asyncio.sleep(0.2)
    gate.touch()
    assert (await client.answer(call))["result"]["kind"] == "headless"
    assert await asyncio.wait_for(client.process.wait(), LONG) == 0


async def test_a_client_that_dies_before_the_host_listens(root: Path, runtime: Path, gate: Path) -> None:
    record(root)
    reading, writing = os.pipe()
    relay = Path(__file__).with_name("fake_relay.py")
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(relay), str(root), "1", stdin=pipe, stdout=writing, stderr=pipe
    )
    os.close(writing)
    os.close(reading)  # nobody reads the answers any more
    assert process.stdin is not None
    process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HANDSHAKE}).encode())
    process.stdin.write(b"\n")
    _, complaints = await asyncio.wait_for(process.communicate(), LONG)
    assert (process.returncode, complaints) == (0, b"")


async def test_a_host_that_cannot_start(
    spawn: Spawn, root: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(root)
    monkeypatch.setenv("FAKE_HOST_BROKEN", "1")
    client = await spawn()
    await greet(client)
    assert await client.request("tools/list") == LISTED
    call = client.send_request("tools/call", name="demo.write", arguments={})
    assert "no refrakt host could be started" in (await client.answer(call))["error"]["message"]
    assert await asyncio.wait_for(client.process.wait(), LONG) == 1


async def test_a_host_that_dies_while_it_loads(spawn: Spawn, root: Path, gate: Path, runtime: Path) -> None:
    record(root)
    client = await spawn()
    await greet(client)
    call = client.send_request("tools/call", name="demo.state", arguments={})
    while not host_pids(runtime):
        await asyncio.sleep(0.01)
    os.kill(host_pids(runtime)[0], 9)
    gate.touch()
    assert (await client.answer(call))["result"]["received"][:2] == ["initialize", "notifications/initialized"]


# The form of requests ----------------------------------------------------------------------------------------------

UNCERTAIN = [
    {**HANDSHAKE, "protocolVersion": "2024-01-01"},
    {**HANDSHAKE, "protocolVersion": 3},
    {**HANDSHAKE, "protocolVersion": "2026-07-28"},
    {**HANDSHAKE, "capabilities": None},
    {**HANDSHAKE, "capabilities": {"roots": {"listChanged": "yes"}}},
    {**HANDSHAKE, "capabilities": {"sampling": 1}},
    {**HANDSHAKE, "clientInfo": {"name": "test"}},
    {**HANDSHAKE, "clientInfo": {"name": "test", "version": 1}},
    {**HANDSHAKE, "clientInfo": {"name": "test", "version": "1", "icons": [{}]}},
    {**HANDSHAKE, "_meta": MODERN_META},
    {"protocolVersion": "2025-11-25"},
    [],
    "x",
]


def line(method: str, params: Any = None, id_: Any = 1) -> bytes:
    message = {"jsonrpc": "2.0", "id": id_, "method": method, **({} if params is None else {"params": params})}
    return json.dumps(message).encode() + b"\n"


@pytest.mark.parametrize("params", UNCERTAIN)
def test_an_uncertain_handshake_is_left_to_the_host(root: Path, params: Any) -> None:
    record(root)
    start = StartAnswers(str(root), "dotted")
    assert start.answer(line("initialize", params)) is None
    assert not start.used
    assert start.answer(line("initialize", HANDSHAKE)) is not None


def test_requests_of_the_other_era_or_before_the_handshake_are_left_to_the_host(root: Path) -> None:
    record(root)
    start = StartAnswers(str(root), "dotted")
    assert start.answer(line("tools/list")) is None
    assert start.answer(line("initialize", HANDSHAKE)) is not None
    for uncertain in (
        line("initialize", HANDSHAKE),
        line("server/discover", {"_meta": MODERN_META}),
        line("tools/list", {"_meta": MODERN_META}),
        line("tools/list", {"cursor": "x"}),
        line("tools/list", {"_meta": {"progressToken": None}}),
        line("tools/list", [1]),
        line("tools/list", id_=True),
        line("tools/list", id_=1.5),
        line("resources/list"),
        b'[{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}]\n',
        b'{"jsonrpc": "1.0", "id": 1, "method": "tools/list"}\n',
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "result": {}}\n',
        b"{" * 5000 + b"\n",
    ):
        assert start.answer(uncertain) is None, uncertain
    assert start.answer(line("tools/list", {"_meta": {"progressToken": 3}})) is not None
    assert start.answer(line("tools/list", {}), calls_pending=True) is None


def test_a_damaged_or_older_record_is_not_used(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record(root)
    assert read_record(str(root), "underscore") is None
    (file,) = (Path(os.environ["REFRAKT_CACHE_DIR"]) / "start").glob("*.json")
    whole = file.read_bytes()
    for damaged in (
        b"",
        whole[:-20],
        b"[]",
        b"null",
        whole.replace(b'"version":1', b'"version":0'),
        b'{"version":1,"record":{}}',
    ):
        file.write_bytes(damaged)
        assert read_record(str(root), "dotted") is None
    file.write_bytes(whole)
    found = read_record(str(root), "dotted")
    assert found is not None
    assert found.is_current()
    monkeypatch.setenv("REFRAKT_FUTURE", "1")
    assert not found.is_current()


def test_the_oldest_records_are_removed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_record, "MOST_RECORDS", 3)
    for number in range(5):
        (root / f"{number}").mkdir()
        record(root / f"{number}")
        time.sleep(0.01)
    assert [read_record(str(root / f"{number}"), "dotted") is not None for number in range(5)] == [False] * 2 + [
        True
    ] * 3


def test_a_fingerprint_changes_with_files_and_folders(tmp_path: Path) -> None:
    folder, file, missing = tmp_path / "folder", tmp_path / "file", tmp_path / "missing"
    folder.mkdir()
    file.write_text("1", "utf-8")
    paths = [str(folder), str(file), str(missing)]
    seen = {fingerprint(paths).digest}

    def changed() -> bool:
        known = len(seen)
        seen.add(fingerprint(paths).digest)
        return len(seen) > known

    assert not changed()
    (folder / "__pycache__").mkdir()
    assert not changed()
    (folder / "new").touch()
    assert changed()
    (folder / "new").rename(folder / "other")
    assert changed()
    file.write_text("2", "utf-8")
    assert changed()
    missing.touch()
    assert changed()
    missing.unlink()
    assert not changed()
