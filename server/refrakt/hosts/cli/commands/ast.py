"""`refrakt ast`: the syntax tree of pages as JSON in Markdoc's shape, or with `--problems` their problems as text."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence
from typing import Any

from refrakt.hosts.cli import json_lines, source_files, standard_output
from refrakt.hosts.cli.argument_parser import Parser
from refrakt.hosts.cli.colors import painter
from refrakt.hosts.cli.exit_codes import BAD_USAGE, PROBLEMS_FOUND, SUCCESS
from refrakt.hosts.cli.json_output import compact, pretty
from refrakt.hosts.cli.parse_options import add_options, options_of
from refrakt.hosts.cli.problem_excerpts import ProblemCounts, explain
from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions

_OPTIONS = ("allowComments", "allowIndentation", "html", "linkify", "typographer", "slots")


def run(argv: Sequence[str], prog: str) -> int:
    parser = command_parser(prog)
    arguments = parser.read(argv)
    options = options_of(arguments)
    if arguments.jsonl:
        if arguments.files:
            parser.error("--jsonl reads standard input, not files")
        return json_lines.run(lambda request: _answer(request, options))
    if not arguments.files:
        parser.error("pass one or more FILEs, or - for standard input")
    if arguments.problems:
        return _problems(arguments.files, options)
    return _trees(arguments, options)


def command_parser(prog: str) -> Parser:
    parser = Parser(
        prog,
        "Print the syntax tree of pages as JSON: the tree of one FILE, or an object {file, ast} for each of several.",
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="a page; - is standard input")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--compact", action="store_true", help="print one line per tree, ASCII only")
    shape.add_argument("--problems", action="store_true", help="print the problems with source excerpts")
    shape.add_argument(
        "--jsonl", action="store_true", help="answer JSON lines {id, source, options} from standard input"
    )
    parser.add_argument("--positions", action="store_true", help="add the exact span of every node")
    add_options(parser)
    return parser


def _trees(arguments: argparse.Namespace, options: ParseOptions) -> int:
    encode = compact if arguments.compact else pretty
    code = SUCCESS
    for path in arguments.files:
        try:
            source = source_files.read(path)
        except source_files.FileError as error:
            standard_output.report(str(error))
            code = BAD_USAGE
            continue
        tree = parse(source.text, options).to_json(positions=arguments.positions)
        standard_output.write(encode(tree if len(arguments.files) == 1 else {"file": source.name, "ast": tree}) + "\n")
    return code


def _problems(paths: Sequence[str], options: ParseOptions) -> int:
    counts = ProblemCounts()
    unreadable = False
    paint = painter()
    for path in paths:
        try:
            source = source_files.read(path)
        except source_files.FileError as error:
            standard_output.report(str(error))
            unreadable = True
            continue
        doc = parse(source.text, options)
        for text in explain(source.name, doc, paint):
            standard_output.write(text + "\n")
        standard_output.write(counts.page(source.name, doc) + "\n")
    if counts.pages:
        standard_output.write(counts.summary() + "\n")
    if unreadable:
        return BAD_USAGE
    return PROBLEMS_FOUND if counts.has_errors else SUCCESS


def _answer(request: json_lines.Request, defaults: ParseOptions) -> json_lines.Answer:
    from refrakt.markdoc.format import format_document  # a tree alone does not need it

    source = request.get("source")
    if not isinstance(source, str):
        raise json_lines.BadRequest("`source` must be a string")
    doc = parse(source, _options(request.get("options"), defaults))
    return {"ast": doc.to_json(), "errors": doc.errors_json(), "formatted": format_document(doc)}


def _options(options: Any, defaults: ParseOptions) -> ParseOptions:
    if options is None:
        return defaults
    if not isinstance(options, dict):
        raise json_lines.BadRequest("`options` must be an object")
    for name, value in options.items():
        if name not in _OPTIONS:
            raise json_lines.BadRequest(f"`options.{name}` is unknown; valid options: {', '.join(_OPTIONS)}")
        if not isinstance(value, bool):
            raise json_lines.BadRequest(f"`options.{name}` must be true or false")
    return dataclasses.replace(
        defaults,
        comments=options.get("allowComments", defaults.comments),
        indentation=options.get("allowIndentation", defaults.indentation),
        slots=options.get("slots", defaults.slots),
        html=options.get("html", defaults.html),
        linkify=options.get("linkify", defaults.linkify),
        typographer=options.get("typographer", defaults.typographer),
    )
