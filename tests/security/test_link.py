"""The link keeps its deadlines and survives strange files in its folder."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from refrakt.hosts.link import connection
from refrakt.hosts.link import host_status as status_module
from refrakt.hosts.link import open_buffers as buffers_module
from refrakt.hosts.link.connection import Refusal, dial
from refrakt.hosts.link.handshake import encode_reply
from refrakt.hosts.link.host_address import HostAddress, address_of
from refrakt.hosts.link.host_status import status
from refrakt.hosts.link.open_buffers import open_buffers

DEADLINE = 1.0
DRIP = 0.05
LONG = 20.0
"""Seconds after which the listeners of these tests end by themselves; far beyond every deadline."""

Conversation = Callable[[socket.socket], None]


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="rl-", dir="/tmp") as folder:
        monkeypatch.setenv("REFRAKT_RUNTIME_DIR", folder)
        monkeypatch.setattr(connection, "HANDSHAKE_TIMEOUT", DEADLINE)
        for module in (buffers_module, status_module):
            monkeypatch.setattr(module, "HANDSHAKE_TIMEOUT", DEADLINE)
        yield Path(folder)


def host_address(root: Path) -> HostAddress:
    found = address_of(str(root))
    assert isinstance(found, HostAddress)
    return found


@contextmanager
def listener(address: str, talk: Conversation) -> Iterator[None]:
    """A process that answers every caller in its own way."""
    server = socket.socket(socket.AF_UNIX)
    server.bind(address)
    server.listen()

    def serve() -> None:
        with suppress(OSError):
            while True:
                caller, _ = server.accept()
                threading.Thread(target=_quietly, args=(talk, caller), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield
    finally:
        server.close()


def _quietly(talk: Conversation, caller: socket.socket) -> None:
    with caller, suppress(OSError):
        talk(caller)
        # A socket that is closed with unread data resets the connection, and the caller may lose the answer.
        caller.shutdown(socket.SHUT_WR)
        caller.settimeout(5)
        while caller.recv(4096):
            pass


def dripping(first: bytes = b"") -> Conversation:
    """One byte at a time, and never the end of the line."""

    def talk(caller: socket.socket) -> None:
        caller.sendall(first)
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            caller.sendall(b"x")
            time.sleep(DRIP)

    return talk


def flooding(counted: list[int], first: bytes = b"") -> Conversation:
    """As many bytes as the caller takes."""

    def talk(caller: socket.socket) -> None:
        caller.sendall(first)
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            counted[0] += caller.send(b"x" * 65536)

    return talk


def test_a_listener_that_never_ends_its_line_times_out(runtime: Path, tmp_path: Path) -> None:
    address = host_address(tmp_path)
    with listener(address.path, dripping()):
        started = time.monotonic()
        found = dial(address, "status")
        assert time.monotonic() - started < LONG / 2
    assert isinstance(found, Refusal)
    assert found.unresponsive


def test_a_greeting_without_end_is_not_collected(
    runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HANDSHAKE_TIMEOUT", LONG / 2)
    address, counted = host_address(tmp_path), [0]
    with listener(address.path, flooding(counted)), pytest.raises(OSError, match="handshake"):
        dial(address, "status")
    assert counted[0] < 10_000_000


def test_a_status_that_never_ends_times_out(runtime: Path, tmp_path: Path) -> None:
    address = host_address(tmp_path)
    with listener(address.path, dripping(encode_reply())):
        started = time.monotonic()
        result = status(str(tmp_path))
        found = open_buffers(str(tmp_path))
        assert time.monotonic() - started < LONG / 2
    assert isinstance(result, str)
    assert isinstance(found, Refusal), "an editor that does not answer may have unsaved files"


@pytest.mark.parametrize(
    "reply", [b"[]\n", b"7\n", b"{\n", b"[" * 100_000 + b"\n", b'{"open": []}\n', b'{"open": {"a": 1}}\n']
)
def test_a_status_of_another_shape_is_no_crash(runtime: Path, tmp_path: Path, reply: bytes) -> None:
    address = host_address(tmp_path)
    with listener(address.path, lambda caller: caller.sendall(encode_reply() + reply)):
        assert isinstance(status(str(tmp_path)), str | dict)
        found = open_buffers(str(tmp_path))
        assert isinstance(found, Refusal) or all(isinstance(each, str) for one in found for each in one.values())


ODD = [
    "{name}.sock.sock",
    "{name}. .sock",
    "{name}.zz-1.sock",
    "{name}.1\n2-3.sock",
    "{name}.-.sock",
    "{name}.ffffffffffffffffffffffff-1234.sock",
    "{name}.\udcff\udcfe.sock",
    "{name}.1_0-1234.sock",
    "{name}." + "a" * 180 + ".sock",
    "{name}.0-1234.sock",
]


@pytest.mark.parametrize("kind", ["file", "folder", "dangling", "pipe", "socket"])
def test_odd_files_beside_the_socket_do_no_harm(runtime: Path, tmp_path: Path, kind: str) -> None:
    address = host_address(tmp_path)
    for form in ODD:
        path = os.path.join(address.folder, form.format(name=address.name))
        if kind == "file":
            Path(path).touch()
        elif kind == "folder":
            os.mkdir(path)
        elif kind == "dangling":
            os.symlink("nowhere", path)
        elif kind == "pipe":
            os.mkfifo(path)
        else:
            with socket.socket(socket.AF_UNIX) as bound, suppress(OSError):  # some of the names are too long
                bound.bind(path)
    assert open_buffers(str(tmp_path)) == []
    assert isinstance(status(str(tmp_path)), str)


@pytest.mark.parametrize("exited", [True, False])
def test_a_refusal_in_the_name_of_an_exited_process_is_ignored(runtime: Path, tmp_path: Path, exited: bool) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    address = host_address(tmp_path)
    owner = process.pid if exited else os.getpid()
    temporary = address._replace(name=f"{address.name}.{owner:x}-0000")
    with listener(temporary.path, lambda caller: caller.sendall(encode_reply("no"))):
        found = open_buffers(str(tmp_path))
    assert found == [] if exited else isinstance(found, Refusal)
    assert os.path.lexists(temporary.path) is not exited


def test_the_socket_of_a_waiting_editor_is_found(runtime: Path, tmp_path: Path) -> None:
    address = host_address(tmp_path)
    output = json.dumps({"open": {"/a.md": "f00d"}}).encode() + b"\n"
    with listener(address.temporary_path(), lambda caller: caller.sendall(encode_reply() + output)):
        assert open_buffers(str(tmp_path)) == [{"/a.md": "f00d"}]
