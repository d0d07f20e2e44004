"""The endpoint of a host: unauthorized connections, other hosts, deleted files."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from pathlib import Path

import pytest

from refrakt.hosts.link import listener
from refrakt.hosts.link.editor_preview import editor_preview
from refrakt.hosts.link.handshake import VERSION, encode_request
from refrakt.hosts.link.host_address import HostAddress, address_of, read_port_file
from refrakt.hosts.link.host_role import Endpoint
from refrakt.hosts.link.host_status import status
from refrakt.hosts.link.open_buffers import open_buffers

from .clients import LONG
from .conftest import Open
from .fake_server import fake_server


def host_address(root: Path) -> HostAddress:
    found = address_of(str(root))
    assert isinstance(found, HostAddress)
    return found


async def reply_to(root: Path, *lines: bytes) -> bytes:
    """The reply of the host to these lines until it closes the connection."""
    reader, writer = await asyncio.open_unix_connection(host_address(root).path)
    writer.writelines(lines)
    try:
        return await asyncio.wait_for(reader.read(), LONG)
    finally:
        writer.close()


async def test_version_mismatch_and_unknown_purpose_are_refused(open_editor: Open, root: Path) -> None:
    await open_editor()
    assert await reply_to(root, b"refrakt-link 2 mcp\n") == b"refrakt-link 1 no it uses link version 1\n"
    assert await reply_to(root, b"refrakt-link 1 dance\n") == b"refrakt-link 1 no unknown purpose\n"


@pytest.mark.parametrize("line", [b"GET / HTTP/1.1\n", b"\n", b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'])
async def test_an_invalid_handshake_gets_no_reply(open_editor: Open, root: Path, line: bytes) -> None:
    await open_editor()
    assert await reply_to(root, line) == b""


async def test_a_silent_connection_times_out(open_editor: Open, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refrakt.hosts.link.host_role.HANDSHAKE_TIMEOUT", 0.01)
    await open_editor()
    assert await reply_to(root) == b""


async def test_a_connection_of_another_user_is_rejected(
    open_editor: Open, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "peer_user", lambda sock: os.getuid() + 1)
    editor = await open_editor()
    assert await reply_to(root, encode_request("status")) == b""
    assert editor.clients == 0


async def test_a_connection_of_the_same_user_is_accepted(open_editor: Open, root: Path) -> None:
    await open_editor()
    assert (await reply_to(root, encode_request("status"))).startswith(b"refrakt-link 1 ok\n{")


async def test_tcp_requires_the_token(open_editor: Open, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFRAKT_LINK", "tcp")
    await open_editor()
    port, token = read_port_file(host_address(root))
    assert len(token) == 64

    async def answer(options: dict[str, str]) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(encode_request("status", options))
        try:
            return await asyncio.wait_for(reader.read(), LONG)
        finally:
            writer.close()

    assert await answer({}) == b""
    assert await answer({"token": "0" * 64}) == b""
    assert await answer({"token": "é"}) == b""
    assert (await answer({"token": token})).startswith(b"refrakt-link 1 ok\n")
    result = await asyncio.to_thread(status, str(root))
    assert isinstance(result, dict)
    assert result["pid"] == os.getpid()


async def test_a_host_deletes_only_its_own_socket(open_editor: Open, root: Path) -> None:
    editor = await open_editor()
    address = host_address(root).path
    await editor.close()
    assert not os.path.lexists(address)
    editor = await open_editor()
    os.unlink(address)
    Path(address).touch()
    await editor.close()
    assert os.path.lexists(address)


async def test_no_other_files_remain_in_the_folder(open_editor: Open, runtime: Path, root: Path) -> None:
    first, second = await open_editor(), await open_editor()
    assert (first.is_host, second.is_host) == (True, False)
    found = host_address(root)
    ours = {os.path.basename(found.path), os.path.basename(found.lock)}
    # The second listens at a temporary path while it waits.
    async with asyncio.timeout(5):
        while not found.temporary_addresses():
            await asyncio.sleep(0.01)
    assert {path.name for path in runtime.iterdir()} == ours | {os.path.basename(found.temporary_addresses()[0].path)}
    await second.close()
    assert {path.name for path in runtime.iterdir()} == ours


async def test_sockets_of_exited_processes_are_deleted(open_editor: Open, runtime: Path, root: Path) -> None:
    await open_editor()
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await child.wait()
    left = runtime / f"{host_address(root).name}.{child.pid:x}-0000.sock"
    with socket.socket(socket.AF_UNIX) as lost:
        lost.bind(str(left))
    ours = runtime / f"{host_address(root).name}.{os.getpid():x}-0000.sock"
    ours.touch()
    assert await asyncio.to_thread(open_buffers, str(root)) == []
    assert (left.exists(), ours.exists()) == (False, True)


async def test_a_waiting_editor_recreates_a_deleted_socket(
    open_editor: Open, runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("refrakt.hosts.link.host_role.CHECK_INTERVAL", 0.05)
    await open_editor()
    await open_editor()
    found = host_address(root)
    async with asyncio.timeout(LONG):
        while not found.temporary_addresses():
            await asyncio.sleep(0.01)
        (lost,) = found.temporary_addresses()
        os.unlink(lost.path)
        while found.temporary_addresses() in ([], [lost]):
            await asyncio.sleep(0.01)


async def test_changes_of_role_and_clients_are_reported(open_editor: Open, root: Path) -> None:
    editors: list[Endpoint] = []
    changes: list[tuple[bool, int]] = []
    editor = await open_editor(on_change=lambda: changes.extend((each.is_host, each.clients) for each in editors))
    editors.append(editor)
    reader, writer = await asyncio.open_unix_connection(host_address(root).path)
    writer.write(encode_request("mcp"))
    assert await asyncio.wait_for(reader.readline(), LONG) == b"refrakt-link 1 ok\n"
    writer.close()
    async with asyncio.timeout(LONG):
        while len(changes) < 2:
            await asyncio.sleep(0.01)
    for _ in range(2):
        await editor.close()
        assert changes == [(True, 1), (True, 0), (False, 0)]


async def test_editors_become_host_one_after_the_other(open_editor: Open) -> None:
    editors = [await open_editor() for _ in range(3)]
    for _ in range(3):
        owners = [editor for editor in editors if editor.is_host]
        assert len(owners) == 1
        editors.remove(owners[0])
        await owners[0].close()
        async with asyncio.timeout(LONG):
            while editors and not any(editor.is_host for editor in editors):
                await asyncio.sleep(0)
    assert editors == []


async def test_a_host_without_an_editor_yields_once(open_editor: Open) -> None:
    yielded = asyncio.Event()
    headless = await open_editor(headless=True, on_yield=yielded.set)
    editor = await open_editor()
    assert yielded.is_set()
    assert (headless.is_host, editor.is_host) == (False, True)
    late = await open_editor(headless=True)
    assert not late.is_host, "a headless host asks no other to yield"


async def test_an_editor_dying_during_takeover_leaves_the_host_in_place(open_editor: Open, root: Path) -> None:
    headless = await open_editor(headless=True)
    assert await send_and_leave(root, encode_request("yield")) == b"refrakt-link 1 ok\n"
    result = await asyncio.to_thread(status, str(root))
    assert isinstance(result, dict)
    assert headless.is_host


async def send_and_leave(root: Path, line: bytes) -> bytes:
    reader, writer = await asyncio.open_unix_connection(host_address(root).path)
    writer.write(line)
    answer = await asyncio.wait_for(reader.readline(), LONG)
    writer.close()
    await writer.wait_closed()
    return answer


async def test_an_editor_dying_after_publishing_still_replaces_the_host(open_editor: Open, root: Path) -> None:
    yielded = asyncio.Event()
    headless = await open_editor(headless=True, on_yield=yielded.set)
    reader, writer = await asyncio.open_unix_connection(host_address(root).path)
    writer.write(encode_request("yield"))
    await reader.readline()
    os.unlink(host_address(root).path)
    Path(host_address(root).path).touch()
    writer.close()
    await asyncio.wait_for(yielded.wait(), LONG)
    assert not headless.is_host
    assert (await open_editor()).is_host


async def test_wait_is_accepted_in_any_version(open_editor: Open, root: Path) -> None:
    editor = await open_editor()
    reader, writer = await asyncio.open_unix_connection(host_address(root).path)
    writer.write(f"refrakt-link {VERSION + 1} wait\n".encode())
    assert await asyncio.wait_for(reader.readline(), LONG) == b"refrakt-link 1 ok\n"
    await editor.close()
    assert await asyncio.wait_for(reader.read(), LONG) == b""
    writer.close()


async def test_a_failing_connection_does_not_affect_others(
    runtime: Path, root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, root: str, options: dict[str, str]
    ) -> None:
        raise RuntimeError("a bug")

    changes: list[int] = []
    endpoint = Endpoint(str(root), broken, on_change=lambda: changes.append(endpoint.clients))
    assert await endpoint.start()
    assert await reply_to(root, encode_request("mcp")) == b"refrakt-link 1 ok\n"
    assert (await reply_to(root, encode_request("status"))).startswith(b"refrakt-link 1 ok\n")
    assert changes == [0, 1, 0]
    assert "MCP connection failed" in caplog.text
    await endpoint.close()


async def test_remaining_clients_are_disconnected_without_a_log_message(
    runtime: Path, root: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    endpoint = Endpoint(str(root), fake_server("editor"))
    assert await endpoint.start()
    reader, writer = await asyncio.open_unix_connection(host_address(root).path)
    writer.write(encode_request("mcp"))
    assert await reader.readline() == b"refrakt-link 1 ok\n"
    await endpoint.close(timeout=0.01)
    assert await asyncio.wait_for(reader.read(), LONG) == b"refrakt-link 1 leaving\n"
    writer.close()
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert capfd.readouterr() == ("", "")


async def test_without_a_shared_address_an_editor_still_runs(
    runtime: Path, root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    runtime.chmod(0o755)
    endpoint = Endpoint(str(root), fake_server("editor"))
    assert not await endpoint.start()
    assert "accessible to other users" in caplog.text
    await endpoint.close()
    runtime.chmod(0o700)


async def test_an_editor_serves_its_preview(open_editor: Open, root: Path) -> None:
    asked: list[tuple[Path, Path | None]] = []

    async def preview_url(*paths: Path | None) -> str:
        asked.append(paths)  # type: ignore[arg-type]
        return "http://127.0.0.1:1/x/"

    editor = await open_editor(preview_url=preview_url)
    page = root / "a page.md"
    found = await asyncio.to_thread(editor_preview, str(root), page)
    assert found is not None
    url, connection = found
    assert url == "http://127.0.0.1:1/x/"
    assert asked == [(root, page)]
    reading = asyncio.create_task(asyncio.to_thread(lambda: list(connection.lines())))
    await asyncio.sleep(0.05)
    assert not reading.done(), "the connection stays open while the editor runs"
    await editor.close()
    assert await asyncio.wait_for(reading, LONG) == []
    connection.close()


async def test_a_host_without_an_editor_has_no_preview(open_editor: Open, root: Path) -> None:
    assert await asyncio.to_thread(editor_preview, str(root), root) is None
    await open_editor(headless=True)
    assert await asyncio.to_thread(editor_preview, str(root), root) is None


@pytest.mark.parametrize("url", ["https://evil.example/", "file:///etc/passwd", "-x", 7, None])
async def test_another_url_is_not_opened(open_editor: Open, root: Path, url: object) -> None:
    async def preview_url(*paths: Path | None) -> object:
        return url

    await open_editor(preview_url=preview_url)
    assert await asyncio.to_thread(editor_preview, str(root), root) is None
