"""What happens around a link that nobody wished for: frozen hosts, folders that vanish, editors that start at the same moment."""

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

from refrakt.hosts.link import endpoint as endpoint_module
from refrakt.hosts.link.endpoint import Endpoint
from refrakt.hosts.link.greeting import PATIENCE, hello
from refrakt.hosts.link.options import add_options
from refrakt.hosts.link.rendezvous import HostLock, Meeting, meeting_of
from refrakt.hosts.link.status import status

from .clients import LONG, Client
from .conftest import Open, Spawn, host_pids
from .small_side import small


def meeting(root: Path) -> Meeting:
    found = meeting_of(str(root))
    assert isinstance(found, Meeting)
    return found


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not true():
            await asyncio.sleep(0.005)


# Editors at the same moment -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 5])
async def test_editors_that_start_together_leave_one_host_that_can_be_reached(
    open_editor: Open, root: Path, count: int
) -> None:
    left = asyncio.Event()
    headless = await open_editor(headless=True, on_yield=left.set)
    editors = [Endpoint(str(root), small("editor")) for _ in range(count)]
    try:
        async with asyncio.timeout(LONG):
            started = asyncio.gather(*(each.start() for each in editors))
            await left.wait()
            await headless.close()
            await started
        assert sum(each.owner for each in editors) == 1
        assert isinstance(await asyncio.to_thread(status, str(root)), dict), "the address leads to the owner"
    finally:
        for each in editors:
            await each.close(patience=0.1)


async def test_an_editor_that_dies_while_it_takes_over_makes_way_for_the_next(open_editor: Open, root: Path) -> None:
    await open_editor(headless=True)
    reader, writer = await asyncio.open_unix_connection(meeting(root).address)
    writer.write(hello("yield"))
    assert await asyncio.wait_for(reader.readline(), LONG) == b"refrakt-link 1 ok\n"
    editor = Endpoint(str(root), small("editor"))
    try:
        starting = asyncio.create_task(editor.start())
        writer.close()
        assert await asyncio.wait_for(starting, LONG)
    finally:
        await editor.close(patience=0.1)


# Folders that vanish --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", ["folder", "socket"])
async def test_an_editor_opens_its_door_again(
    spawn: Spawn, open_editor: Open, place: Path, root: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    monkeypatch.setattr(endpoint_module, "TO_LOOK", 0.02)
    editor = await open_editor()
    before = await spawn()
    assert (await before.look())["kind"] == "editor"
    if lost == "folder":
        shutil.rmtree(place)
        place.mkdir(mode=0o700)
    else:
        os.unlink(meeting(root).address)
    await until(lambda: os.path.exists(meeting(root).address))
    after = await spawn()
    assert (await after.look())["kind"] == "editor"
    assert (await before.look())["kind"] == "editor", "who was there has noticed nothing"
    assert editor.owner
    assert host_pids(place) == []


async def test_an_editor_whose_lock_was_lost_gives_way(
    open_editor: Open, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever cleans up temporary folders takes the lock's file away, and another process locks a new one."""
    first = await open_editor("first")
    os.unlink(meeting(root).lock)
    monkeypatch.setattr(endpoint_module, "TO_LOOK", 0.02)
    second = await open_editor("second")
    assert second.owner
    await until(lambda: not first.owner)
    await first.close(patience=0.1)
    assert isinstance(await asyncio.to_thread(status, str(root)), dict), "the second one's door stands"


async def test_a_project_that_was_deleted_is_told(spawn: Spawn, place: Path, root: Path) -> None:
    client = await spawn()
    pid = (await client.look())["pid"]
    shutil.rmtree(root)
    os.kill(pid, signal.SIGKILL)
    answer = await client.answer(client.ask("tools/list"))
    assert "host" in answer["error"]["message"]
    assert await asyncio.wait_for(client.process.wait(), LONG) == 1
    assert "Traceback" not in await client.complaints()


async def test_a_log_that_cannot_be_written_blocks_nobody(spawn: Spawn, place: Path, root: Path) -> None:
    os.mkdir(meeting(root).log)
    client = await spawn()
    assert (await client.look())["kind"] == "private"
    lock = HostLock(meeting(root).lock)
    assert lock.acquire(), "a relay that starts no host keeps no lock"
    lock.release()


async def test_no_place_to_write_is_said_once(
    place: Path, root: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = 0

    def full(self: HostLock) -> bool:
        nonlocal tries
        tries += 1
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(HostLock, "acquire", full)
    monkeypatch.setattr(endpoint_module, "TO_TRY", 0.001)
    endpoint = Endpoint(str(root), small("editor"))
    assert not await endpoint.start()
    await until(lambda: tries > 5)
    await endpoint.close()
    assert caplog.text.count("No space left") == 1


# Frozen hosts ---------------------------------------------------------------------------------------------------------


async def frozen(client: Client) -> int:
    pid: int = (await client.look())["pid"]
    os.kill(pid, signal.SIGSTOP)
    return pid


async def test_a_host_that_froze_is_left(spawn: Spawn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALL_PATIENCE", "0.3")
    client = await spawn()
    await client.greet()
    pid = await frozen(client)
    try:
        look = await client.look()
        assert look["kind"] == "private"
        assert look["heard"][:2] == ["initialize", "notifications/initialized"]
    finally:
        os.kill(pid, signal.SIGCONT)


async def test_a_relay_comes_back_to_a_host_that_goes_on(spawn: Spawn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALL_PATIENCE", "0.3")
    client = await spawn()
    pid = await frozen(client)
    try:
        assert (await client.look())["kind"] == "private"
    finally:
        os.kill(pid, signal.SIGCONT)
    async with asyncio.timeout(LONG):
        while (await client.look())["pid"] != pid:
            pass


async def test_a_relay_comes_back_when_a_frozen_host_is_ended(spawn: Spawn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALL_PATIENCE", "0.3")
    client = await spawn()
    pid = await frozen(client)
    assert (await client.look())["kind"] == "private"
    os.kill(pid, signal.SIGKILL)
    async with asyncio.timeout(LONG):
        while (await client.look())["kind"] != "headless":
            pass


async def test_a_long_line_to_a_frozen_host_does_not_hold_the_relay(
    spawn: Spawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMALL_PATIENCE", "0.3")
    client = await spawn()
    pid = await frozen(client)
    try:
        assert (await client.request("demo/size", text="x" * (8 << 20)))["size"] == 8 << 20
        assert await client.leave() == 0
    finally:
        os.kill(pid, signal.SIGCONT)


async def test_a_slow_call_is_no_frozen_host(spawn: Spawn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALL_PATIENCE", "0.3")
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    client, other = await spawn(), await spawn()
    pid = (await client.look())["pid"]
    slow = client.ask("tools/call", name="demo.write", arguments={"gate": str(gate)})
    end = await asyncio.wait_for(asyncio.to_thread(os.open, gate, os.O_WRONLY), LONG)
    for _ in range(50):  # longer than a relay's patience, measured by calls that are answered
        await other.look()
        await asyncio.sleep(0.02)
    os.close(end)
    assert (await client.answer(slow))["result"]["pid"] == pid


async def test_a_client_can_leave_a_frozen_host_with_a_line_on_its_way(
    spawn: Spawn, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line waits for a host that has answered the greeting and nothing else."""
    monkeypatch.setenv("SMALL_PATIENCE", "0.3")
    client = await spawn()
    await client.greet()
    pid = (await client.look())["pid"]
    taken_up = asyncio.Event()

    async def hanging(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = await reader.readline()
        if line == hello("mcp") and not taken_up.is_set():
            writer.write(b"refrakt-link 1 ok\n")
            taken_up.set()
        while await reader.readline():
            pass
        writer.close()

    address = meeting(root).address
    os.unlink(address)
    async with await asyncio.start_unix_server(hanging, address):
        os.kill(pid, signal.SIGKILL)
        await asyncio.wait_for(taken_up.wait(), LONG)
        last = client.ask("tools/list")
        assert await client.leave() == 0
    assert "tools" in (await client.answer(last))["result"]


# Processes ------------------------------------------------------------------------------------------------------------


async def test_a_host_that_has_ended_is_no_zombie(spawn: Spawn, open_editor: Open, place: Path) -> None:
    client = await spawn()
    await client.look()
    (host,) = host_pids(place)
    await open_editor()
    await until(lambda: not os.path.exists(f"/proc/{host}"))
    assert (await client.look())["kind"] == "editor"


async def test_a_host_waits_for_its_first_client(spawn: Spawn, place: Path) -> None:
    client = await spawn(idle=0)
    assert (await client.look())["kind"] == "headless"
    (host,) = host_pids(place)
    assert await client.leave() == 0
    await until(lambda: not _runs(host))
    assert await client.complaints() == ""


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("idle", ["-1", "nan", "inf", "soon", "1e300"])
def test_a_time_that_is_none_is_refused(idle: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = ArgumentParser()
    add_options(parser)
    with pytest.raises(SystemExit):
        parser.parse_args([f"--idle={idle}"])
    assert "--idle" in capsys.readouterr().err


@pytest.mark.parametrize("closed", [0, 1])
def test_a_relay_without_a_wire_ends(place: Path, root: Path, closed: int) -> None:
    words = [sys.executable, str(Path(__file__).with_name("small_relay.py")), str(root), "0"]
    ended = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}>&-', "sh", *words], input=b"", capture_output=True, timeout=LONG, check=False
    )
    assert ended.stderr == b""
    assert ended.returncode == 0


def test_a_relay_does_without_standard_error(place: Path, root: Path) -> None:
    place.chmod(0o755)  # so that it has something to complain about
    words = [sys.executable, str(Path(__file__).with_name("small_relay.py")), str(root), "0"]
    question = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    ended = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", *words], input=question, capture_output=True, timeout=LONG, check=False
    )
    place.chmod(0o700)
    assert b'"result"' in ended.stdout


async def test_who_calls_while_the_door_closes_hears_the_end(open_editor: Open, root: Path) -> None:
    """A connection that was accepted when the door closed was neither answered nor ended."""
    for ahead in range(6):  # loop steps between the call and the end: one of them hits the moment
        editor = await open_editor()
        reader, writer = await asyncio.open_unix_connection(meeting(root).address)
        writer.write(hello("mcp"))
        for _ in range(ahead):
            await asyncio.sleep(0)
        closing = asyncio.create_task(editor.close(patience=0.1))
        with suppress(ConnectionResetError):
            await asyncio.wait_for(reader.read(), PATIENCE / 2)
        writer.close()
        await closing


def test_a_private_host_reads_no_further_than_its_client_does(place: Path, root: Path) -> None:
    """A client that writes and does not read is stopped by a full pipe, not remembered without end."""
    script = Path(__file__).with_name("small_side.py")
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


async def test_a_client_outlives_hosts_that_are_killed_at_once(
    spawn: Spawn, place: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hosts of a project that always die early must not take the agent's session with them."""

    async def dying(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"refrakt-link 1 ok\n")
        writer.close()

    async with await asyncio.start_unix_server(dying, meeting(root).address):
        client = await spawn()
        assert (await client.look())["kind"] == "private"
