"""The host's side of the link, for one project root.

A project has one host at a time. An editor takes over from a host without an editor, in this order: it opens a door of its own,
asks the old host to yield, puts its door at the address, and only then lets the old host go. The other way round, relays that
lose their host would find nobody, and start one, again and again.

An editor does not yield to another. The second one holds a `wait` connection to the first, and tries again when that ends: no
clock is involved, and the second takes over as soon as the first has left. Until then its door stands beside the address, for those
who are about to write files and ask every editor which ones it has open.

Who cleans up temporary folders may take socket and lock away under an editor that runs for weeks. So an editor that is the host
looks now and then whether they are there, and takes its place again if not.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from .buffers import OPEN
from .greeting import DONE, LEAVING, PATIENCE, VERSION, Hello, answer, read_hello
from .listening import Door, call
from .rendezvous import HostLock, Meeting, Nowhere, meeting_of

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter, str, dict[str, str]], Awaitable[None]]
"""Serves one MCP connection until it ends: reader, writer, the project's root, the options of the connection. It writes whole
lines in one call of `write` each, so that a line of the link can stand between two of them."""

TO_TAKE = 10.0
"""Seconds within which a root that is locked, but where nobody answers, must be had."""
TO_END = 1.0
"""Seconds for connections to end once they are told to."""
TO_LOOK = 30.0
"""Seconds after which an editor looks whether its door and its lock are still there."""
TO_TRY = 0.1
"""Seconds to the next try where nobody answers; each time twice as long, up to `LONGEST_TRY`."""
LONGEST_TRY = 5.0
log = logging.getLogger("refrakt.link")


class Endpoint:
    """Where the relays of one project root arrive in this process."""

    def __init__(
        self,
        root: str,
        serve: Serve,
        *,
        headless: bool = False,
        on_yield: Callable[[], None] | None = None,
        on_change: Callable[[], None] | None = None,
        lock: HostLock | None = None,
        open_files: Callable[[], Mapping[str, str]] | None = None,
    ) -> None:
        self.root = root
        self.owner = False
        """Whether this process is the project's host now."""
        self._serve = serve
        self._headless = headless
        self._on_yield = on_yield
        self._on_change = on_change
        self._lock = lock
        self._open_files = open_files
        """The files of the project that the editor has open, with the fingerprints of their texts."""
        self._door: Door | None = None
        self._clients: dict[asyncio.StreamWriter, asyncio.Task[None]] = {}
        self._calls: set[asyncio.Task[None]] = set()
        self._remaining: asyncio.Task[None] | None = None
        self._yielding = asyncio.Lock()
        self._complaint = ""
        self._leaving = False
        self._closing = False

    @property
    def clients(self) -> int:
        """How many MCP clients are connected."""
        return len(self._clients)

    async def start(self) -> bool:
        """Become the host of the root. False: another is; an editor goes on waiting for its turn in the background."""
        meeting = meeting_of(self.root)
        if isinstance(meeting, Nowhere):
            self._complain(meeting.reason)
            return False
        taken = await self._take(meeting)
        if not self._headless and not self._closing:
            self._remaining = asyncio.create_task(self._remain(meeting))
        return taken

    async def close(self, patience: float = 5.0) -> None:
        """Leave. Answers that are under way have `patience` seconds; relays ask the next host for the rest."""
        self._closing = True
        if self._remaining is not None:
            self._remaining.cancel()
            await asyncio.wait([self._remaining])
        self._resign()
        for _ in range(2):  # what it takes until those whom the door has let in last are among the calls
            await asyncio.sleep(0)
        clients = set(self._clients.values())
        # Those who wait for us to leave come first: they are to be host before a relay starts another one.
        for task in self._calls - clients:
            task.cancel()
        self._say_goodbye()
        if clients:
            _, late = await asyncio.wait(clients, timeout=patience)
            for task in late:
                task.cancel()
        if self._calls:
            await asyncio.wait(self._calls, timeout=TO_END)

    # Becoming the host --------------------------------------------------------------------------------------------

    async def _take(self, meeting: Meeting) -> bool:
        """Try to become the host. False: there is one that stays."""
        if self._lock is None or not self._lock.held:
            self._lock = HostLock(meeting.lock)
        door, lock, pause = Door(meeting), self._lock, 0.02
        try:
            await door.open(self._welcome)
            async with asyncio.timeout(TO_TAKE):
                while not self.owner and not self._closing:
                    if lock.acquire():
                        self._preside(door)
                    elif self._headless:
                        break
                    else:
                        try:
                            if not await self._ask_to_yield(meeting, lock, door):
                                break
                        except OSError:  # the host is only starting, or just leaving
                            await asyncio.sleep(pause)
                            pause = min(1.5 * pause, 0.5)
        except TimeoutError:
            log.info("the host of %s holds its lock and does not answer", self.root)
        except OSError as error:  # the folder is gone, the disk is full
            self._complain(str(error))
        finally:
            if not self.owner:
                door.close()
                lock.release()
        if self._closing:  # meanwhile
            self._resign()
        return self.owner

    async def _ask_to_yield(self, meeting: Meeting, lock: HostLock, door: Door) -> bool:
        reader, writer, said = await call(meeting, "yield")
        try:
            if not said.ok:
                log.info("another process serves %s: %s", self.root, said.reason)
                return False
            door.publish()
            writer.write(DONE)
            await reader.read()  # it lets go of the lock, and then of us
        finally:
            writer.close()
        while not lock.acquire():
            if not door.stands:  # a third one was quicker
                return False
            await asyncio.sleep(0.005)
        self._preside(door)
        return True

    def _preside(self, door: Door) -> None:
        door.publish()
        self._door = door
        self.owner = True
        self._tell()

    async def _remain(self, meeting: Meeting) -> None:
        """Take the place of the host whenever it is free: because the host left, or because ours got lost."""
        pause = TO_TRY
        while True:
            try:
                if self.owner:
                    pause = TO_TRY
                    await self._keep()
                else:
                    await self._wait(meeting)
            except OSError:
                # Nobody answers. If it has left, the lock is free; if it hangs, there is nothing that would tell us.
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_TRY)
            found = meeting_of(self.root)  # makes the folder again if that is what was lost
            if isinstance(found, Meeting):
                meeting = found
                await self._take(meeting)

    async def _wait(self, meeting: Meeting) -> None:
        """Wait until the present host leaves, or our door is taken away."""
        door = Door(meeting)
        try:
            await door.open(self._welcome)
            reader, writer, _ = await call(meeting, "wait")
            try:
                while door.stands and not reader.at_eof():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(TO_LOOK):
                            await reader.read()
            finally:
                writer.close()
        finally:
            door.close()

    async def _keep(self) -> None:
        """Be the host for as long as others find us. Clients that are here stay, whatever becomes of the door."""
        assert self._door is not None
        assert self._lock is not None
        while self._door.stands and self._lock.stands:
            await asyncio.sleep(TO_LOOK)
        log.info("the door of %s was taken away", self.root)
        self._resign()

    def _complain(self, reason: str) -> None:
        """Say what keeps agents out, once and not at every try."""
        if reason != self._complaint:
            self._complaint = reason
            log.warning("agents cannot reach this process: %s", reason)

    def _resign(self) -> None:
        was_owner, self.owner = self.owner, False
        if self._door is not None:
            self._door.close()
            self._door = None
        if self._lock is not None:
            self._lock.release()
        if was_owner:
            self._tell()

    def _say_goodbye(self) -> None:
        """Ask the relays to finish what is under way here, and to bring everything else to the next host."""
        if not self._leaving:
            self._leaving = True
            for writer in self._clients:
                writer.write(LEAVING)

    def _tell(self) -> None:
        if self._on_change is not None:
            self._on_change()

    # Those who call -----------------------------------------------------------------------------------------------

    def _welcome(self, door: Door, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # A task of our own: asyncio would print a traceback for one of its own that is cancelled.
        task = asyncio.create_task(self._attend(door, reader, writer))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)
        # Also for a task that is cancelled before its first step: it never comes to what it has to do at its end.
        task.add_done_callback(lambda _: writer.close())

    async def _attend(self, door: Door, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._closing:  # it had called before the door was closed
                return
            async with asyncio.timeout(PATIENCE):
                hello = read_hello(await reader.readline())
            if hello is not None and door.admits(writer, hello.options.pop("token", "")):
                await self._answer(hello, reader, writer)
        except (OSError, ValueError):  # it said nothing, hung up, or sent a line without end
            pass
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _answer(self, hello: Hello, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if hello.purpose == "wait":
            writer.write(answer())
            await reader.read()
        elif hello.version != VERSION:
            writer.write(answer(f"it speaks version {VERSION}"))
        elif hello.purpose == "mcp":
            writer.write(answer())
            await self._attend_client(reader, writer, hello.options)
        elif hello.purpose == "yield":
            await self._yield(reader, writer)
        elif hello.purpose == "status":
            status = {"pid": os.getpid(), "root": self.root, "headless": self._headless, "clients": self.clients}
            if self._open_files is not None:
                status[OPEN] = dict(self._open_files())
            writer.write(answer() + json.dumps(status).encode() + b"\n")
        else:
            writer.write(answer("it does not know the purpose"))

    async def _attend_client(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, options: dict[str, str]
    ) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._clients[writer] = task
        self._tell()
        if self._leaving:
            writer.write(LEAVING)
        try:
            await self._serve(reader, writer, self.root, options)
        except Exception:  # one client's failure must not reach the editor or the others
            log.exception("a connection failed")
        finally:
            del self._clients[writer]
            self._tell()

    async def _yield(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._headless:
            writer.write(answer("an editor is its host"))
            return
        async with self._yielding:  # of two at a time, each would put its door in the place of the other's
            if not self.owner:
                return  # another was let in meanwhile: who calls again finds that one
            writer.write(answer())
            await reader.readline()
            # The address tells, not the line: an editor that died after renaming has not said that it is done.
            if self._door is not None and not self._door.stands:
                self._resign()
                self._say_goodbye()
                if self._on_yield is not None:
                    self._on_yield()
