"""The host's door, seen by those who have no business there, and by other hosts."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from pathlib import Path

import pytest

from refrakt.hosts.link import listening
from refrakt.hosts.link.buffers import open_buffers
from refrakt.hosts.link.endpoint import Endpoint
from refrakt.hosts.link.greeting import VERSION, hello
from refrakt.hosts.link.rendezvous import Meeting, meeting_of, port_and_token
from refrakt.hosts.link.status import status

from .clients import LONG
from .conftest import Open
from .small_side import small


def meeting(root: Path) -> Meeting:
    found = meeting_of(str(root))
    assert isinstance(found, Meeting)
    return found


async def said(root: Path, *lines: bytes) -> bytes:
    """What the host answers to these lines until it closes the connection."""
    reader, writer = await asyncio.open_unix_connection(meeting(root).address)
    writer.writelines(lines)
    try:
        return await asyncio.wait_for(reader.read(), LONG)
    finally:
        writer.close()


async def test_unequal_versions_are_told(open_editor: Open, root: Path) -> None:
    await open_editor()
    assert await said(root, b"refrakt-link 2 mcp\n") == b"refrakt-link 1 no it speaks version 1\n"
    assert await said(root, b"refrakt-link 1 dance\n") == b"refrakt-link 1 no it does not know the purpose\n"


@pytest.mark.parametrize("line", [b"GET / HTTP/1.1\n", b"\n", b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'])
async def test_what_is_no_greeting_is_not_answered(open_editor: Open, root: Path, line: bytes) -> None:
    await open_editor()
    assert await said(root, line) == b""


async def test_who_says_nothing_is_not_waited_for(
    open_editor: Open, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("refrakt.hosts.link.endpoint.PATIENCE", 0.01)
    await open_editor()
    assert await said(root) == b""


async def test_a_caller_of_another_user_is_not_let_in(
    open_editor: Open, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "peer_user", lambda sock: os.getuid() + 1)
    editor = await open_editor()
    assert await said(root, hello("status")) == b""
    assert editor.clients == 0


async def test_the_kernel_tells_who_called(open_editor: Open, root: Path) -> None:
    await open_editor()
    assert (await said(root, hello("status"))).startswith(b"refrakt-link 1 ok\n{")


async def test_only_who_has_the_token_is_let_in(open_editor: Open, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFRAKT_LINK", "tcp")
    await open_editor()
    port, token = port_and_token(meeting(root))
    assert len(token) == 64

    async def answer(options: dict[str, str]) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(hello("status", options))
        try:
            return await asyncio.wait_for(reader.read(), LONG)
        finally:
            writer.close()

    assert await answer({}) == b""
    assert await answer({"token": "0" * 64}) == b""
    assert await answer({"token": "é"}) == b""
    assert (await answer({"token": token})).startswith(b"refrakt-link 1 ok\n")
    told = await asyncio.to_thread(status, str(root))
    assert isinstance(told, dict)
    assert told["pid"] == os.getpid()


async def test_a_host_takes_away_only_what_is_its_own(open_editor: Open, root: Path) -> None:
    editor = await open_editor()
    address = meeting(root).address
    await editor.close()
    assert not os.path.lexists(address)
    editor = await open_editor()
    os.unlink(address)
    Path(address).touch()
    await editor.close()
    assert os.path.lexists(address)


async def test_nothing_else_stays_in_the_folder(open_editor: Open, place: Path, root: Path) -> None:
    first, second = await open_editor(), await open_editor()
    assert (first.owner, second.owner) == (True, False)
    found = meeting(root)
    ours = {os.path.basename(found.address), os.path.basename(found.lock)}
    # The second has a door of its own while it waits.
    async with asyncio.timeout(5):
        while not found.drafts():
            await asyncio.sleep(0.01)
    assert {path.name for path in place.iterdir()} == ours | {os.path.basename(found.drafts()[0].address)}
    await second.close()
    assert {path.name for path in place.iterdir()} == ours


async def test_what_one_that_was_killed_has_left_is_cleared(open_editor: Open, place: Path, root: Path) -> None:
    await open_editor()
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await child.wait()
    left = place / f"{meeting(root).name}.{child.pid:x}-0000.sock"
    with socket.socket(socket.AF_UNIX) as lost:
        lost.bind(str(left))
    ours = place / f"{meeting(root).name}.{os.getpid():x}-0000.sock"
    ours.touch()
    assert await asyncio.to_thread(open_buffers, str(root)) == []
    assert (left.exists(), ours.exists()) == (False, True)


async def test_one_that_waits_comes_back_when_its_door_is_taken_away(
    open_editor: Open, place: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("refrakt.hosts.link.endpoint.TO_LOOK", 0.05)
    await open_editor()
    await open_editor()
    found = meeting(root)
    async with asyncio.timeout(LONG):
        while not found.drafts():
            await asyncio.sleep(0.01)
        (lost,) = found.drafts()
        os.unlink(lost.address)
        while found.drafts() in ([], [lost]):
            await asyncio.sleep(0.01)


async def test_editors_take_turns(open_editor: Open) -> None:
    editors = [await open_editor() for _ in range(3)]
    for _ in range(3):
        owners = [editor for editor in editors if editor.owner]
        assert len(owners) == 1
        editors.remove(owners[0])
        await owners[0].close()
        async with asyncio.timeout(LONG):
            while editors and not any(editor.owner for editor in editors):
                await asyncio.sleep(0)
    assert editors == []


async def test_a_host_without_an_editor_yields_once(open_editor: Open) -> None:
    yielded = asyncio.Event()
    headless = await open_editor(headless=True, on_yield=yielded.set)
    editor = await open_editor()
    assert yielded.is_set()
    assert (headless.owner, editor.owner) == (False, True)
    late = await open_editor(headless=True)
    assert not late.owner, "it asks nobody to yield"


async def test_an_editor_that_dies_while_it_takes_over_is_no_loss(open_editor: Open, root: Path) -> None:
    headless = await open_editor(headless=True)
    assert await said_and_left(root, hello("yield")) == b"refrakt-link 1 ok\n"
    told = await asyncio.to_thread(status, str(root))
    assert isinstance(told, dict)
    assert headless.owner


async def said_and_left(root: Path, line: bytes) -> bytes:
    reader, writer = await asyncio.open_unix_connection(meeting(root).address)
    writer.write(line)
    answer = await asyncio.wait_for(reader.readline(), LONG)
    writer.close()
    await writer.wait_closed()
    return answer


async def test_one_that_died_after_renaming_is_made_way_for(open_editor: Open, root: Path) -> None:
    yielded = asyncio.Event()
    headless = await open_editor(headless=True, on_yield=yielded.set)
    reader, writer = await asyncio.open_unix_connection(meeting(root).address)
    writer.write(hello("yield"))
    await reader.readline()
    os.unlink(meeting(root).address)
    Path(meeting(root).address).touch()
    writer.close()
    await asyncio.wait_for(yielded.wait(), LONG)
    assert not headless.owner
    assert (await open_editor()).owner


async def test_waiting_is_understood_in_any_version(open_editor: Open, root: Path) -> None:
    editor = await open_editor()
    reader, writer = await asyncio.open_unix_connection(meeting(root).address)
    writer.write(f"refrakt-link {VERSION + 1} wait\n".encode())
    assert await asyncio.wait_for(reader.readline(), LONG) == b"refrakt-link 1 ok\n"
    await editor.close()
    assert await asyncio.wait_for(reader.read(), LONG) == b""
    writer.close()


async def test_a_failing_connection_ends_alone(place: Path, root: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, root: str, options: dict[str, str]
    ) -> None:
        raise RuntimeError("a bug")

    changes: list[int] = []
    endpoint = Endpoint(str(root), broken, on_change=lambda: changes.append(endpoint.clients))
    assert await endpoint.start()
    assert await said(root, hello("mcp")) == b"refrakt-link 1 ok\n"
    assert (await said(root, hello("status"))).startswith(b"refrakt-link 1 ok\n")
    assert changes == [0, 1, 0]
    assert "a connection failed" in caplog.text
    await endpoint.close()


async def test_clients_that_stay_are_cut_off_without_a_word(
    place: Path, root: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    endpoint = Endpoint(str(root), small("editor"))
    assert await endpoint.start()
    reader, writer = await asyncio.open_unix_connection(meeting(root).address)
    writer.write(hello("mcp"))
    assert await reader.readline() == b"refrakt-link 1 ok\n"
    await endpoint.close(patience=0.01)
    assert await asyncio.wait_for(reader.read(), LONG) == b"refrakt-link 1 leaving\n"
    writer.close()
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert capfd.readouterr() == ("", "")


async def test_without_a_place_an_editor_goes_on_alone(
    place: Path, root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place.chmod(0o755)
    endpoint = Endpoint(str(root), small("editor"))
    assert not await endpoint.start()
    assert "open to others" in caplog.text
    await endpoint.close()
    place.chmod(0o700)
