"""`refrakt package validate`: has the plugin in a folder the shape it must have?

The service of that name looks at files alone. Whoever types this command stands beside the code and wants to know whether it
works, so it is loaded, too, in a process of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from refrakt.services.package_validate import as_text, exit_code, validate_package
from refrakt.services.payload import as_json

from .. import streams
from ..arguments import Parser
from ..jsontext import pretty


def run(words: Sequence[str], prog: str) -> int:
    arguments = command_parser(prog).read(words)
    verdict = validate_package(Path(arguments.dir).resolve(), load=True)
    streams.write(pretty(as_json(verdict)) + "\n" if arguments.format == "json" else as_text(verdict))
    return exit_code(verdict)


def command_parser(prog: str) -> Parser:
    parser = Parser(
        prog, "Check the shape of the plugin in a folder. Its code is loaded, in a process of its own; no command runs."
    )
    parser.add_argument(
        "dir", nargs="?", default=".", metavar="DIR", help="its folder, with pyproject.toml or package.json (here)"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to answer (text)")
    return parser
