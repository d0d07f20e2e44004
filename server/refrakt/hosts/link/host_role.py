"""The host side of the link, for one project root.

A project has one host at a time. An editor takes over from a host without an editor in this order: it opens a listener, asks the
old host to yield, publishes its listener at the address, and only then lets the old host exit. In any other order relays that
lose their host would find none and start another, again and again.

An editor does not yield to another editor. The second one holds a `wait` connection to the first and retries when that closes, so
it takes over as soon as the first exits, without polling. Until then its listener stays at a temporary address, for processes that
query every editor for open files before they write.

A cleaner of temporary folders may delete socket and lock of an editor that runs for weeks. An editor that is the host therefore
checks them periodically and takes its role again if they are gone.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

from refrakt.hosts.link.handshake import (
    DONE,
    HANDSHAKE_TIMEOUT,
    LEAVING,
    VERSION,
    HandshakeRequest,
    encode_reply,
    parse_request,
)
from refrakt.hosts.link.host_address import HostAddress, NoSharedAddress, address_of
from refrakt.hosts.link.host_lock import HostLock
from refrakt.hosts.link.listener import Listener, connect
from refrakt.hosts.link.open_buffers import OPEN_FILES

ServeConnection = Callable[[asyncio.StreamReader, asyncio.StreamWriter, str, dict[str, str]], Awaitable[None]]
"""Serves one MCP connection until it closes: reader, writer, project root, options of the connection. Each call of `write` must
contain whole lines, so that the endpoint can write `LEAVING` between two of them."""

TAKEOVER_TIMEOUT = 10.0
"""Seconds to become the host of a root that is locked by a process that does not reply."""
CLOSE_TIMEOUT = 1.0
"""Seconds for cancelled connections to end."""
CHECK_INTERVAL = 30.0
"""Seconds between two checks whether socket and lock still exist."""
FIRST_RETRY = 0.1
"""Seconds to the first retry where no host replies; doubled each time up to `MAX_RETRY`."""
MAX_RETRY = 5.0
log = logging.getLogger("refrakt.link")


class Endpoint:
    """Accepts the relays of one project root in this process."""

    def __init__(
        self,
        root: str,
        serve: ServeConnection,
        *,
        headless: bool = False,
        on_yield: Callable[[], None] | None = None,
        on_change: Callable[[], None] | None = None,
        lock: HostLock | None = None,
        open_files: Callable[[], Mapping[str, str]] | None = None,
        preview_url: Callable[[Path, Path | None], Awaitable[str]] | None = None,
    ) -> None:
        self.root = root
        self.is_host = False
        """Whether this process is the project's host now."""
        self._serve = serve
        self._headless = headless
        self._on_yield = on_yield
        self._on_change = on_change
        self._lock = lock
        self._open_files = open_files
        """The files of the project that the editor has open, with the fingerprints of their texts."""
        self._preview_url = preview_url
        """Starts the preview in the editor's process: the project root, and the file to show first."""
        self._listener: Listener | None = None
        self._clients: dict[asyncio.StreamWriter, asyncio.Task[None]] = {}
        self._connections: set[asyncio.Task[None]] = set()
        self._candidacy: asyncio.Task[None] | None = None
        self._yielding = asyncio.Lock()
        self._last_warning = ""
        self._leaving = False
        self._closing = False

    @property
    def clients(self) -> int:
        """The number of connected MCP clients."""
        return len(self._clients)

    async def start(self) -> bool:
        """Become the host of the root. False if another process is; an editor keeps trying in the background."""
        address = address_of(self.root)
        if isinstance(address, NoSharedAddress):
            self._warn_once(address.reason)
            return False
        acquired = await self._acquire(address)
        if not self._headless and not self._closing:
            self._candidacy = asyncio.create_task(self._stay_candidate(address))
        return acquired

    async def close(self, timeout: float = 5.0) -> None:
        """Stop serving. Pending requests get `timeout` seconds; relays send the rest to the next host."""
        self._closing = True
        if self._candidacy is not None:
            self._candidacy.cancel()
            await asyncio.wait([self._candidacy])
        self._step_down()
        for _ in range(2):  # until the connections accepted last are in `_connections`
            await asyncio.sleep(0)
        clients = set(self._clients.values())
        # `wait` connections first: an editor must become the host before a relay starts one.
        for task in self._connections - clients:
            task.cancel()
        self._announce_leaving()
        if clients:
            _, late = await asyncio.wait(clients, timeout=timeout)
            for task in late:
                task.cancel()
        if self._connections:
            await asyncio.wait(self._connections, timeout=CLOSE_TIMEOUT)

    # Becoming the host --------------------------------------------------------------------------------------------

    async def _acquire(self, address: HostAddress) -> bool:
        """Try to become the host. False if there is one that stays."""
        if self._lock is None or not self._lock.held:
            self._lock = HostLock(address.lock)
        listener, lock, pause = Listener(address), self._lock, 0.02
        try:
            await listener.open(self._accept)
            async with asyncio.timeout(TAKEOVER_TIMEOUT):
                while not self.is_host and not self._closing:
                    if lock.acquire():
                        self._become_host(listener)
                    elif self._headless:
                        break
                    else:
                        try:
                            if not await self._take_over(address, lock, listener):
                                break
                        except OSError:  # the host is starting or exiting
                            await asyncio.sleep(pause)
                            pause = min(1.5 * pause, 0.5)
        except TimeoutError:
            log.info("the host of %s holds its lock but does not reply", self.root)
        except OSError as error:  # the folder is gone, the disk is full
            self._warn_once(str(error))
        finally:
            if not self.is_host:
                listener.close()
                lock.release()
        if self._closing:  # `close` was called meanwhile
            self._step_down()
        return self.is_host

    async def _take_over(self, address: HostAddress, lock: HostLock, listener: Listener) -> bool:
        reader, writer, reply = await connect(address, "yield")
        try:
            if not reply.ok:
                log.info("another process serves %s: %s", self.root, reply.reason)
                return False
            listener.publish()
            writer.write(DONE)
            await reader.read()  # the old host releases the lock, then closes
        finally:
            writer.close()
        while not lock.acquire():
            if not listener.is_current:  # a third process was faster
                return False
            await asyncio.sleep(0.005)
        self._become_host(listener)
        return True

    def _become_host(self, listener: Listener) -> None:
        listener.publish()
        self._listener = listener
        self.is_host = True
        self._notify_change()

    async def _stay_candidate(self, address: HostAddress) -> None:
        """Become the host whenever the role is free: because the host exited, or because our files were deleted."""
        pause = FIRST_RETRY
        while True:
            try:
                if self.is_host:
                    pause = FIRST_RETRY
                    await self._watch_files()
                else:
                    await self._wait_for_host(address)
            except OSError:
                # No reply. If the host has exited, the lock is free; if it hangs, nothing notifies us.
                await asyncio.sleep(pause)
                pause = min(2 * pause, MAX_RETRY)
            found = address_of(self.root)  # creates the folder again if it was deleted
            if isinstance(found, HostAddress):
                address = found
                await self._acquire(address)

    async def _wait_for_host(self, address: HostAddress) -> None:
        """Wait until the current host exits, or our listener's file is deleted."""
        listener = Listener(address)
        try:
            await listener.open(self._accept)
            reader, writer, _ = await connect(address, "wait")
            try:
                while listener.is_current and not reader.at_eof():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(CHECK_INTERVAL):
                            await reader.read()
            finally:
                writer.close()
        finally:
            listener.close()

    async def _watch_files(self) -> None:
        """Return when socket or lock file is gone. Connected clients stay connected."""
        assert self._listener is not None
        assert self._lock is not None
        while self._listener.is_current and self._lock.is_current:
            await asyncio.sleep(CHECK_INTERVAL)
        log.info("the socket of %s was deleted", self.root)
        self._step_down()

    def _warn_once(self, reason: str) -> None:
        """Log why agents cannot connect, once and not at every retry."""
        if reason != self._last_warning:
            self._last_warning = reason
            log.warning("agents cannot connect: %s", reason)

    def _step_down(self) -> None:
        was_host, self.is_host = self.is_host, False
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        if self._lock is not None:
            self._lock.release()
        if was_host:
            self._notify_change()

    def _announce_leaving(self) -> None:
        """Notify the relays to send new requests to the next host."""
        if not self._leaving:
            self._leaving = True
            for writer in self._clients:
                writer.write(LEAVING)

    def _notify_change(self) -> None:
        if self._on_change is not None:
            self._on_change()

    # Connections --------------------------------------------------------------------------------------------------

    def _accept(self, listener: Listener, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # A task of our own: asyncio prints a traceback when one of its own is cancelled.
        task = asyncio.create_task(self._handle(listener, reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)
        # A task that is cancelled before its first step never reaches its `finally`.
        task.add_done_callback(lambda _: writer.close())

    async def _handle(self, listener: Listener, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._closing:  # accepted before the listener closed
                return
            async with asyncio.timeout(HANDSHAKE_TIMEOUT):
                request = parse_request(await reader.readline())
            if request is not None and listener.authorizes(writer, request.options.pop("token", "")):
                await self._dispatch(request, reader, writer)
        except (OSError, ValueError):  # no handshake, a closed connection, or a line that is too long
            pass
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _dispatch(
        self, request: HandshakeRequest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if request.purpose == "wait":
            writer.write(encode_reply())
            await reader.read()
        elif request.version != VERSION:
            writer.write(encode_reply(f"it uses link version {VERSION}"))
        elif request.purpose == "mcp":
            writer.write(encode_reply())
            await self._serve_client(reader, writer, request.options)
        elif request.purpose == "yield":
            await self._yield(reader, writer)
        elif request.purpose == "status":
            status = {"pid": os.getpid(), "root": self.root, "headless": self._headless, "clients": self.clients}
            if self._open_files is not None:
                status[OPEN_FILES] = dict(self._open_files())
            writer.write(encode_reply() + json.dumps(status).encode() + b"\n")
        elif request.purpose == "preview" and self._preview_url is not None:
            path = unquote(request.options.get("path", ""))
            url = await self._preview_url(Path(self.root), Path(path) if path else None)
            writer.write(encode_reply() + json.dumps({"url": url}).encode() + b"\n")
            await reader.read()  # until the command or this process ends
        else:
            writer.write(encode_reply("unknown purpose"))

    async def _serve_client(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, options: dict[str, str]
    ) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._clients[writer] = task
        self._notify_change()
        if self._leaving:
            writer.write(LEAVING)
        try:
            await self._serve(reader, writer, self.root, options)
        except Exception:  # must not reach the editor or other clients
            log.exception("MCP connection failed")
        finally:
            del self._clients[writer]
            self._notify_change()

    async def _yield(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._headless:
            writer.write(encode_reply("its host is an editor"))
            return
        async with self._yielding:  # two editors at once would replace each other's socket
            if not self.is_host:
                return  # another editor was faster; the caller retries and finds that one
            writer.write(encode_reply())
            await reader.readline()
            # Check the file, not the line: an editor may die between renaming its socket and sending `DONE`.
            if self._listener is not None and not self._listener.is_current:
                self._step_down()
                self._announce_leaving()
                if self._on_yield is not None:
                    self._on_yield()
