"""`refrakt mcp`: what an MCP client starts. It leads to the process that serves this project, or starts one.

Only the standard library may be imported on this way: clients start it by the dozen.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from refrakt.hosts.link.options import add_options, read_options

from ..arguments import Parser


def run(words: Sequence[str], prog: str) -> int:
    options = read_options(command_parser(prog).read(words))
    from refrakt.hosts.link.relay import main
    from refrakt.project.roots import project_root

    return main(project_root(os.getcwd()), options)


def command_parser(prog: str) -> Parser:
    parser = Parser(
        prog,
        "Serve an agent on standard input and output: lead it to the editor that has this project open, or to a host "
        "of its own. `--cwd DIR` says where the project is.",
    )
    add_options(parser)
    return parser
