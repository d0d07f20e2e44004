"""Full pipes and queued messages."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from refrakt.hosts.lsp import stdio_streams
from refrakt.hosts.lsp.message_batches import MessageQueue
from refrakt.hosts.lsp.message_framing import InvalidFrame, MessageFramer
from refrakt.hosts.lsp.stdio_streams import OutputQueue, open_input, open_output


class LimitedStream:
    """A stream with a limited capacity."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.accepted: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.capacity -= 1
        self.accepted.append(data)

    def is_writable(self) -> bool:
        return self.capacity > 0

    def is_empty(self) -> bool:
        return True

    def close(self) -> None:
        self.accepted.append(b"closed")


async def test_only_the_newest_of_a_key_is_kept() -> None:
    stream, output = LimitedStream(1), OutputQueue()
    output.attach(stream)
    for name, data in [
        (None, b"1"),
        ("a", b"a1"),
        (None, b"2"),
        ("b", b"b1"),
        ("a", b"a2"),
        (None, b"3"),
        ("a", b"a3"),
    ]:
        output.send(data, name)
    assert stream.accepted == [b"1"]
    stream.capacity = 10
    output.flush()
    assert stream.accepted == [b"1", b"2", b"b1", b"3", b"a3"]
    await asyncio.wait_for(output.drained(), 1)


async def test_message_order_is_kept() -> None:
    stream, output = LimitedStream(0), OutputQueue()
    output.attach(stream)
    output.send(b"1")
    stream.capacity = 5
    output.send(b"2")
    output.flush()
    assert stream.accepted == [b"1", b"2"]


async def test_full_queue_pauses_reading() -> None:
    """Responses cannot be dropped, so reading pauses when too many are queued."""
    stream, output = LimitedStream(0), OutputQueue()
    output.attach(stream)
    handled: list[bytes | InvalidFrame] = []

    def handle(message: bytes | InvalidFrame) -> None:
        handled.append(message)
        output.send(b"x" * (stdio_streams._MAX_PENDING_BYTES // 2 + 1))

    messages = MessageQueue(MessageFramer(), handle, output)
    messages.feed(b"Content-Length: 1\r\n\r\nx" * 10)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(handled) == 2
    stream.capacity = 100
    output.flush()
    while len(handled) < 10:
        output.flush()
        await asyncio.sleep(0)


async def test_other_tasks_run_between_messages() -> None:
    messages = MessageQueue(MessageFramer(), lambda message: _take_time(), OutputQueue())
    messages.feed(b"Content-Length: 1\r\n\r\nx" * 20)
    turns = 0
    await asyncio.sleep(0)
    while messages.has_pending:
        turns += 1
        await asyncio.sleep(0)
    assert turns >= 5


def _take_time() -> None:
    end = time.perf_counter() + 0.002
    while time.perf_counter() < end:
        pass


async def test_unread_pipe_does_not_block() -> None:
    read, write = os.pipe()
    output = OutputQueue()
    lost = asyncio.Event()
    output.attach(await open_output(write, output.flush, lost.set))
    for number in range(1000):
        output.send(b"%06d" % number + b"x" * 10_000, f"name {number % 10}")
    got = bytearray()
    done = asyncio.Event()

    def take(data: bytes) -> None:
        got.extend(data)

    incoming = await open_input(read, take, done.set)
    await asyncio.wait_for(output.flushed(), 10)
    output.close()
    await asyncio.wait_for(done.wait(), 10)
    incoming.close()
    os.close(read)
    assert len(got) < 1000 * 10_006
    assert b"000999" in got
    await asyncio.wait_for(lost.wait(), 10)


async def test_file_is_written_in_a_thread(tmp_path: Path) -> None:
    path = tmp_path / "out"
    output = OutputQueue()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT)
    output.attach(await open_output(descriptor, output.flush, lambda: None))
    for number in range(200):
        output.send(b"%06d" % number + b"x" * 10_000)
    await asyncio.wait_for(output.flushed(), 10)
    output.close()
    written = path.read_bytes()
    assert len(written) == 200 * 10_006
    assert written.endswith(b"x")
    os.close(descriptor)
