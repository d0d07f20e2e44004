"""Relays as clients start them, with hosts that are started, killed and taken over."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
import sys
from pathlib import Path

import pytest

from refrakt.hosts.link.host_address import HostAddress, address_of
from refrakt.hosts.link.host_lock import HostLock
from refrakt.hosts.link.host_status import status

from .clients import LONG, MODERN_META, Client, Message
from .conftest import Open, Spawn, host_pids


async def removed(lock: HostLock) -> None:
    """Wait until no process holds the lock."""
    import fcntl

    descriptor = os.open(lock.path, os.O_RDWR)
    try:
        await asyncio.wait_for(asyncio.to_thread(fcntl.flock, descriptor, fcntl.LOCK_EX), LONG)
    finally:
        os.close(descriptor)


def host_address(root: Path) -> HostAddress:
    found = address_of(str(root))
    assert isinstance(found, HostAddress)
    return found


async def test_a_relay_starts_a_host_and_a_second_finds_it(spawn: Spawn, runtime: Path, root: Path) -> None:
    one, two = await spawn(), await spawn()
    first, second = await one.host_state(), await two.host_state()
    assert first["kind"] == "headless"
    assert [first["pid"]] == [second["pid"]] == host_pids(runtime)
    address = host_address(root).path
    assert stat.S_IMODE(os.lstat(address).st_mode) == 0o600
    result = await asyncio.to_thread(status, str(root))
    assert result == {"pid": first["pid"], "root": str(root), "headless": True, "clients": 2}
    assert await one.leave() == 0
    assert await one.stderr_text() == ""


async def test_six_racing_relays_start_one_host(spawn: Spawn, runtime: Path) -> None:
    clients = await asyncio.gather(*(spawn() for _ in range(6)))
    states = await asyncio.gather(*(client.host_state() for client in clients))
    assert {state["pid"] for state in states} == set(host_pids(runtime))
    assert len(host_pids(runtime)) == 1


async def test_a_host_without_clients_exits_and_deletes_its_socket(spawn: Spawn, root: Path) -> None:
    client = await spawn(idle=0.05)
    await client.host_state()
    assert os.path.exists(host_address(root).path)
    assert await client.leave() == 0
    await removed(HostLock(host_address(root).lock))
    assert not os.path.exists(host_address(root).path)
    assert await asyncio.to_thread(status, str(root)) == "no host is running"


async def test_a_killed_host_is_replaced_and_the_request_replayed(spawn: Spawn, runtime: Path) -> None:
    client = await spawn()
    before = await client.host_state()
    after = await client.call("demo.state", die_once=str(runtime / "died"))
    assert after["pid"] != before["pid"]
    assert host_pids(runtime) == [before["pid"], after["pid"]]
    # The killed host left a socket without a listener; the new one replaces it.
    assert (await client.host_state())["pid"] == after["pid"]


async def test_an_idle_relay_survives_its_host(spawn: Spawn, runtime: Path) -> None:
    client = await spawn()
    before = await client.host_state()
    os.kill(before["pid"], signal.SIGKILL)
    after = await client.host_state()
    assert after["pid"] != before["pid"]
    assert host_pids(runtime) == [before["pid"], after["pid"]]


async def test_a_request_that_kills_its_host_is_not_retried_forever(spawn: Spawn, runtime: Path) -> None:
    client = await spawn()
    await client.request("tools/list")
    answer = await client.answer(client.send_request("tools/call", name="demo.state", arguments={"die": True}))
    assert "ended 2 times" in answer["error"]["message"]
    assert len(host_pids(runtime)) == 3
    assert (await client.host_state())["kind"] == "headless"


async def test_the_handshake_is_repeated_and_the_client_notified_of_changes(spawn: Spawn) -> None:
    client = await spawn()
    assert (await client.greet())["serverInfo"] == {"name": "small"}
    await client.request("resources/subscribe", uri="refrakt://a")
    await client.request("resources/subscribe", uri="refrakt://b")
    await client.request("resources/unsubscribe", uri="refrakt://b")
    before = await client.host_state()
    os.kill(before["pid"], signal.SIGKILL)
    news = [await client.next_message() for _ in range(3)]
    after = await client.host_state()
    assert after["pid"] != before["pid"]
    assert after["received"] == ["initialize", "notifications/initialized", "resources/subscribe", "tools/call"]
    # No second answer to the handshake, nor any to the repeated subscription.
    assert client.notices == []
    assert [(each["method"], each.get("params")) for each in news] == [
        ("notifications/tools/list_changed", None),
        ("notifications/resources/list_changed", None),
        ("notifications/resources/updated", {"uri": "refrakt://a"}),
    ]


async def test_an_unanswered_handshake_is_replayed(spawn: Spawn, runtime: Path) -> None:
    client = await spawn()
    pid = (await client.host_state())["pid"]
    os.kill(pid, signal.SIGSTOP)
    initialize = client.send_request("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={})
    os.kill(pid, signal.SIGKILL)
    assert (await client.answer(initialize))["result"]["protocolVersion"] == "2025-11-25"


@pytest.mark.parametrize("modern", [False, True])
@pytest.mark.parametrize("listed", [False, True])
async def test_a_writing_call_is_not_replayed(spawn: Spawn, tmp_path: Path, modern: bool, listed: bool) -> None:
    client = await spawn()
    meta = {"_meta": MODERN_META} if modern else {}
    if not modern:
        await client.greet()
    if listed:
        page = await client.request("tools/list", **meta)
        await client.request("tools/list", cursor=page["nextCursor"], **meta)
    file = tmp_path / "written"
    writing = client.send_request("tools/call", name="demo.write", arguments={"path": str(file), "die": True}, **meta)
    result = (await client.answer(writing))["result"]
    assert result["isError"]
    assert result["errorCode"] == result["_meta"]["errorCode"] == "CONNECTION_LOST"
    assert "may or may not have been executed" in result["content"][0]["text"]
    assert "demo.state" in result["hint"]
    assert result.get("resultType") == ("complete" if modern else None)
    assert file.read_text("utf-8") == "written\n"
    received = (await client.host_state())["received"]
    assert received.count("tools/call") == 1
    assert received.count("tools/list") == (0 if listed else 2)
    assert all("refrakt-link" not in str(notice) for notice in client.notices)


async def test_a_tool_without_annotation_counts_as_writing(spawn: Spawn) -> None:
    client = await spawn()
    answer = await client.answer(client.send_request("tools/call", name="demo.silent", arguments={"die": True}))
    assert answer["result"]["isError"]


async def test_a_connection_closed_error_is_not_forwarded(spawn: Spawn) -> None:
    client = await spawn()
    answer = await client.answer(client.send_request("demo/goodbye"))
    assert "ended 2 times" in answer["error"]["message"], "neither error reached the client"


async def test_listen_requests_are_replayed_at_the_next_host(spawn: Spawn) -> None:
    client = await spawn()
    expected = {"toolsListChanged": True, "resourceSubscriptions": ["refrakt://a"]}
    client.send_request("subscriptions/listen", _id="listen-1", notifications=expected, _meta=MODERN_META)
    before = await client.next_message()
    os.kill(before["params"]["by"], signal.SIGKILL)
    result = [await client.next_message() for _ in range(3)]
    meta = {"io.modelcontextprotocol/subscriptionId": "listen-1"}
    after = next(each for each in result if each["method"].endswith("acknowledged"))
    assert after["params"]["by"] != before["params"]["by"]
    assert [(each["method"], each["params"]) for each in result if each is not after] == [
        ("notifications/tools/list_changed", {"_meta": meta}),
        ("notifications/resources/updated", {"uri": "refrakt://a", "_meta": meta}),
    ]


async def test_a_cancelled_request_is_not_replayed(spawn: Spawn) -> None:
    client = await spawn()
    pid = (await client.host_state())["pid"]
    never = client.send_request("demo/never")
    client.notify("notifications/cancelled", requestId=never)
    assert "demo/never" in (await client.host_state())["received"]
    os.kill(pid, signal.SIGKILL)
    assert "demo/never" not in (await client.host_state())["received"]


async def wait_for_host_of(client: Client, kind: str) -> Message:
    """The answer of a host of that kind, once the relay is connected to it: a call may be faster than the old host's `leaving`."""
    async with asyncio.timeout(LONG):
        while (state := await client.host_state())["kind"] != kind:
            pass
    return state


# Editors --------------------------------------------------------------------------------------------------------------


async def test_an_editor_takes_over_and_relays_follow(
    spawn: Spawn, open_editor: Open, runtime: Path, root: Path
) -> None:
    clients = [await spawn(), await spawn()]
    headless = {(await client.host_state())["pid"] for client in clients}
    editor = await open_editor()
    assert editor.is_host
    for client in clients:
        await wait_for_host_of(client, "editor")
    assert editor.clients == 2
    assert host_pids(runtime) == list(headless), "no other host was started meanwhile"
    await editor.close(timeout=1)
    assert len({(await wait_for_host_of(client, "headless"))["pid"] for client in clients}) == 1
    assert len(host_pids(runtime)) == 2


async def test_a_pending_call_finishes_before_the_old_host_exits(
    spawn: Spawn, open_editor: Open, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    client = await spawn()
    old = (await client.host_state())["pid"]
    writing = client.send_request("tools/call", name="demo.write", arguments={"gate": str(gate)})
    # The pipe opens when its reader is there: the call is under way.
    end = await asyncio.wait_for(asyncio.to_thread(os.open, gate, os.O_WRONLY), LONG)
    editor = await open_editor()
    assert editor.is_host
    meanwhile = client.send_request("tools/call", name="demo.state")
    os.close(end)
    assert (await client.answer(writing))["result"]["pid"] == old
    assert (await client.answer(meanwhile))["result"]["kind"] in ("headless", "editor")
    await wait_for_host_of(client, "editor")


async def test_a_second_editor_waits_for_the_first(spawn: Spawn, open_editor: Open) -> None:
    first = await open_editor("first")
    changed = asyncio.Event()
    second = await open_editor("second", on_change=changed.set)
    assert (first.is_host, second.is_host) == (True, False)
    client = await spawn()
    assert (await client.host_state())["kind"] == "first"
    await first.close(timeout=1)
    await asyncio.wait_for(changed.wait(), LONG)
    assert (first.is_host, second.is_host) == (False, True)
    await wait_for_host_of(client, "second")


@pytest.mark.slow
async def test_a_client_can_disconnect_while_a_new_host_hangs(spawn: Spawn, root: Path) -> None:
    client = await spawn()
    await client.greet()
    accepted = asyncio.Event()

    async def hanging(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"refrakt-link 1 ok\n")
        accepted.set()
        while await reader.readline():
            pass
        await asyncio.wait_for(client.process.wait(), LONG)
        writer.close()

    address = host_address(root).path
    pid = (await client.host_state())["pid"]
    os.unlink(address)
    async with await asyncio.start_unix_server(hanging, address):
        os.kill(pid, signal.SIGKILL)
        await asyncio.wait_for(accepted.wait(), LONG)
        assert await client.leave() == 0


# Lines ----------------------------------------------------------------------------------------------------------------


async def test_long_lines_pass_both_ways(spawn: Spawn) -> None:
    client = await spawn()
    text = "x" * (20 << 20)
    answer = await client.request("demo/size", text=text, back=True)
    assert answer == {"size": len(text), "back": text}


@pytest.mark.slow
async def test_a_line_of_50_megabytes_passes(spawn: Spawn) -> None:
    client = await spawn()
    assert (await client.request("demo/size", text="é" * 25_000_000))["size"] == 25_000_000


async def test_invalid_json_is_forwarded_to_the_host(spawn: Spawn) -> None:
    client = await spawn()
    client.write(b"{nonsense\n\n[1,2]\n")
    assert (await client.next_message())["error"]["code"] == -32700
    assert (await client.host_state())["received"] == ["tools/call"]


async def test_pending_responses_arrive_after_the_client_closed_its_side(spawn: Spawn) -> None:
    client = await spawn()
    # Without a line end, as `printf '…' | refrakt mcp` sends it.
    client.write(json.dumps({"jsonrpc": "2.0", "id": "last", "method": "tools/list"}).encode())
    assert await client.leave() == 0
    assert "tools" in (await client.answer("last"))["result"]


async def test_a_client_that_disconnects_at_once_ends_the_relay(spawn: Spawn) -> None:
    client = await spawn()
    assert await client.leave() == 0
    assert await client.stderr_text() == ""


async def test_options_of_the_connection_reach_any_host(spawn: Spawn, open_editor: Open) -> None:
    client = await spawn("underscore")
    assert (await client.host_state())["options"] == {"tool-names": "underscore"}
    await open_editor()
    assert (await wait_for_host_of(client, "editor"))["options"] == {"tool-names": "underscore"}


# Private hosts --------------------------------------------------------------------------------------------------------


async def complaint(client: Client) -> str:
    assert client.process.stderr is not None
    return (await asyncio.wait_for(client.process.stderr.readline(), LONG)).decode()


async def test_without_a_shared_address_a_private_host_is_started(spawn: Spawn, runtime: Path) -> None:
    runtime.chmod(0o755)
    client = await spawn("underscore")
    state = await client.host_state()
    assert (state["kind"], state["options"]) == ("private", {"tool-names": "underscore"})
    assert "accessible to other users" in await complaint(client)
    assert await client.leave() == 0
    runtime.chmod(0o700)


@pytest.mark.parametrize("answer", [b"refrakt-link 2 ok\n", b"refrakt-link 2 no it uses link version 2\n"])
async def test_a_host_with_another_link_version_is_not_used(spawn: Spawn, root: Path, answer: bytes) -> None:
    received: list[bytes] = []

    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        received.append(await reader.readline())
        writer.write(answer)
        writer.close()

    async with await asyncio.start_unix_server(other, host_address(root).path):
        client = await spawn()
        assert (await client.host_state())["kind"] == "private"
        assert "it uses link version 2" in await complaint(client)
    assert received == [b"refrakt-link 1 mcp\n"]


async def test_hosts_that_fail_to_start_are_not_restarted_forever(
    spawn: Spawn, runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_HOST_BROKEN", "1")
    client = await spawn()
    answer = await client.answer(client.send_request("tools/list"))
    assert "host" in answer["error"]["message"]
    assert await asyncio.wait_for(client.process.wait(), LONG) == 1
    assert len(host_pids(runtime)) <= 10


async def test_a_stale_socket_is_replaced(spawn: Spawn, root: Path) -> None:
    import socket

    sock = socket.socket(socket.AF_UNIX)
    sock.bind(host_address(root).path)
    sock.close()
    assert (await (await spawn()).host_state())["kind"] == "headless"


# The other transport --------------------------------------------------------------------------------------------------


async def test_the_tcp_transport_behaves_alike(
    spawn: Spawn, open_editor: Open, runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFRAKT_LINK", "tcp")
    client = await spawn()
    await client.greet()
    before = await client.host_state()
    address = host_address(root).path
    assert address.endswith(".port")
    assert stat.S_IMODE(os.lstat(address).st_mode) == 0o600
    os.kill(before["pid"], signal.SIGKILL)
    assert (await client.host_state())["pid"] != before["pid"]
    editor = await open_editor()
    await wait_for_host_of(client, "editor")
    await editor.close(timeout=1)
    await wait_for_host_of(client, "headless")


# Processes ------------------------------------------------------------------------------------------------------------


async def output(*argv: str, stdin: bytes = b"") -> tuple[bytes, bytes]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *argv,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        return await asyncio.wait_for(process.communicate(stdin), LONG)
    finally:
        if process.returncode is None:
            process.kill()


async def test_a_relay_imports_little() -> None:
    program = (
        "import sys, refrakt.hosts.link.relay, refrakt.hosts.mcp.host_command, refrakt.project.project_root; "
        "print(*(name for name in sys.modules if name.split('.')[0] in ('asyncio', 'subprocess', 'logging', 'dataclasses') "
        "or name.startswith('refrakt.') and not name.startswith(('refrakt.hosts', 'refrakt.project'))), "
        "*(name for name in sys.modules if name.startswith('refrakt.project.') "
        "and name not in ('refrakt.project.project_root', 'refrakt.project.markdoc_package')))"
    )
    assert await output("-c", program) == (b"\n", b"")


async def test_a_print_in_a_host_does_not_reach_standard_output(runtime: Path, root: Path) -> None:
    program = (
        "import sys; from contextlib import contextmanager; from refrakt.hosts.mcp import single_client_host\n"
        "async def serve(reader, writer, root, options):\n"
        "    print('noise', flush=True)\n"
        "    while line := await reader.readline():\n"
        "        writer.write(line.upper())\n"
        "    await writer.drain()\n"
        "@contextmanager\n"
        "def side():\n"
        "    yield serve\n"
        "sys.exit(single_client_host.main(sys.argv[1:], side))\n"
    )
    reply, complained = await output("-c", program, "--root", str(root), stdin=b"one\ntwo\n")
    assert (reply, complained) == (b"ONE\nTWO\n", b"noise\n")


@pytest.mark.slow
@pytest.mark.parametrize("open_to_others", [False, True])
async def test_the_real_host_answers_one_line_from_a_pipe(runtime: Path, root: Path, open_to_others: bool) -> None:
    if open_to_others:
        runtime.chmod(0o755)
    question = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": MODERN_META}}
    program = (
        "import sys; from refrakt.hosts.link.mcp_options import McpOptions; from refrakt.hosts.link.relay import Relay; "
        "from refrakt.hosts.mcp.host_command import host_command; "
        f"sys.exit(Relay({str(root)!r}, McpOptions(idle=0.1), host_command).run())"
    )
    reply, complained = await output("-c", program, stdin=json.dumps(question).encode())
    assert "refrakt.detect" in [tool["name"] for tool in json.loads(reply)["result"]["tools"]]
    assert (b"for this client alone" in complained) == open_to_others
    runtime.chmod(0o700)
    if not open_to_others:
        await removed(HostLock(host_address(root).lock))


async def test_of_two_starting_hosts_the_first_to_lock_stays(open_editor: Open, runtime: Path, root: Path) -> None:
    # As on Windows, where a lock cannot be inherited.
    first = await open_editor()
    script = Path(__file__).with_name("fake_server.py")
    assert await output(str(script), "headless", "--root", str(root)) == (b"", b"")
    assert len(host_pids(runtime)) == 1
    assert first.is_host
