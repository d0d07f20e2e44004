"""`refrakt lsp`: the language server, on standard input and output."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from refrakt.hosts.cli.argument_parser import Parser
from refrakt.hosts.cli.exit_codes import PROBLEMS_FOUND

if TYPE_CHECKING:
    from refrakt.hosts.lsp.initialize import Handshake


def run(argv: Sequence[str], prog: str) -> int:
    arguments = command_parser(prog).read(argv)
    # Nothing else may be imported before the client has its first answer.
    from refrakt.hosts.lsp.initialize import handshake

    try:
        client = handshake(0, 1)
    except BrokenPipeError:
        client = None
    if client is None:
        return PROBLEMS_FOUND
    return _serve(client, arguments)


def _serve(client: Handshake, arguments: argparse.Namespace) -> NoReturn:
    import gc
    from pathlib import Path

    # Imported modules stay, so collecting them is wasted time, as is collecting all open pages after every few hundred new
    # objects: without it, a long page is parsed in half the time. Young objects are collected in small portions, because each
    # collection pauses the editor.
    gc.set_threshold(50_000, 2, 25)
    from refrakt.hosts.log import configure
    from refrakt.hosts.lsp.nonblocking_stderr import install_nonblocking_stderr
    from refrakt.hosts.lsp.server_process import serve

    gc.freeze()
    install_nonblocking_stderr()
    configure(arguments.log_level, Path(arguments.log_file) if arguments.log_file else None)
    serve(client, arguments.mcp_fd)


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Run the language server on standard input and output; agents can connect to it.")
    parser.add_argument(
        "--mcp-fd", metavar="R,W", type=_descriptors, help="also serve an agent on two file descriptors"
    )
    parser.add_argument(
        "--log-level",
        choices=["debug", "info", "warning", "error"],
        default="warning",
        help="least severe messages to log (default: warning)",
    )
    parser.add_argument("--log-file", metavar="FILE", help="log file (default: standard error)")
    # Many clients pass it; it is the only transport.
    parser.add_argument("--stdio", action="store_true", help=argparse.SUPPRESS)
    return parser


def _descriptors(text: str) -> tuple[int, int]:
    first, _, second = text.partition(",")
    if not (first.isdigit() and second.isdigit()):
        raise argparse.ArgumentTypeError(f"'{text}' is not a pair of descriptors like 3,4")
    return int(first), int(second)
