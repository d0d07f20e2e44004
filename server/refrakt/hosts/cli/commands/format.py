"""`refrakt format`: pages laid out in one consistent way, with the same meaning as before.

Without a switch the result goes to standard output and nothing is touched. What is printed is, byte for byte, what
`--write` would store: byte order mark and line ends stay as the file has them.
"""

from __future__ import annotations

import argparse
import difflib
import os
from collections.abc import Iterator, Sequence

from refrakt.markdoc import Options, parse
from refrakt.markdoc.format import format_document

from .. import files, streams
from ..arguments import Parser
from ..exits import BAD_USAGE, FINE, FOUND
from ..parsing import add_options, options_of


def run(words: Sequence[str], prog: str) -> int:
    parser = command_parser(prog)
    arguments = parser.read(words)
    if arguments.write and files.STDIN in arguments.files:
        parser.error("--write cannot write standard input")
    options = options_of(arguments)
    code = FINE
    for path in arguments.files:
        try:
            code = max(code, _one(path, arguments, options))
        except files.FileTrouble as trouble:
            streams.complain(str(trouble))
            code = BAD_USAGE
    return code


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Format pages; without a switch, print the result.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a page; - is standard input")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--check", action="store_true", help="name the files that would change; exit with 1 if any would")
    way.add_argument("--write", action="store_true", help="write changed files in place, and name them")
    way.add_argument("--diff", action="store_true", help="print what would change; exit with 1 if anything would")
    add_options(parser)
    return parser


def _one(path: str, arguments: argparse.Namespace, options: Options) -> int:
    source = files.read(path)
    before = source.data
    after = source.encode(format_document(parse(source.text, options)))
    if not (arguments.check or arguments.write or arguments.diff):
        streams.write_bytes(after)
        return FINE
    if after == before:
        return FINE
    if arguments.write:
        files.write(path, after)
    if arguments.diff:
        for line in _diff(source.name, before, after):
            streams.write_bytes(line)
    else:
        streams.write_bytes(os.fsencode(source.name) + b"\n")
    return FINE if arguments.write else FOUND


def _diff(name: str, before: bytes, after: bytes) -> Iterator[bytes]:
    """A unified diff that `patch -p0` and `git apply -p0` take. Made of bytes: line ends are part of what differs."""
    label = os.fsencode(name)
    old, new = _lines(before), _lines(after)
    for line in difflib.diff_bytes(difflib.unified_diff, old, new, label, label):
        yield line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"


def _lines(data: bytes) -> list[bytes]:
    """Lines end at a line feed here as they do for `patch`; Python's own splitting knows more ends than that."""
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + lines[-1:] * bool(lines[-1])
