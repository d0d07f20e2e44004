"""`refrakt mcp`: the process that an MCP client starts. It connects to the server of this project, or starts one.

Imports only the standard library: clients start it often.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from refrakt.hosts.cli.argument_parser import Parser
from refrakt.hosts.link.mcp_options import add_options, read_options
from refrakt.project.mcp_clients import CLIENTS
from refrakt.project.project_root import project_root


def run(argv: Sequence[str], prog: str) -> int:
    parsed = command_parser(prog).read(argv)
    root = project_root(os.getcwd())
    if parsed.print_config or parsed.install:
        from pathlib import Path

        from refrakt.hosts.cli import client_registration

        if parsed.print_config:
            return client_registration.print_config(parsed.print_config, Path(root))
        return client_registration.install(parsed.install, Path(root), agreed=parsed.yes)
    from refrakt.hosts.link.relay import Relay
    from refrakt.hosts.mcp.host_command import host_command

    return Relay(root, read_options(parsed), host_command).run()


def command_parser(prog: str) -> Parser:
    parser = Parser(
        prog,
        "Run the MCP server on standard input and output: connects to the editor of this project, or to a server "
        "without an editor. `--cwd DIR` selects the project.",
    )
    add_options(parser)
    clients = parser.add_mutually_exclusive_group()
    names = ", ".join(CLIENTS)
    clients.add_argument(
        "--print-config", metavar="CLIENT", choices=CLIENTS, help=f"print the entry for a client instead: {names}"
    )
    clients.add_argument(
        "--install", metavar="CLIENT", choices=CLIENTS, help="write the entry into the client's config file instead"
    )
    parser.add_argument("--yes", action="store_true", help="with --install: do not ask")
    return parser
