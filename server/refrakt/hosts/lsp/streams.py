"""The editor's pipes, without ever waiting for them.

An editor that stops reading must not stop anybody else, so what it does not take is kept: of the diagnostics of a file only the
newest, of everything else all, up to a limit after which no more of its requests are read.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import stat
import sys
import threading
from collections.abc import Callable
from typing import Protocol

log = logging.getLogger("refrakt.lsp")

_CHUNK = 1 << 16
_HIGH_WATER = 1 << 18
"""So many bytes are handed to the pipe before the client has taken any; the rest waits where it can still be replaced."""
_TOO_MUCH = 32 << 20
_GLANCE = 0.005


class Sink(Protocol):
    """Where bytes go, and whether there is room for more now."""

    def write(self, data: bytes) -> None: ...
    def has_room(self) -> bool: ...
    def is_empty(self) -> bool:
        """Whether everything has been handed to the system."""

    def close(self) -> None: ...


class Outbox:
    """Messages on their way to the client. Belongs to the loop's thread."""

    def __init__(self) -> None:
        self._sink: Sink | None = None
        self._waiting: dict[object, bytes] = {}
        self._size = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def attach(self, sink: Sink) -> None:
        self._sink = sink
        self.flush()

    def send(self, data: bytes, replaces: str | None = None) -> None:
        """Sends a message, in the place of a waiting one of the same name if there is one."""
        if not self._waiting and self._sink is not None and self._sink.has_room():
            self._sink.write(data)
            return
        key: object = replaces if replaces is not None else object()
        self._size += len(data) - len(self._waiting.pop(key, b""))
        self._waiting[key] = data
        self._idle.clear()

    def flush(self) -> None:
        """There may be room again."""
        while self._waiting and self._sink is not None and self._sink.has_room():
            data = self._waiting.pop(next(iter(self._waiting)))
            self._size -= len(data)
            self._sink.write(data)
        if not self._waiting:
            self._idle.set()

    @property
    def is_full(self) -> bool:
        """Whether the client has left so much unread that its requests have to wait."""
        return self._size > _TOO_MUCH

    async def drained(self) -> None:
        """Waits until nothing waits for room any more."""
        await self._idle.wait()

    async def sent(self) -> None:
        """Waits until the client could read everything. For the very end: nobody tells, so it is looked at."""
        await self.drained()
        while self._sink is not None and not self._sink.is_empty():
            await asyncio.sleep(_GLANCE)

    def close(self) -> None:
        if self._sink is not None:
            self._sink.close()


class Incoming(Protocol):
    """Where bytes come from. While it is held, none are delivered."""

    def hold(self) -> None: ...
    def resume(self) -> None: ...
    def close(self) -> None: ...


async def open_incoming(descriptor: int, on_data: Callable[[bytes], None], on_end: Callable[[], None]) -> Incoming:
    """Begins to read."""
    loop = asyncio.get_running_loop()
    if not _can_be_waited_for(descriptor):
        return _ThreadIncoming(descriptor, loop, on_data, on_end)

    class Receiver(asyncio.Protocol):
        def data_received(self, data: bytes) -> None:
            on_data(data)

        def connection_lost(self, error: Exception | None) -> None:
            on_end()

    transport, _ = await loop.connect_read_pipe(Receiver, os.fdopen(os.dup(descriptor), "rb", buffering=0))
    return _PipeIncoming(transport)


class _PipeIncoming:
    def __init__(self, transport: asyncio.ReadTransport) -> None:
        self._transport = transport
        self._held = False

    def hold(self) -> None:
        if not self._held and not self._transport.is_closing():
            self._held = True
            self._transport.pause_reading()

    def resume(self) -> None:
        if self._held and not self._transport.is_closing():
            self._held = False
            self._transport.resume_reading()

    def close(self) -> None:
        self._transport.close()


class _ThreadIncoming:
    """For what cannot be waited for: files, terminals, and every pipe on Windows."""

    def __init__(
        self,
        descriptor: int,
        loop: asyncio.AbstractEventLoop,
        on_data: Callable[[bytes], None],
        on_end: Callable[[], None],
    ) -> None:
        self._open = threading.Event()
        self._open.set()

        def run() -> None:
            try:
                while data := os.read(descriptor, _CHUNK):
                    self._open.wait()
                    loop.call_soon_threadsafe(on_data, data)
            except (OSError, RuntimeError):
                log.debug("reading ended")
            _tell(loop, on_end)

        threading.Thread(target=run, daemon=True).start()

    def hold(self) -> None:
        self._open.clear()

    def resume(self) -> None:
        self._open.set()

    def close(self) -> None:
        """The thread may be waiting for the client for ever; it ends with the process."""


async def open_outgoing(descriptor: int, on_room: Callable[[], None], on_lost: Callable[[], None]) -> Sink:
    """Begins to write. `on_room` is called when a sink that was full has room again."""
    loop = asyncio.get_running_loop()
    if not _can_be_waited_for(descriptor):
        return _ThreadSink(descriptor, loop, on_room, on_lost)

    class Outgoing(asyncio.BaseProtocol):
        full = False

        def pause_writing(self) -> None:
            self.full = True

        def resume_writing(self) -> None:
            self.full = False
            on_room()

        def connection_lost(self, error: Exception | None) -> None:
            on_lost()

    transport, protocol = await loop.connect_write_pipe(Outgoing, os.fdopen(descriptor, "wb", buffering=0))
    transport.set_write_buffer_limits(_HIGH_WATER)
    return _PipeSink(transport, protocol)


class _PipeSink:
    def __init__(self, transport: asyncio.WriteTransport, protocol: asyncio.BaseProtocol) -> None:
        self._transport, self._protocol = transport, protocol

    def write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)

    def has_room(self) -> bool:
        return not self._protocol.full  # type: ignore[attr-defined]

    def is_empty(self) -> bool:
        return self._transport.is_closing() or self._transport.get_write_buffer_size() == 0

    def close(self) -> None:
        self._transport.close()


class _ThreadSink:
    """The same for writing."""

    def __init__(
        self,
        descriptor: int,
        loop: asyncio.AbstractEventLoop,
        on_room: Callable[[], None],
        on_lost: Callable[[], None],
    ) -> None:
        self._loop, self._on_room, self._on_lost = loop, on_room, on_lost
        self._size = 0
        self._full = False
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, args=(descriptor,), daemon=True).start()

    def write(self, data: bytes) -> None:
        self._size += len(data)
        self._full = self._size > _HIGH_WATER
        self._queue.put(data)

    def has_room(self) -> bool:
        return not self._full

    def is_empty(self) -> bool:
        return self._size == 0

    def close(self) -> None:
        self._queue.put(None)

    def _run(self, descriptor: int) -> None:
        try:
            while (data := self._queue.get()) is not None:
                view = memoryview(data)
                while view:
                    view = view[os.write(descriptor, view) :]
                self._loop.call_soon_threadsafe(self._written, len(data))
        except (OSError, RuntimeError):
            # The client is gone, or the loop is.
            _tell(self._loop, self._on_lost)

    def _written(self, size: int) -> None:
        self._size -= size
        if self._full and self._size <= _HIGH_WATER:
            self._full = False
            self._on_room()


def _tell(loop: asyncio.AbstractEventLoop, listener: Callable[[], None]) -> None:
    try:
        loop.call_soon_threadsafe(listener)
    except RuntimeError:
        log.debug("the loop is closed")


def _can_be_waited_for(descriptor: int) -> bool:
    if sys.platform == "win32":
        return False
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
