"""A host for one client, on standard input and output: `python -m refrakt.hosts.mcp.single_client_host --root FOLDER`.

A relay starts it where no shared host is possible. It sees only files, never the buffers of an editor.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import threading
from contextlib import suppress

from refrakt.hosts.link.connection import CHUNK_SIZE
from refrakt.hosts.link.host_role import ServeConnection
from refrakt.hosts.link.listener import READ_LIMIT
from refrakt.hosts.link.mcp_options import add_options, read_options
from refrakt.hosts.mcp.host_startup import ServerFactory, mcp_server, start_log, take_standard_output


class _BlockingTransport(asyncio.Transport):
    """Writes to a descriptor and blocks: with one client nothing else has to run meanwhile."""

    def __init__(self, descriptor: int, protocol: asyncio.StreamReaderProtocol) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._protocol = protocol
        self._closed = False
        self.paused = False
        """Whether the read buffer is full."""
        self.may_read = threading.Event()
        """Set when the reading thread may read on."""
        self.may_read.set()

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False
        self.may_read.set()

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


async def run(root: str, serve: ServeConnection, options: dict[str, str], output: int) -> None:
    """Serve the client on standard input until it closes; `output` is the descriptor to write to."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=READ_LIMIT)
    protocol = asyncio.StreamReaderProtocol(reader)
    transport = _BlockingTransport(output, protocol)
    reader.set_transport(transport)
    writer = asyncio.StreamWriter(transport, protocol, reader, loop)

    def feed(chunk: bytes) -> None:
        reader.feed_data(chunk)
        if not transport.paused:
            transport.may_read.set()

    def read_input() -> None:
        # A thread: asyncio cannot watch pipes on Windows, nor files on any system.
        with suppress(RuntimeError):  # the loop has closed before the client
            while transport.may_read.wait() and (chunk := os.read(0, CHUNK_SIZE)):
                transport.may_read.clear()  # until this chunk is fed: the loop may block until the client reads
                loop.call_soon_threadsafe(feed, chunk)
            loop.call_soon_threadsafe(reader.feed_eof)

    threading.Thread(target=read_input, daemon=True).start()
    await serve(reader, writer, root, options)
    writer.close()


def main(arguments: list[str], server: ServerFactory = mcp_server) -> int:
    parser = argparse.ArgumentParser(prog="refrakt.hosts.mcp.single_client_host")
    parser.add_argument("--root", required=True)
    add_options(parser)
    parsed = parser.parse_args(arguments)
    options = read_options(parsed)
    output = take_standard_output()
    start_log(options)

    async def serve_client() -> None:
        with server() as serve:
            await run(parsed.root, serve, options.connection_options(), output)

    asyncio.run(serve_client())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
