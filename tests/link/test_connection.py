"""Connections of a relay, without a host."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from refrakt.hosts.link.connection import ProcessConnection, SocketConnection
from refrakt.hosts.link.host_address import HostAddress, address_of
from refrakt.hosts.link.mcp_options import McpOptions
from refrakt.hosts.link.relay import Relay

from .clients import LONG


@pytest.fixture
def pair() -> Iterator[tuple[SocketConnection, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield SocketConnection(ours), theirs


def test_a_line_may_be_as_long_as_the_limit(
    pair: tuple[SocketConnection, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    connection, _ = pair
    chunks = iter([b"abc\nde", b"fgh\n", b"1234", b"56789", b"0\n", b"1234", b"5678", b"901", b"\n"])
    monkeypatch.setattr(connection, "_read", lambda: next(chunks))
    assert [connection.read_line(10) for _ in range(3)] == [b"abc\n", b"defgh\n", b"1234567890\n"]
    with pytest.raises(OSError, match="exceeds 10 bytes"):
        connection.read_line(10)


def test_a_line_must_be_complete_in_time(pair: tuple[SocketConnection, socket.socket]) -> None:
    connection, host = pair
    host.sendall(b"one\ntwo")
    assert connection.read_line(10, time.monotonic() + LONG) == b"one\n"
    assert connection._socket.gettimeout() is None, "an idle client is not a late one"
    with pytest.raises(TimeoutError):
        connection.read_line(10, time.monotonic() + 0.01)
    with pytest.raises(TimeoutError):
        SocketConnection(host).read_line(10, time.monotonic() - 1)


def test_a_host_that_does_not_respond_is_left(
    pair: tuple[SocketConnection, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("refrakt.hosts.link.connection.SILENCE_TIMEOUT", 0.01)
    connection, host = pair
    answers = iter([True, True, False])
    connection.is_responsive = lambda: next(answers)
    assert list(connection.lines()) == []
    assert list(answers) == []
    assert host.recv(1) == b""


def test_a_private_host_is_killed() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    connection = ProcessConnection(process)
    connection.abort()
    assert list(connection.lines()) == []
    connection.close()
    assert process.returncode != 0
    with pytest.raises(OSError, match="closed"):
        connection.send(b"x\n")


PING = b'{"jsonrpc":"2.0","id":7,"method":"ping"}\n'


class Replies:
    """A connection to a host that has said all it will say."""

    def __init__(self, *lines: bytes) -> None:
        self.sent: list[bytes] = []
        self._lines = iter(lines)

    def send(self, line: bytes) -> None:
        self.sent.append(line)

    def lines(self) -> Iterator[bytes]:
        return self._lines

    def finish_sending(self) -> None: ...
    def abort(self) -> None: ...
    def close(self) -> None: ...


def test_what_a_host_says_before_it_responds_reaches_the_client(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    relay = Relay(str(root), McpOptions(), lambda _: [])
    forwarded: list[bytes] = []
    monkeypatch.setattr(relay, "_send_to_client", forwarded.append)
    notification = b'{"jsonrpc":"2.0","method":"notifications/message"}\n'
    result = b'{"jsonrpc":"2.0","id":"refrakt-link-1","result":{"a":1}}\n'
    host = Replies(notification, result, b"truncated")
    assert relay._request(host, PING) == {"a": 1}
    assert host.sent == [b'{"jsonrpc":"2.0","id":"refrakt-link-1","method":"ping"}\n']
    assert forwarded == [notification]
    for line in (b'{"jsonrpc":"2.0","id":"refrakt-link-2","error":{"code":1}}\n', b"truncated"):
        with pytest.raises(OSError, match="did not respond"):
            relay._request(Replies(line, result), PING)


def test_a_host_is_unresponsive_if_it_does_not_reply_to_a_new_connection(
    runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("refrakt.hosts.link.connection.HANDSHAKE_TIMEOUT", 0.05)
    address = address_of(str(root))
    assert isinstance(address, HostAddress)
    relay = Relay(str(root), McpOptions(), lambda _: [])
    relay._ready = True
    relay._session.from_client(PING)
    assert relay._is_responsive(address), "a deleted socket says nothing about the host"
    with socket.socket(socket.AF_UNIX) as suspended:
        suspended.bind(address.path)
        suspended.listen()
        assert not relay._is_responsive(address)
        relay._session.from_host(b'{"jsonrpc":"2.0","id":7,"result":{}}\n')
        assert relay._is_responsive(address), "no request is pending"
        relay._ready = False
        assert not relay._is_responsive(address)


def test_a_relay_reads_a_pipe_that_does_not_block(runtime: Path, root: Path) -> None:
    """The parent process may have set the flag, which both ends of standard input share."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    words = [sys.executable, str(Path(__file__).with_name("fake_relay.py")), str(root), "0"]
    with subprocess.Popen(words, stdin=reading, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        os.close(reading)
        for id_ in (1, 2):
            os.write(writing, b'{"jsonrpc":"2.0","id":%d,"method":"tools/list"}\n' % id_)
            assert b'"result"' in process.stdout.readline()
            time.sleep(0.05)
        os.close(writing)
        assert process.wait(LONG) == 0
