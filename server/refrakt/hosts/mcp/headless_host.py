"""A host without an editor: `python -m refrakt.hosts.mcp.headless_host --root FOLDER`.

A relay starts it where no editor has the project open. It serves every relay of the project, yields to the first editor, and exits
after some time without clients.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys

from refrakt.hosts.link.host_address import NoSharedAddress, address_of
from refrakt.hosts.link.host_lock import HostLock
from refrakt.hosts.link.host_role import Endpoint, ServeConnection
from refrakt.hosts.link.mcp_options import McpOptions, add_options, read_options
from refrakt.hosts.mcp.host_startup import ServerFactory, mcp_server, start_log

FIRST_CLIENT_TIMEOUT = 15.0
"""Minimum seconds to wait for the relay that started this host, however short `idle` is."""


async def run(root: str, serve: ServeConnection, options: McpOptions, lock: HostLock | None = None) -> None:
    """Be the host of the project until an editor takes over, or there was no client for `options.idle` seconds."""
    leave = asyncio.Event()
    loop = asyncio.get_running_loop()
    if sys.platform != "win32":
        loop.add_signal_handler(signal.SIGTERM, leave.set)
    idle = max(options.idle, FIRST_CLIENT_TIMEOUT)
    timer = loop.call_later(idle, leave.set)

    def restart_timer() -> None:
        nonlocal timer, idle
        timer.cancel()
        if endpoint.clients:
            idle = options.idle
        else:
            timer = loop.call_later(idle, leave.set)

    endpoint = Endpoint(root, serve, headless=True, on_yield=leave.set, on_change=restart_timer, lock=lock)
    if await endpoint.start():
        await leave.wait()
    await endpoint.close()


def main(arguments: list[str], server: ServerFactory = mcp_server) -> int:
    parser = argparse.ArgumentParser(prog="refrakt.hosts.mcp.headless_host")
    parser.add_argument("--root", required=True)
    parser.add_argument("--lock-fd", type=int)
    add_options(parser)
    parsed = parser.parse_args(arguments)
    options = read_options(parsed)
    start_log(options)
    address = address_of(parsed.root)
    if isinstance(address, NoSharedAddress):
        sys.stderr.write(f"{address.reason}\n")
        return 1
    lock = HostLock(address.lock, parsed.lock_fd)
    if not lock.acquire():
        return 0  # another host was faster

    async def serve_until_idle() -> None:
        with server() as serve:
            await run(parsed.root, serve, options, lock)

    asyncio.run(serve_until_idle())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
