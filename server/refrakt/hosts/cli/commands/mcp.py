"""`refrakt mcp`: the process that an MCP client starts. It connects to the server of this project, or starts one.

Imports only the standard library: clients start it often.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from refrakt.hosts.cli.argument_parser import Parser
from refrakt.hosts.link.mcp_options import add_options, read_options


def run(argv: Sequence[str], prog: str) -> int:
    options = read_options(command_parser(prog).read(argv))
    from refrakt.hosts.link.relay import Relay
    from refrakt.hosts.mcp.host_command import host_command
    from refrakt.project.project_root import project_root

    return Relay(project_root(os.getcwd()), options, host_command).run()


def command_parser(prog: str) -> Parser:
    parser = Parser(
        prog,
        "Run the MCP server on standard input and output: connects to the editor of this project, or to a server "
        "without an editor. `--cwd DIR` selects the project.",
    )
    add_options(parser)
    return parser
