"""What the hosts that relays start share: log, standard output, and the MCP server."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.hosts.link.host_role import ServeConnection
from refrakt.hosts.link.mcp_options import McpOptions
from refrakt.hosts.link.start_record import HostStart
from refrakt.hosts.log import configure

if TYPE_CHECKING:
    from refrakt.hosts.mcp.connection_handler import McpConnectionHandler


_START = HostStart.now()


def start_log(options: McpOptions) -> None:
    """Send the log to its file, or to standard error. Standard output carries the protocol."""
    configure(options.log_level, Path(options.log_file) if options.log_file else None)


def take_standard_output() -> int:
    """A private descriptor of standard output. From now on a stray `print` goes to standard error."""
    descriptor = os.dup(1)
    os.dup2(2, 1)
    return descriptor


ServerFactory = Callable[[], AbstractContextManager[ServeConnection]]
"""Creates what serves connections for the lifetime of a host."""


@contextmanager
def mcp_server() -> Iterator[ServeConnection]:
    """Serves MCP connections. The handler is imported with the first one, when the host listens already."""
    handler: McpConnectionHandler | None = None

    async def serve(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, root: str, options: dict[str, str]
    ) -> None:
        nonlocal handler
        if handler is None:
            from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
            from refrakt.hosts.switch_interval import shorten_switch_interval
            from refrakt.project.workspace import Workspace

            shorten_switch_interval()
            handler = McpConnectionHandler(Workspace(), start=_START)
        await handler.serve(reader, writer, root, options)

    try:
        yield serve
    finally:
        if handler is not None:
            handler.close()
