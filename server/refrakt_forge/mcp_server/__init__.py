"""`fractary-forge-mcp`: the tools of Forge as a server of their own, on standard input and output, for any MCP client.

Here the tools are always offered. Nothing of the language server is loaded.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from refrakt_forge.environment import CONFIG_VARIABLE, LOG_VARIABLE

SERVER_NAME = "fractary-forge"
PROGRAM = "fractary-forge-mcp"
COMMAND, DIRECT = "command", "direct"
"""How a client starts the server."""
CONFIG_FILE = ".fractary/config.json"
_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warn": logging.WARNING, "warning": logging.WARNING} | {
    "error": logging.ERROR,
    "silent": logging.CRITICAL + 1,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve one client until it closes standard input."""
    parser = argparse.ArgumentParser(PROGRAM, description="MCP server of Fractary Forge, on standard input and output.")
    parser.add_argument("--cwd", metavar="DIR", help="folder of the project (default: the current one)")
    parser.add_argument(
        "--print-config",
        nargs="?",
        const=COMMAND,
        metavar="CLIENT",
        help="print the entry for an MCP client, and exit: its name, command (default), or direct",
    )
    options = parser.parse_args(arguments)
    if options.print_config:
        try:
            sys.stdout.write(client_config(options.print_config, options.cwd))
        except LookupError as error:
            parser.error(f"argument --print-config: {error.args[0]}")
        if not (Path(options.cwd or os.curdir) / CONFIG_FILE).is_file():
            sys.stderr.write(
                f"{CONFIG_FILE} does not exist here: create it, or remove {CONFIG_VARIABLE} from the entry.\n"
            )
        return 0
    output = os.dup(1)
    os.dup2(2, 1)  # a stray print must not reach the client
    logging.basicConfig(
        stream=sys.stderr,
        level=_LEVELS.get(os.environ.get(LOG_VARIABLE, "info").lower(), logging.INFO),
        format="%(levelname)s %(name)s: %(message)s",
    )
    import asyncio

    from refrakt_forge.mcp_server.tool_server import serve

    try:
        asyncio.run(serve(Path(options.cwd or os.curdir).resolve(), output))
    except KeyboardInterrupt:
        return 130
    return 0


def client_config(how: str = COMMAND, folder: str | None = None) -> str:
    """The entry of this server in the config of an MCP client: one by name, or one that starts servers in the project.

    `LookupError` for an unknown client.
    """
    from dataclasses import replace

    from refrakt.plugins.mcp_clients import CLIENTS, McpServer

    environment = {CONFIG_VARIABLE: CONFIG_FILE}
    if how not in (COMMAND, DIRECT):
        if how not in CLIENTS:
            raise LookupError(f"{how!r} is not one of {', '.join((COMMAND, DIRECT, *CLIENTS))}")
        return CLIENTS[how].config(
            McpServer(SERVER_NAME, __name__, (), environment), Path(folder or os.curdir).resolve()
        )
    arguments = ("--cwd", folder) if folder else ()
    if how == DIRECT:
        client = replace(CLIENTS["claude-code"], fields={})
        return client.config(McpServer(SERVER_NAME, __name__, arguments, environment), Path())
    entry = {"command": PROGRAM, "args": list(arguments), "env": environment}
    return json.dumps({"mcpServers": {SERVER_NAME: entry}}, indent=2) + "\n"
