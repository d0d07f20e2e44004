"""A relay's connection to a host: a socket, or the pipes of a child process. Blocking, standard library only."""

from __future__ import annotations

import os
import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Protocol

from refrakt.hosts.link.handshake import HANDSHAKE_TIMEOUT, MAX_LINE, encode_request, parse_reply
from refrakt.hosts.link.host_address import HostAddress, read_port_file

if TYPE_CHECKING:
    from subprocess import Popen

CHUNK_SIZE = 1 << 18
SILENCE_TIMEOUT = 10.0
"""Seconds without data after which a host must prove that it responds."""


class Connection(Protocol):
    """Whole lines in both directions."""

    def send(self, line: bytes) -> None:
        """Send all of it; `OSError` if the host is gone."""

    def lines(self) -> Iterator[bytes]:
        """The lines of the host, until it closes. Only a truncated last line lacks its line end."""

    def finish_sending(self) -> None:
        """Close the sending direction. The rest of the host's lines can still be read."""

    def abort(self) -> None:
        """End it for the thread that reads `lines`."""

    def close(self) -> None:
        """Release all resources. Called by the thread that has read `lines`."""


class Refusal(NamedTuple):
    """A process listens but does not serve this client."""

    reason: str
    unresponsive: bool = False
    """No reply at all: the process is suspended or hangs."""


def split_lines(read: Callable[[], bytes]) -> Iterator[bytes]:
    """Split the chunks of `read` into lines of any length, with their line ends. The last line may lack it."""
    parts: list[bytes] = []
    while chunk := read():
        start = 0
        while (end := chunk.find(b"\n", start) + 1) > 0:
            parts.append(chunk[start:end])
            yield b"".join(parts)
            parts.clear()
            start = end
        if start < len(chunk):
            parts.append(chunk[start:])
    if parts:
        yield b"".join(parts)


class SocketConnection:
    """A connection to the host at its address."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self.is_responsive: Callable[[], bool] | None = None
        """Called after each `SILENCE_TIMEOUT` without data; False aborts the connection."""
        self._lines = split_lines(self._limited_read)
        self._deadline: float | None = None
        self._max_line: int | None = None
        self._unterminated = 0
        """Bytes since the last line end."""

    def read_line(self, max_line: int, deadline: float | None = None) -> bytes:
        """The next line, empty at the end. `TimeoutError` if it is not complete in time, `OSError` if it is too long."""
        self._deadline, self._max_line = deadline, max_line
        try:
            return next(self._lines, b"")
        finally:
            self._deadline = self._max_line = None
            self._socket.settimeout(None)

    def _limited_read(self) -> bytes:
        if self._deadline is not None:
            # A socket timeout restarts with every byte; the deadline covers the whole line.
            left = self._deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._socket.settimeout(left)
        chunk = self._read()
        end = chunk.rfind(b"\n")
        self._unterminated = len(chunk) - end - 1 if end >= 0 else self._unterminated + len(chunk)
        if self._max_line is not None and end < 0 and self._unterminated > self._max_line:
            raise ConnectionAbortedError(f"handshake or status exceeds {self._max_line} bytes")
        return chunk

    def _read(self) -> bytes:
        # A suspended host closes nothing: its socket accepts data and never replies.
        while self.is_responsive is not None and not select.select([self._socket], [], [], SILENCE_TIMEOUT)[0]:
            if not self.is_responsive():
                self.abort()
        try:
            return self._socket.recv(CHUNK_SIZE)
        except TimeoutError:
            raise
        except OSError:  # connection reset: the host was killed
            return b""

    def send(self, line: bytes) -> None:
        self._socket.sendall(line)

    def lines(self) -> Iterator[bytes]:
        return self._lines

    def finish_sending(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def abort(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._socket.close()


class ProcessConnection:
    """A connection to a private host, a child process with MCP on its standard input and output."""

    def __init__(self, process: Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._input = process.stdin
        self._output = process.stdout
        self._lines = split_lines(lambda: os.read(self._output.fileno(), CHUNK_SIZE))

    def send(self, line: bytes) -> None:
        if self._input.closed:
            raise BrokenPipeError("standard input is closed")
        self._input.write(line)
        self._input.flush()

    def lines(self) -> Iterator[bytes]:
        return self._lines

    def finish_sending(self) -> None:
        with suppress(OSError):
            self._input.close()

    def abort(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self.finish_sending()
        self._process.kill()
        self._process.wait()
        self._output.close()


def dial(
    address: HostAddress,
    purpose: str,
    options: dict[str, str] | None = None,
    *,
    wait_forever: bool = False,
) -> SocketConnection | Refusal:
    """Connect to the process at an address; `OSError` if none listens. With `wait_forever` the handshake has no timeout."""
    options = dict(options or {})
    if address.transport == "unix":
        sock = socket.socket(socket.AF_UNIX)
        target: str | tuple[str, int] = address.path
    else:
        port, options["token"] = read_port_file(address)
        sock = socket.socket(socket.AF_INET)
        target = ("127.0.0.1", port)
    connection = SocketConnection(sock)
    try:
        deadline = None if wait_forever else time.monotonic() + HANDSHAKE_TIMEOUT
        sock.settimeout(None if wait_forever else HANDSHAKE_TIMEOUT)
        sock.connect(target)
        if address.transport == "tcp":
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.send(encode_request(purpose, options))
        reply = parse_reply(connection.read_line(MAX_LINE, deadline))
    except TimeoutError:
        sock.close()
        return Refusal(f"no reply for {HANDSHAKE_TIMEOUT:.0f} s", unresponsive=True)
    except OSError:
        sock.close()
        raise
    if reply is not None and reply.ok:
        return connection
    sock.close()
    if reply is None:  # it exited during the call, or another program has the port now
        raise ConnectionAbortedError("no handshake")
    return Refusal(reply.reason)
