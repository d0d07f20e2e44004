"""A host without an editor: `python -m refrakt.hosts.link.headless --root FOLDER`.

A relay starts it where no editor has the project open. It serves every relay of the project, yields to the first editor that
comes, and leaves when it has had no client for a while.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys

from .endpoint import Endpoint, Serve
from .options import Options, add_options, read_options
from .rendezvous import HostLock, Nowhere, meeting_of
from .starting import Side, mcp_side, start_log

TO_ARRIVE = 15.0
"""Seconds that the relay which started this host has at least to come in, however soon the host is to leave later."""


async def run(root: str, serve: Serve, options: Options, lock: HostLock | None = None) -> None:
    """Be the host of the project until an editor takes over, or nobody has needed one for `options.idle` seconds."""
    leave = asyncio.Event()
    loop = asyncio.get_running_loop()
    if sys.platform != "win32":
        loop.add_signal_handler(signal.SIGTERM, leave.set)
    idle = max(options.idle, TO_ARRIVE)
    clock = loop.call_later(idle, leave.set)

    def watch() -> None:
        nonlocal clock, idle
        clock.cancel()
        if endpoint.clients:
            idle = options.idle
        else:
            clock = loop.call_later(idle, leave.set)

    endpoint = Endpoint(root, serve, headless=True, on_yield=leave.set, on_change=watch, lock=lock)
    if await endpoint.start():
        await leave.wait()
    await endpoint.close()


def main(words: list[str], side: Side = mcp_side) -> int:
    parser = argparse.ArgumentParser(prog="refrakt.hosts.link.headless")
    parser.add_argument("--root", required=True)
    parser.add_argument("--lock-fd", type=int)
    add_options(parser)
    parsed = parser.parse_args(words)
    options = read_options(parsed)
    start_log(options)
    meeting = meeting_of(parsed.root)
    if isinstance(meeting, Nowhere):
        sys.stderr.write(f"{meeting.reason}\n")
        return 1
    lock = HostLock(meeting.lock, parsed.lock_fd)
    if not lock.acquire():
        return 0  # somebody else was quicker

    async def serving() -> None:
        with side() as serve:
            await run(parsed.root, serve, options, lock)

    asyncio.run(serving())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
