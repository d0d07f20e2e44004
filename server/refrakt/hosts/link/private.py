"""A host for one client, on its own standard input and output: `python -m refrakt.hosts.link.private --root FOLDER`.

The way out where a meeting is not possible. It sees the disk only, and no editor sees it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import threading
from contextlib import suppress

from .connection import CHUNK
from .endpoint import Serve
from .listening import LIMIT
from .options import add_options, read_options
from .starting import Side, mcp_side, start_log, take_wire


class _Wire(asyncio.Transport):
    """Writes to a descriptor, and waits for it: with one client there is nobody whom this could hold up."""

    def __init__(self, descriptor: int, protocol: asyncio.StreamReaderProtocol) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._protocol = protocol
        self._closed = False
        self.paused = False
        """Whether enough was read ahead."""
        self.room = threading.Event()
        """Set when the thread that reads may read on."""
        self.room.set()

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False
        self.room.set()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        view = memoryview(data)
        while view and not self._closed:
            try:
                view = view[os.write(self._descriptor, view) :]
            except OSError:
                self.close()

    def is_closing(self) -> bool:
        return self._closed

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            os.close(self._descriptor)
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)


async def run(root: str, serve: Serve, options: dict[str, str], wire: int) -> None:
    """Serve the client at the other end of standard input until it ends."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LIMIT)
    protocol = asyncio.StreamReaderProtocol(reader)
    transport = _Wire(wire, protocol)
    reader.set_transport(transport)
    writer = asyncio.StreamWriter(transport, protocol, reader, loop)

    def feed(chunk: bytes) -> None:
        reader.feed_data(chunk)
        if not transport.paused:
            transport.room.set()

    def read_input() -> None:
        # A thread: pipes cannot be watched on Windows, and files nowhere.
        with suppress(RuntimeError):  # the loop has ended before the client
            while transport.room.wait() and (chunk := os.read(0, CHUNK)):
                transport.room.clear()  # until this one has arrived: the loop may be waiting for the client to read
                loop.call_soon_threadsafe(feed, chunk)
            loop.call_soon_threadsafe(reader.feed_eof)

    threading.Thread(target=read_input, daemon=True).start()
    await serve(reader, writer, root, options)
    writer.close()


def main(words: list[str], side: Side = mcp_side) -> int:
    parser = argparse.ArgumentParser(prog="refrakt.hosts.link.private")
    parser.add_argument("--root", required=True)
    add_options(parser)
    parsed = parser.parse_args(words)
    options = read_options(parsed)
    wire = take_wire()
    start_log(options)

    async def serving() -> None:
        with side() as serve:
            await run(parsed.root, serve, options.of_connection(), wire)

    asyncio.run(serving())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
