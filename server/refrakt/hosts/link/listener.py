"""The listening socket of a host: a Unix socket, or a loopback port with a token.

A listener opens under a temporary name. Renaming it to the address makes its process the host in one step, so that a client
always reaches either the old host or the new one.
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

from refrakt.hosts.link.handshake import HANDSHAKE_TIMEOUT, HandshakeReply, encode_request, parse_reply
from refrakt.hosts.link.host_address import HostAddress, read_port_file
from refrakt.hosts.link.peer_credentials import peer_user

READ_LIMIT = 256 << 10
"""Bytes buffered per connection. An MCP line may be longer; a handshake may not, and any local process can send one."""


class Listener:
    """A listening socket. Until it is published, only clients that query every editor of the project find it."""

    def __init__(self, address: HostAddress) -> None:
        self._address = address
        self._path = address.temporary_path()
        self._token = secrets.token_hex(32) if address.transport == "tcp" else ""
        self._socket: socket.socket | None = None
        self._server: asyncio.Server | None = None
        self._identity: tuple[int, int] | None = None

    async def open(self, on_connection: Callable[[Listener, asyncio.StreamReader, asyncio.StreamWriter], None]) -> None:
        """Listen at a temporary path."""

        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            on_connection(self, reader, writer)

        if self._address.transport == "unix":
            self._socket = socket.socket(socket.AF_UNIX)
            self._socket.bind(self._path)
            self._identity = _identity(self._path)  # set at once, so that `close` deletes the file
            os.chmod(self._path, 0o600)
            self._server = await asyncio.start_unix_server(
                connected, sock=self._socket, limit=READ_LIMIT, start_serving=False
            )
        else:
            self._server = await asyncio.start_server(connected, "127.0.0.1", 0, limit=READ_LIMIT, start_serving=False)
            port: int = self._server.sockets[0].getsockname()[1]
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            os.write(file, f"{port} {self._token}\n".encode())
            os.close(file)
            self._identity = _identity(self._path)
        # A separate step: a task that is cancelled in it has a server to close.
        await self._server.start_serving()

    def publish(self) -> None:
        """Rename the file to the address, replacing what was there."""
        _replace(self._path, self._address.path)
        self._path = self._address.path

    @property
    def is_current(self) -> bool:
        """Whether the file at the path still belongs to this listener."""
        return self._identity is not None and self._identity == _identity(self._path)

    def close(self) -> None:
        """Stop listening. Deletes the file only if it still belongs to this listener."""
        if self.is_current:
            with suppress(OSError):
                os.unlink(self._path)
        if self._server is not None:
            # Stop accepting now, but close the server after the connections that were just accepted have been delivered:
            # asyncio would drop them, and their clients would get neither a reply nor an end of file.
            loop = asyncio.get_running_loop()
            with suppress(NotImplementedError):  # Windows
                for each in self._server.sockets:
                    loop.remove_reader(each.fileno())
            loop.call_soon(self._server.close)
        elif self._socket is not None:  # `bind` failed
            self._socket.close()

    def authorizes(self, writer: asyncio.StreamWriter, token: str) -> bool:
        """Whether the client runs as the same user, or could read the user's port file."""
        if self._token:
            return secrets.compare_digest(token.encode(), self._token.encode())
        user = peer_user(writer.get_extra_info("socket"))
        return user is None or user == os.getuid()


async def connect(
    address: HostAddress, purpose: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, HandshakeReply]:
    """Connect to the host; `OSError` if there is none, or it does not reply."""
    options: dict[str, str] = {}
    async with asyncio.timeout(HANDSHAKE_TIMEOUT):
        if address.transport == "unix":
            reader, writer = await asyncio.open_unix_connection(address.path)
        else:
            port, options["token"] = read_port_file(address)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(encode_request(purpose, options))
            reply = parse_reply(await reader.readline())
        except ValueError as error:  # a line that exceeds the limit of the reader
            writer.close()
            raise ConnectionAbortedError("handshake too long") from error
        except BaseException:
            writer.close()
            raise
    if reply is None:
        writer.close()
        raise ConnectionAbortedError("no handshake")
    return reader, writer, reply


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
        except PermissionError:  # another process has the file open
            time.sleep(0.01)
        else:
            return
    os.replace(old, new)
