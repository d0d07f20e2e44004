"""Non-blocking standard input and output.

A client that stops reading must not block the server, so output is queued: only the newest diagnostics of each file, but every
other message. Above a limit, no more requests are read.
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
"""Bytes written to the pipe at most; the rest stays in the queue, where it can be replaced."""
_MAX_PENDING_BYTES = 32 << 20
_POLL_INTERVAL = 0.005


class OutputStream(Protocol):
    def write(self, data: bytes) -> None: ...
    def is_writable(self) -> bool: ...
    def is_empty(self) -> bool:
        """Whether everything was written."""

    def close(self) -> None: ...


class OutputQueue:
    """Messages to the client. Used only on the event loop's thread."""

    def __init__(self) -> None:
        self._stream: OutputStream | None = None
        self._pending: dict[object, bytes] = {}
        self._size = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def attach(self, stream: OutputStream) -> None:
        self._stream = stream
        self.flush()

    def send(self, data: bytes, replaces: str | None = None) -> None:
        """Send a message, or queue it. It replaces a queued one with the same `replaces` key."""
        if not self._pending and self._stream is not None and self._stream.is_writable():
            self._stream.write(data)
            return
        key: object = replaces if replaces is not None else object()
        self._size += len(data) - len(self._pending.pop(key, b""))
        self._pending[key] = data
        self._idle.clear()

    def flush(self) -> None:
        """Write queued messages while the stream is writable."""
        while self._pending and self._stream is not None and self._stream.is_writable():
            data = self._pending.pop(next(iter(self._pending)))
            self._size -= len(data)
            self._stream.write(data)
        if not self._pending:
            self._idle.set()

    @property
    def is_full(self) -> bool:
        """Whether so much output is queued that requests must wait."""
        return self._size > _MAX_PENDING_BYTES

    async def drained(self) -> None:
        """Wait until the queue is empty."""
        await self._idle.wait()

    async def flushed(self) -> None:
        """Wait until everything is written. Polls, since it is used only at shutdown."""
        await self.drained()
        while self._stream is not None and not self._stream.is_empty():
            await asyncio.sleep(_POLL_INTERVAL)

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()


class InputStream(Protocol):
    """Delivers no bytes while paused."""

    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def close(self) -> None: ...


async def open_input(descriptor: int, on_data: Callable[[bytes], None], on_end: Callable[[], None]) -> InputStream:
    """Start reading."""
    loop = asyncio.get_running_loop()
    if not _is_pollable(descriptor):
        return _ThreadInput(descriptor, loop, on_data, on_end)

    class _InputProtocol(asyncio.Protocol):
        def data_received(self, data: bytes) -> None:
            on_data(data)

        def connection_lost(self, error: Exception | None) -> None:
            on_end()

    transport, _ = await loop.connect_read_pipe(_InputProtocol, os.fdopen(os.dup(descriptor), "rb", buffering=0))
    return _PipeInput(transport)


class _PipeInput:
    def __init__(self, transport: asyncio.ReadTransport) -> None:
        self._transport = transport
        self._paused = False

    def pause(self) -> None:
        if not self._paused and not self._transport.is_closing():
            self._paused = True
            self._transport.pause_reading()

    def resume(self) -> None:
        if self._paused and not self._transport.is_closing():
            self._paused = False
            self._transport.resume_reading()

    def close(self) -> None:
        self._transport.close()


class _ThreadInput:
    """For descriptors the event loop cannot poll: files, terminals, and every pipe on Windows."""

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
            _call_threadsafe(loop, on_end)

        threading.Thread(target=run, daemon=True).start()

    def pause(self) -> None:
        self._open.clear()

    def resume(self) -> None:
        self._open.set()

    def close(self) -> None:
        """The thread may block in `read`; it ends with the process."""


async def open_output(descriptor: int, on_writable: Callable[[], None], on_closed: Callable[[], None]) -> OutputStream:
    """Start writing. `on_writable` is called when a full stream is writable again."""
    loop = asyncio.get_running_loop()
    if not _is_pollable(descriptor):
        return _ThreadOutput(descriptor, loop, on_writable, on_closed)

    class _OutputProtocol(asyncio.BaseProtocol):
        full = False

        def pause_writing(self) -> None:
            self.full = True

        def resume_writing(self) -> None:
            self.full = False
            on_writable()

        def connection_lost(self, error: Exception | None) -> None:
            on_closed()

    transport, protocol = await loop.connect_write_pipe(_OutputProtocol, os.fdopen(descriptor, "wb", buffering=0))
    transport.set_write_buffer_limits(_HIGH_WATER)
    return _PipeOutput(transport, protocol)


class _PipeOutput:
    def __init__(self, transport: asyncio.WriteTransport, protocol: asyncio.BaseProtocol) -> None:
        self._transport, self._protocol = transport, protocol

    def write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)

    def is_writable(self) -> bool:
        return not self._protocol.full  # type: ignore[attr-defined]

    def is_empty(self) -> bool:
        return self._transport.is_closing() or self._transport.get_write_buffer_size() == 0

    def close(self) -> None:
        self._transport.close()


class _ThreadOutput:
    """The counterpart of `_ThreadInput`."""

    def __init__(
        self,
        descriptor: int,
        loop: asyncio.AbstractEventLoop,
        on_writable: Callable[[], None],
        on_closed: Callable[[], None],
    ) -> None:
        self._loop, self._on_writable, self._on_closed = loop, on_writable, on_closed
        self._size = 0
        self._full = False
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, args=(descriptor,), daemon=True).start()

    def write(self, data: bytes) -> None:
        self._size += len(data)
        self._full = self._size > _HIGH_WATER
        self._queue.put(data)

    def is_writable(self) -> bool:
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
                self._loop.call_soon_threadsafe(self._on_written, len(data))
        except (OSError, RuntimeError):
            # The client has disconnected, or the event loop is closed.
            _call_threadsafe(self._loop, self._on_closed)

    def _on_written(self, size: int) -> None:
        self._size -= size
        if self._full and self._size <= _HIGH_WATER:
            self._full = False
            self._on_writable()


def _call_threadsafe(loop: asyncio.AbstractEventLoop, listener: Callable[[], None]) -> None:
    try:
        loop.call_soon_threadsafe(listener)
    except RuntimeError:
        log.debug("the event loop is closed")


def _is_pollable(descriptor: int) -> bool:
    if sys.platform == "win32":
        return False
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
