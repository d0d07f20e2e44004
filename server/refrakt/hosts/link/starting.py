"""What the hosts that relays start have in common: a log, an unbreakable wire, and the MCP side of the product."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.hosts.journal import configure

from .endpoint import Serve
from .options import Options

if TYPE_CHECKING:
    from refrakt.hosts.mcp.serving import McpSide


def start_log(options: Options) -> None:
    """Send the log to its file, or to standard error. Standard output is the wire."""
    configure(options.log_level, Path(options.log_file) if options.log_file else None)


def take_wire() -> int:
    """Our standard output, under a number that only we know: a stray `print` goes to standard error from now on."""
    wire = os.dup(1)
    os.dup2(2, 1)
    return wire


Side = Callable[[], AbstractContextManager[Serve]]
"""What a host serves, from its start to its end."""


@contextmanager
def mcp_side() -> Iterator[Serve]:
    """What serves MCP connections. It is imported when the first comes: the door is open before that."""
    side: McpSide | None = None

    async def serve(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, root: str, options: dict[str, str]
    ) -> None:
        nonlocal side
        if side is None:
            from refrakt.hosts.mcp.serving import McpSide
            from refrakt.hosts.turns import take_short_turns
            from refrakt.project.workspace import Workspace

            take_short_turns()
            side = McpSide(Workspace())
        await side.serve(reader, writer, root, options)

    try:
        yield serve
    finally:
        if side is not None:
            side.close()
