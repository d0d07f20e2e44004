"""The host's door: a Unix socket, or a loopback port with a token, behind one address that changes hands by renaming.

A door is opened under another name first. Renaming it to the address is what makes its owner the host, in one step: whoever calls
reaches the old host or the new one, never nobody.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from .greeting import PATIENCE, Answer, hello, read_answer
from .peer import peer_user
from .rendezvous import Meeting, port_and_token

LIMIT = 256 << 10
"""Bytes that are read ahead of whoever serves a connection. A line may be longer; a greeting may not, and anybody can send one."""


class Door:
    """A place where others can come in. Before it is published only those find it who ask every editor of the project."""

    def __init__(self, meeting: Meeting) -> None:
        self._meeting = meeting
        self._path = meeting.draft()
        self._token = secrets.token_hex(32) if meeting.transport == "tcp" else ""
        self._socket: socket.socket | None = None
        self._server: asyncio.Server | None = None
        self._identity: tuple[int, int] | None = None

    async def open(self, welcome: Callable[[Door, asyncio.StreamReader, asyncio.StreamWriter], None]) -> None:
        """Listen, under a name of our own."""

        def arrived(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            welcome(self, reader, writer)

        if self._meeting.transport == "unix":
            self._socket = socket.socket(socket.AF_UNIX)
            self._socket.bind(self._path)
            self._identity = _identity(self._path)  # from here on there is something to take away
            os.chmod(self._path, 0o600)
            self._server = await asyncio.start_unix_server(arrived, sock=self._socket, limit=LIMIT, start_serving=False)
        else:
            self._server = await asyncio.start_server(arrived, "127.0.0.1", 0, limit=LIMIT, start_serving=False)
            port: int = self._server.sockets[0].getsockname()[1]
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            os.write(file, f"{port} {self._token}\n".encode())
            os.close(file)
            self._identity = _identity(self._path)
        # A step of its own: whoever is interrupted in it has a server to close.
        await self._server.start_serving()

    def publish(self) -> None:
        """Put this door at the address, in place of whatever was there."""
        _replace(self._path, self._meeting.address)
        self._path = self._meeting.address

    @property
    def stands(self) -> bool:
        """Whether the path still leads to this door."""
        return self._identity is not None and self._identity == _identity(self._path)

    def close(self) -> None:
        """Let nobody in any more. Takes away the address only if it is still ours."""
        if self.stands:
            with suppress(OSError):
                os.unlink(self._path)
        if self._server is not None:
            # Nobody is accepted any more from here on, but those who were a moment ago arrive first: asyncio would forget them
            # if the server had closed, and they would hear neither an answer nor the end.
            loop = asyncio.get_running_loop()
            with suppress(NotImplementedError):  # Windows
                for each in self._server.sockets:
                    loop.remove_reader(each.fileno())
            loop.call_soon(self._server.close)
        elif self._socket is not None:  # there was no place for it
            self._socket.close()

    def admits(self, writer: asyncio.StreamWriter, token: str) -> bool:
        """Whether the caller may come in: the same user, or one who could read the user's file."""
        if self._token:
            return secrets.compare_digest(token.encode(), self._token.encode())
        caller = peer_user(writer.get_extra_info("socket"))
        return caller is None or caller == os.getuid()


async def call(meeting: Meeting, purpose: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, Answer]:
    """Call the present host; `OSError` if there is none, or none that answers."""
    options: dict[str, str] = {}
    async with asyncio.timeout(PATIENCE):
        if meeting.transport == "unix":
            reader, writer = await asyncio.open_unix_connection(meeting.address)
        else:
            port, options["token"] = port_and_token(meeting)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(hello(purpose, options))
            answer = read_answer(await reader.readline())
        except ValueError as error:  # a line that is longer than the reader's limit
            writer.close()
            raise ConnectionAbortedError("a greeting without end") from error
        except BaseException:
            writer.close()
            raise
    if answer is None:
        writer.close()
        raise ConnectionAbortedError("no greeting")
    return reader, writer, answer


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _replace(old: str, new: str) -> None:
    for _ in range(50 if sys.platform == "win32" else 0):
        try:
            os.replace(old, new)
        except PermissionError:  # somebody reads the file at this moment
            time.sleep(0.01)
        else:
            return
    os.replace(old, new)
