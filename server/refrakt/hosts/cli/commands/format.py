"""`refrakt format`: format pages without changing their meaning.

Without an option the result goes to standard output, byte for byte as `--write` would store it, with the byte order mark and line
ends of the file.
"""

from __future__ import annotations

import argparse
import difflib
import os
from collections.abc import Iterator, Sequence

from refrakt.hosts.cli import source_files, standard_output
from refrakt.hosts.cli.argument_parser import Parser
from refrakt.hosts.cli.exit_codes import BAD_USAGE, PROBLEMS_FOUND, SUCCESS
from refrakt.hosts.cli.parse_options import add_options, options_of
from refrakt.markdoc.document import parse
from refrakt.markdoc.format import format_document
from refrakt.markdoc.parse_options import ParseOptions


def run(argv: Sequence[str], prog: str) -> int:
    parser = command_parser(prog)
    arguments = parser.read(argv)
    if arguments.write and source_files.STDIN in arguments.files:
        parser.error("--write cannot write to standard input")
    options = options_of(arguments)
    code = SUCCESS
    for path in arguments.files:
        try:
            code = max(code, _one(path, arguments, options))
        except source_files.FileError as error:
            standard_output.report(str(error))
            code = BAD_USAGE
    return code


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Format pages; without an option, print the result.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a page; - is standard input")
    output_mode = parser.add_mutually_exclusive_group()
    output_mode.add_argument(
        "--check", action="store_true", help="list the files that would change; exit with 1 if there are any"
    )
    output_mode.add_argument("--write", action="store_true", help="write changed files in place, and list them")
    output_mode.add_argument("--diff", action="store_true", help="print a diff; exit with 1 if anything would change")
    add_options(parser)
    return parser


def _one(path: str, arguments: argparse.Namespace, options: ParseOptions) -> int:
    source = source_files.read(path)
    before = source.data
    after = source.encode(format_document(parse(source.text, options)))
    if not (arguments.check or arguments.write or arguments.diff):
        standard_output.write_bytes(after)
        return SUCCESS
    if after == before:
        return SUCCESS
    if arguments.write:
        source_files.write(path, after)
    if arguments.diff:
        for line in _diff(source.name, before, after):
            standard_output.write_bytes(line)
    else:
        standard_output.write_bytes(os.fsencode(source.name) + b"\n")
    return SUCCESS if arguments.write else PROBLEMS_FOUND


def _diff(name: str, before: bytes, after: bytes) -> Iterator[bytes]:
    """A unified diff for `patch -p0` and `git apply -p0`, in bytes: line ends may differ."""
    label = os.fsencode(name)
    old, new = _lines(before), _lines(after)
    for line in difflib.diff_bytes(difflib.unified_diff, old, new, label, label):
        yield line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"


def _lines(data: bytes) -> list[bytes]:
    """Lines that end at a line feed, as for `patch`; `splitlines` has more line ends."""
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + lines[-1:] * bool(lines[-1])
