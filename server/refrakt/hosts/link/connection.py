"""A relay's connection to a host: a socket, or the pipes of a host of its own. Blocking, with the standard library alone."""

from __future__ import annotations

import os
import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Protocol

from .greeting import LONGEST, PATIENCE, hello, read_answer
from .rendezvous import Meeting, port_and_token

if TYPE_CHECKING:
    from subprocess import Popen

CHUNK = 1 << 18
QUIET = 10.0
"""Seconds of silence after which a host must show that it is there."""


class Connection(Protocol):
    """Whole lines in both directions."""

    def send(self, line: bytes) -> None:
        """Send all of it; `OSError` if the host is gone."""

    def lines(self) -> Iterator[bytes]:
        """What the host says, until it ends. Only a line that was cut off lacks its line end."""

    def finish(self) -> None:
        """Nothing more will be sent. What the host still says can be read."""

    def cut(self) -> None:
        """End it for the thread that is reading `lines`."""

    def close(self) -> None:
        """Give everything back. For the thread that has read `lines`."""


class Refusal(NamedTuple):
    """Somebody is there and will not serve us."""

    reason: str
    silent: bool = False
    """It does not even answer: stopped by a debugger or a terminal, or stuck."""


def lines_of(read: Callable[[], bytes]) -> Iterator[bytes]:
    """Cut what `read` gives into lines that keep their line end. A last line may lack it. No line is too long."""
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
    """A connection to the host at the meeting place."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self.is_there: Callable[[], bool] | None = None
        """Asked each time the host has been silent for a while; False ends the connection."""
        self._lines = lines_of(self._limited_read)
        self._deadline: float | None = None
        self._longest: int | None = None
        self._unended = 0
        """Bytes since the last line end."""

    def first_line(self, longest: int, deadline: float | None = None) -> bytes:
        """The next line, empty at the end. `TimeoutError` if all of it is not here in time, `OSError` if it is too long."""
        self._deadline, self._longest = deadline, longest
        try:
            return next(self._lines, b"")
        finally:
            self._deadline = self._longest = None
            self._socket.settimeout(None)

    def _limited_read(self) -> bytes:
        if self._deadline is not None:
            # A timeout of the socket starts again with every byte; the deadline is for the whole line.
            left = self._deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._socket.settimeout(left)
        chunk = self._read()
        end = chunk.rfind(b"\n")
        self._unended = len(chunk) - end - 1 if end >= 0 else self._unended + len(chunk)
        if self._longest is not None and end < 0 and self._unended > self._longest:
            raise ConnectionAbortedError(f"a greeting or status of more than {self._longest} bytes")
        return chunk

    def _read(self) -> bytes:
        # A host that was stopped closes nothing. Its socket takes what we send, and says nothing, for ever.
        while self.is_there is not None and not select.select([self._socket], [], [], QUIET)[0]:
            if not self.is_there():
                self.cut()
        try:
            return self._socket.recv(CHUNK)
        except TimeoutError:
            raise
        except OSError:  # reset: what a host that was killed says instead of goodbye
            return b""

    def send(self, line: bytes) -> None:
        self._socket.sendall(line)

    def lines(self) -> Iterator[bytes]:
        return self._lines

    def finish(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._socket.close()


class ProcessConnection:
    """A connection to a host of our own, which speaks MCP on its standard input and output."""

    def __init__(self, process: Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._input = process.stdin
        self._output = process.stdout
        self._lines = lines_of(lambda: os.read(self._output.fileno(), CHUNK))

    def send(self, line: bytes) -> None:
        if self._input.closed:
            raise BrokenPipeError("finished")
        self._input.write(line)
        self._input.flush()

    def lines(self) -> Iterator[bytes]:
        return self._lines

    def finish(self) -> None:
        with suppress(OSError):
            self._input.close()

    def cut(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self.finish()
        self._process.kill()
        self._process.wait()
        self._output.close()


def dial(
    meeting: Meeting,
    purpose: str,
    options: dict[str, str] | None = None,
    patient: bool = False,
) -> SocketConnection | Refusal:
    """Call who is at a meeting place; `OSError` if nobody is. One who is `patient` waits for the greeting for ever."""
    options = dict(options or {})
    if meeting.transport == "unix":
        sock = socket.socket(socket.AF_UNIX)
        address: str | tuple[str, int] = meeting.address
    else:
        port, options["token"] = port_and_token(meeting)
        sock = socket.socket(socket.AF_INET)
        address = ("127.0.0.1", port)
    connection = SocketConnection(sock)
    try:
        deadline = None if patient else time.monotonic() + PATIENCE
        sock.settimeout(None if patient else PATIENCE)
        sock.connect(address)
        if meeting.transport == "tcp":
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.send(hello(purpose, options))
        answer = read_answer(connection.first_line(LONGEST, deadline))
    except TimeoutError:
        sock.close()
        return Refusal(f"it has not answered for {PATIENCE:.0f} s", silent=True)
    except OSError:
        sock.close()
        raise
    if answer is not None and answer.ok:
        return connection
    sock.close()
    if answer is None:  # it left while we called, or somebody else has got the port by now
        raise ConnectionAbortedError("no greeting")
    return Refusal(answer.reason)
