"""Pipes that are full, and what waits for them."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from refrakt.hosts.lsp import streams
from refrakt.hosts.lsp.framing import Broken, Framer
from refrakt.hosts.lsp.inbox import Inbox
from refrakt.hosts.lsp.streams import Outbox, open_incoming, open_outgoing


class Sink:
    """Takes what it has room for."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.room -= 1
        self.taken.append(data)

    def has_room(self) -> bool:
        return self.room > 0

    def is_empty(self) -> bool:
        return True

    def close(self) -> None:
        self.taken.append(b"closed")


async def test_the_newest_of_a_name_is_kept_and_everything_else() -> None:
    sink, outbox = Sink(1), Outbox()
    outbox.attach(sink)
    for name, data in [
        (None, b"1"),
        ("a", b"a1"),
        (None, b"2"),
        ("b", b"b1"),
        ("a", b"a2"),
        (None, b"3"),
        ("a", b"a3"),
    ]:
        outbox.send(data, name)
    assert sink.taken == [b"1"]
    sink.room = 10
    outbox.flush()
    assert sink.taken == [b"1", b"2", b"b1", b"3", b"a3"]
    await asyncio.wait_for(outbox.drained(), 1)


async def test_nothing_overtakes_what_waits() -> None:
    sink, outbox = Sink(0), Outbox()
    outbox.attach(sink)
    outbox.send(b"1")
    sink.room = 5
    outbox.send(b"2")
    outbox.flush()
    assert sink.taken == [b"1", b"2"]


async def test_a_client_that_reads_nothing_is_not_read_any_more() -> None:
    """Answers to requests cannot be left out, so no more requests are taken when too many wait."""
    sink, outbox = Sink(0), Outbox()
    outbox.attach(sink)
    handled: list[bytes | Broken] = []

    def handle(message: bytes | Broken) -> None:
        handled.append(message)
        outbox.send(b"x" * (streams._TOO_MUCH // 2 + 1))

    inbox = Inbox(Framer(), handle, outbox)
    inbox.feed(b"Content-Length: 1\r\n\r\nx" * 10)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(handled) == 2
    sink.room = 100
    outbox.flush()
    while len(handled) < 10:
        outbox.flush()
        await asyncio.sleep(0)


async def test_others_have_a_turn_between_messages() -> None:
    inbox = Inbox(Framer(), lambda message: _take_time(), Outbox())
    inbox.feed(b"Content-Length: 1\r\n\r\nx" * 20)
    turns = 0
    await asyncio.sleep(0)
    while inbox.has_more:
        turns += 1
        await asyncio.sleep(0)
    assert turns >= 5


def _take_time() -> None:
    end = time.perf_counter() + 0.002
    while time.perf_counter() < end:
        pass


async def test_a_pipe_that_nobody_reads_blocks_nobody() -> None:
    read, write = os.pipe()
    outbox = Outbox()
    lost = asyncio.Event()
    outbox.attach(await open_outgoing(write, outbox.flush, lost.set))
    for number in range(1000):
        outbox.send(b"%06d" % number + b"x" * 10_000, f"name {number % 10}")
    got = bytearray()
    done = asyncio.Event()

    def take(data: bytes) -> None:
        got.extend(data)

    incoming = await open_incoming(read, take, done.set)
    await asyncio.wait_for(outbox.sent(), 10)
    outbox.close()
    await asyncio.wait_for(done.wait(), 10)
    incoming.close()
    os.close(read)
    assert len(got) < 1000 * 10_006
    assert b"000999" in got
    await asyncio.wait_for(lost.wait(), 10)


async def test_a_file_is_written_by_a_thread(tmp_path: Path) -> None:
    path = tmp_path / "out"
    outbox = Outbox()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT)
    outbox.attach(await open_outgoing(descriptor, outbox.flush, lambda: None))
    for number in range(200):
        outbox.send(b"%06d" % number + b"x" * 10_000)
    await asyncio.wait_for(outbox.sent(), 10)
    outbox.close()
    written = path.read_bytes()
    assert len(written) == 200 * 10_006
    assert written.endswith(b"x")
    os.close(descriptor)
