"""`refrakt ast`: what the parser makes of a page.

As JSON in Markdoc's own shape, for scripts and for comparison; with `--problems` as text, for a person who wants to
know what is wrong and where; with `--jsonl` for many texts at once.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence
from typing import Any

from refrakt.markdoc import Options, parse

from .. import batch, files, streams
from ..arguments import Parser
from ..exits import BAD_USAGE, FINE, FOUND
from ..jsontext import compact, pretty
from ..paint import painter
from ..parsing import add_options, options_of
from ..report import Tally, explain

_SWITCHES = ("allowComments", "allowIndentation", "slots")


def run(words: Sequence[str], prog: str) -> int:
    parser = command_parser(prog)
    arguments = parser.read(words)
    options = options_of(arguments)
    if arguments.jsonl:
        if arguments.files:
            parser.error("--jsonl reads standard input and takes no FILE")
        return batch.run(lambda request: _answer(request, options))
    if not arguments.files:
        parser.error("give one or more FILEs, or - for standard input")
    if arguments.problems:
        return _problems(arguments.files, options)
    return _trees(arguments, options)


def command_parser(prog: str) -> Parser:
    parser = Parser(
        prog,
        "Print the syntax tree of each page as JSON. One FILE gives its tree; several give one object "
        "{file, ast} each.",
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="a page; - is standard input")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--compact", action="store_true", help="one line per tree, ASCII only")
    shape.add_argument("--problems", action="store_true", help="print what is wrong, with the lines it stands on")
    shape.add_argument(
        "--jsonl", action="store_true", help="answer JSON lines {id, source, options} from standard input"
    )
    parser.add_argument("--positions", action="store_true", help="give every node its exact span in the text")
    add_options(parser)
    return parser


def _trees(arguments: argparse.Namespace, options: Options) -> int:
    encode = compact if arguments.compact else pretty
    code = FINE
    for path in arguments.files:
        try:
            source = files.read(path)
        except files.FileTrouble as trouble:
            streams.complain(str(trouble))
            code = BAD_USAGE
            continue
        tree = parse(source.text, options).to_json(positions=arguments.positions)
        streams.write(encode(tree if len(arguments.files) == 1 else {"file": source.name, "ast": tree}) + "\n")
    return code


def _problems(paths: Sequence[str], options: Options) -> int:
    tally = Tally()
    unreadable = False
    paint = painter()
    for path in paths:
        try:
            source = files.read(path)
        except files.FileTrouble as trouble:
            streams.complain(str(trouble))
            unreadable = True
            continue
        doc = parse(source.text, options)
        for text in explain(source.name, doc, paint):
            streams.write(text + "\n")
        streams.write(tally.page(source.name, doc) + "\n")
    if tally.pages:
        streams.write(tally.closing() + "\n")
    if unreadable:
        return BAD_USAGE
    return FOUND if tally.has_errors else FINE


def _answer(request: batch.Request, defaults: Options) -> batch.Answer:
    from refrakt.markdoc.format import format_document  # a tree alone does not need it

    source = request.get("source")
    if not isinstance(source, str):
        raise batch.BadRequest("`source` must be a string")
    doc = parse(source, _options(request.get("options"), defaults))
    return {"ast": doc.to_json(), "errors": doc.errors_json(), "formatted": format_document(doc)}


def _options(given: Any, defaults: Options) -> Options:
    if given is None:
        return defaults
    if not isinstance(given, dict):
        raise batch.BadRequest("`options` must be an object")
    for name, value in given.items():
        if name not in _SWITCHES:
            raise batch.BadRequest(f"`options.{name}` is unknown; there are {', '.join(_SWITCHES)}")
        if not isinstance(value, bool):
            raise batch.BadRequest(f"`options.{name}` must be true or false")
    return dataclasses.replace(
        defaults,
        comments=given.get("allowComments", defaults.comments),
        indentation=given.get("allowIndentation", defaults.indentation),
        slots=given.get("slots", defaults.slots),
    )
