"""Failures of the link: suspended hosts, deleted folders, editors that start at the same moment."""

from __future__ import annotations

import asyncio
import os
import select
import shutil
import signal
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from refrakt.hosts.link import host_role as endpoint_module
from refrakt.hosts.link.handshake import HANDSHAKE_TIMEOUT, encode_request
from refrakt.hosts.link.host_address import HostAddress, address_of
from refrakt.hosts.link.host_lock import HostLock
from refrakt.hosts.link.host_role import Endpoint
from refrakt.hosts.link.host_status import status
from refrakt.hosts.link.mcp_options import add_options

from .clients import LONG, Client
from .conftest import Open, Spawn, host_pids
from .fake_server import fake_server


def host_address(root: Path) -> HostAddress:
    found = address_of(str(root))
    assert isinstance(found, HostAddress)
    return found


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not true():
            await asyncio.sleep(0.005)


# Editors at the same moment -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 5])
async def test_editors_starting_together_leave_one_reachable_host(open_editor: Open, root: Path, count: int) -> None:
    left = asyncio.Event()
    headless = await open_editor(headless=True, on_yield=left.set)
    editors = [Endpoint(str(root), fake_server("editor")) for _ in range(count)]
    try:
        async with asyncio.timeout(LONG):
            started = asyncio.gather(*(each.start() for each in editors))
            await left.wait()
            await headless.close()
            await started
        assert sum(each.is_host for each in editors) == 1
        assert isinstance(await asyncio.to_thread(status, str(root)), dict), "the address leads to the is_host"
    finally:
        for each in editors:
            await each.close(timeout=0.1)


async def test_an_editor_dying_during_takeover_does_not_block_the_next(open_editor: Open, root: Path) -> None:
    await open_editor(headless=True)
    reader, writer = await asyncio.open_unix_connection(host_address(root).path)
    writer.write(encode_request("yield"))
    assert await asyncio.wait_for(reader.readline(), LONG) == b"refrakt-link 1 ok\n"
    editor = Endpoint(str(root), fake_server("editor"))
    try:
        starting = asyncio.create_task(editor.start())
        writer.close()
        assert await asyncio.wait_for(starting, LONG)
    finally:
        await editor.close(timeout=0.1)


# Deleted folders -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", ["folder", "socket"])
async def test_an_editor_recreates_a_deleted_socket(
    spawn: Spawn, open_editor: Open, runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    monkeypatch.setattr(endpoint_module, "CHECK_INTERVAL", 0.02)
    editor = await open_editor()
    before = await spawn()
    assert (await before.host_state())["kind"] == "editor"
    if lost == "folder":
        shutil.rmtree(runtime)
        runtime.mkdir(mode=0o700)
    else:
        os.unlink(host_address(root).path)
    await until(lambda: os.path.exists(host_address(root).path))
    after = await spawn()
    assert (await after.host_state())["kind"] == "editor"
    assert (await before.host_state())["kind"] == "editor", "connected clients stay connected"
    assert editor.is_host
    assert host_pids(runtime) == []


async def test_an_editor_whose_lock_file_was_deleted_steps_down(
    open_editor: Open, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cleaner of temporary folders deletes the lock file, and another process locks a new one."""
    first = await open_editor("first")
    os.unlink(host_address(root).lock)
    monkeypatch.setattr(endpoint_module, "CHECK_INTERVAL", 0.02)
    second = await open_editor("second")
    assert second.is_host
    await until(lambda: not first.is_host)
    await first.close(timeout=0.1)
    assert isinstance(await asyncio.to_thread(status, str(root)), dict), "the socket of the second is still there"


async def test_a_deleted_project_is_reported(spawn: Spawn, runtime: Path, root: Path) -> None:
    client = await spawn()
    pid = (await client.host_state())["pid"]
    shutil.rmtree(root)
    os.kill(pid, signal.SIGKILL)
    answer = await client.answer(client.send_request("tools/list"))
    assert "host" in answer["error"]["message"]
    assert await asyncio.wait_for(client.process.wait(), LONG) == 1
    assert "Traceback" not in await client.stderr_text()


async def test_an_unwritable_log_does_not_block_the_relay(spawn: Spawn, runtime: Path, root: Path) -> None:
    os.mkdir(host_address(root).log)
    client = await spawn()
    assert (await client.host_state())["kind"] == "private"
    lock = HostLock(host_address(root).lock)
    assert lock.acquire(), "a relay that starts no host keeps no lock"
    lock.release()


async def test_a_full_disk_is_logged_once(
    runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = 0

    def full(self: HostLock) -> bool:
        nonlocal tries
        tries += 1
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(HostLock, "acquire", full)
    monkeypatch.setattr(endpoint_module, "FIRST_RETRY", 0.001)
    endpoint = Endpoint(str(root), fake_server("editor"))
    assert not await endpoint.start()
    await until(lambda: tries > 5)
    await endpoint.close()
    assert caplog.text.count("No space left") == 1


# Suspended hosts -------------------------------------------------------------------------------------------------------


async def suspended_host(client: Client) -> int:
    pid: int = (await client.host_state())["pid"]
    os.kill(pid, signal.SIGSTOP)
    return pid


async def test_a_relay_leaves_a_suspended_host(spawn: Spawn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_RELAY_TIMEOUT", "0.3")
    client = await spawn()
    await client.greet()
    pid = await suspended_host(client)
    try:
        state = await client.host_state()
        assert state["kind"] == "private"
        assert state["received"][:2] == ["initialize", "notifications/initialized"]
    finally:
        os.kill(pid, signal.SIGCONT)


async def test_a_relay_returns_to_a_resumed_host(spawn: Spawn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_RELAY_TIMEOUT", "0.3")
    client = await spawn()
    pid = await suspended_host(client)
    try:
        assert (await client.host_state())["kind"] == "private"
    finally:
        os.kill(pid, signal.SIGCONT)
    async with asyncio.timeout(LONG):
        while (await client.host_state())["pid"] != pid:
            pass


async def test_a_relay_returns_when_a_suspended_host_is_killed(spawn: Spawn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_RELAY_TIMEOUT", "0.3")
    client = await spawn()
    pid = await suspended_host(client)
    assert (await client.host_state())["kind"] == "private"
    os.kill(pid, signal.SIGKILL)
    async with asyncio.timeout(LONG):
        while (await client.host_state())["kind"] != "headless":
            pass


async def test_a_long_line_to_a_suspended_host_does_not_block_the_relay(
    spawn: Spawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_RELAY_TIMEOUT", "0.3")
    client = await spawn()
    pid = await suspended_host(client)
    try:
        assert (await client.request("demo/size", text="x" * (8 << 20)))["size"] == 8 << 20
        assert await client.leave() == 0
    finally:
        os.kill(pid, signal.SIGCONT)


async def test_a_slow_call_is_not_a_suspended_host(
    spawn: Spawn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_RELAY_TIMEOUT", "0.3")
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    client, other = await spawn(), await spawn()
    pid = (await client.host_state())["pid"]
    slow = client.send_request("tools/call", name="demo.write", arguments={"gate": str(gate)})
    end = await asyncio.wait_for(asyncio.to_thread(os.open, gate, os.O_WRONLY), LONG)
    for _ in range(50):  # longer than the timeout of the relay, measured by answered calls
        await other.host_state()
        await asyncio.sleep(0.02)
    os.close(end)
    assert (await client.answer(slow))["result"]["pid"] == pid


async def test_a_client_can_disconnect_with_a_line_pending_at_a_suspended_host(
    spawn: Spawn, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line waits for a host that has replied to the handshake and nothing else."""
    monkeypatch.setenv("FAKE_RELAY_TIMEOUT", "0.3")
    client = await spawn()
    await client.greet()
    pid = (await client.host_state())["pid"]
    accepted = asyncio.Event()

    async def hanging(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = await reader.readline()
        if line == encode_request("mcp") and not accepted.is_set():
            writer.write(b"refrakt-link 1 ok\n")
            accepted.set()
        while await reader.readline():
            pass
        writer.close()

    address = host_address(root).path
    os.unlink(address)
    async with await asyncio.start_unix_server(hanging, address):
        os.kill(pid, signal.SIGKILL)
        await asyncio.wait_for(accepted.wait(), LONG)
        last = client.send_request("tools/list")
        assert await client.leave() == 0
    assert "tools" in (await client.answer(last))["result"]


# Processes ------------------------------------------------------------------------------------------------------------


async def test_an_exited_host_is_reaped(spawn: Spawn, open_editor: Open, runtime: Path) -> None:
    client = await spawn()
    await client.host_state()
    (host,) = host_pids(runtime)
    await open_editor()
    await until(lambda: not os.path.exists(f"/proc/{host}"))
    assert (await client.host_state())["kind"] == "editor"


async def test_a_host_waits_for_its_first_client(spawn: Spawn, runtime: Path) -> None:
    client = await spawn(idle=0)
    assert (await client.host_state())["kind"] == "headless"
    (host,) = host_pids(runtime)
    assert await client.leave() == 0
    await until(lambda: not _runs(host))
    assert await client.stderr_text() == ""


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("idle", ["-1", "nan", "inf", "soon", "1e300"])
def test_an_invalid_idle_time_is_rejected(idle: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = ArgumentParser()
    add_options(parser)
    with pytest.raises(SystemExit):
        parser.parse_args([f"--idle={idle}"])
    assert "--idle" in capsys.readouterr().err


@pytest.mark.parametrize("closed", [0, 1])
def test_a_relay_without_standard_streams_exits(runtime: Path, root: Path, closed: int) -> None:
    argv = [sys.executable, str(Path(__file__).with_name("fake_relay.py")), str(root), "0"]
    ended = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}>&-', "sh", *argv], input=b"", capture_output=True, timeout=LONG, check=False
    )
    assert ended.stderr == b""
    assert ended.returncode == 0


def test_a_relay_works_without_standard_error(runtime: Path, root: Path) -> None:
    runtime.chmod(0o755)  # so that it writes a warning
    argv = [sys.executable, str(Path(__file__).with_name("fake_relay.py")), str(root), "0"]
    question = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    ended = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", *argv], input=question, capture_output=True, timeout=LONG, check=False
    )
    runtime.chmod(0o700)
    assert b'"result"' in ended.stdout


async def test_a_connection_accepted_during_close_is_ended(open_editor: Open, root: Path) -> None:
    """A connection that was accepted when the listener closed got neither a reply nor an end of file."""
    for ahead in range(6):  # loop steps between connect and close: one of them hits the race
        editor = await open_editor()
        reader, writer = await asyncio.open_unix_connection(host_address(root).path)
        writer.write(encode_request("mcp"))
        for _ in range(ahead):
            await asyncio.sleep(0)
        closing = asyncio.create_task(editor.close(timeout=0.1))
        with suppress(ConnectionResetError):
            await asyncio.wait_for(reader.read(), HANDSHAKE_TIMEOUT / 2)
        writer.close()
        await closing


def test_a_private_host_stops_reading_while_its_client_does_not_read(runtime: Path, root: Path) -> None:
    """A client that writes and does not read is stopped by a full pipe, not buffered without limit."""
    script = Path(__file__).with_name("fake_server.py")
    line = b'{"jsonrpc":"2.0","id":1,"method":"demo/size","params":{"back":true,"text":"' + b"x" * 100_000 + b'"}}\n'
    with subprocess.Popen(
        [sys.executable, str(script), "private", "--root", str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        os.set_blocking(process.stdin.fileno(), False)
        rest = memoryview(line * 200)
        while rest and select.select([], [process.stdin], [], 1.0)[1]:
            rest = rest[process.stdin.write(rest) or 0 :]
        assert len(line) * 200 - len(rest) < 5_000_000, "it took everything"
        process.kill()


async def test_a_client_survives_hosts_that_are_killed_at_once(
    spawn: Spawn, runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hosts of a project that always die early must not take the agent's session with them."""

    async def dying(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"refrakt-link 1 ok\n")
        writer.close()

    async with await asyncio.start_unix_server(dying, host_address(root).path):
        client = await spawn()
        assert (await client.host_state())["kind"] == "private"
