"""`refrakt lsp`: the language server, on standard input and output."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from ..arguments import Parser
from ..exits import FOUND

if TYPE_CHECKING:
    from refrakt.hosts.lsp.front import Greeting


def run(words: Sequence[str], prog: str) -> int:
    arguments = command_parser(prog).read(words)
    # Nothing else may be imported before the client has its first answer.
    from refrakt.hosts.lsp.front import greet

    try:
        greeting = greet(0, 1)
    except BrokenPipeError:
        greeting = None
    if greeting is None:
        return FOUND
    return _serve(greeting, arguments)


def _serve(greeting: Greeting, arguments: argparse.Namespace) -> NoReturn:
    import gc
    from pathlib import Path

    # What is imported stays; looking through it for garbage again and again would be a waste. So would be looking through
    # all open pages after every few hundred new objects: without that, a long page is read in half the time.
    # Young objects are searched in small portions, because each search stops the editor.
    gc.set_threshold(50_000, 2, 25)
    from refrakt.hosts.journal import configure
    from refrakt.hosts.lsp.process import serve
    from refrakt.hosts.lsp.standard_error import take_stderr

    gc.freeze()
    take_stderr()
    configure(arguments.log_level, Path(arguments.log_file) if arguments.log_file else None)
    serve(greeting, arguments.mcp_fd)


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Serve an editor, and the agents that work beside it, on standard input and output.")
    parser.add_argument("--mcp-fd", metavar="R,W", type=_descriptors, help="serve an agent on two descriptors, too")
    parser.add_argument(
        "--log-level", choices=["debug", "info", "warning", "error"], default="warning", help="what to log (warning)"
    )
    parser.add_argument("--log-file", metavar="FILE", help="where to log; standard error if it is not given")
    # Many clients pass it, and there is no other way to speak.
    parser.add_argument("--stdio", action="store_true", help=argparse.SUPPRESS)
    return parser


def _descriptors(text: str) -> tuple[int, int]:
    first, _, second = text.partition(",")
    if not (first.isdigit() and second.isdigit()):
        raise argparse.ArgumentTypeError(f"{text} is no pair of descriptors such as 3,4")
    return int(first), int(second)
