"""`refrakt catalogue export`: teach refrakt the runes of a JavaScript package, or the tags of a plain Markdoc project."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.services.catalogue_export import (
    Exported,
    ExportTrouble,
    SchemaModule,
    export_package,
    export_schema,
    markdoc_config,
    target,
    write_catalogue,
)
from refrakt.services.node_process import SECONDS

from .. import streams
from ..arguments import Parser, seconds
from ..exits import BAD_USAGE, FINE
from ..files import named_root
from ..progress import Progress
from ..report import counted


def run(words: Sequence[str], prog: str) -> int:
    parser = command_parser(prog)
    arguments = parser.read(words)
    if (arguments.source is None) == (arguments.schema is None):
        parser.error("give a PACKAGE, a markdoc.config.json, or --schema MODULE")
    folder = Path()
    try:
        with Progress(f"Running {arguments.source or arguments.schema} with Node"):
            made = _made(arguments, folder)
        if arguments.out and len(made) > 1:
            parser.error(f"--out takes one catalogue, and there are {len(made)}")
        for each in made:
            _deliver(each, arguments.out, folder)
    except ExportTrouble as trouble:
        streams.complain(str(trouble))
        return BAD_USAGE
    return FINE


def _made(arguments: argparse.Namespace, folder: Path) -> list[Exported]:
    limit: float = arguments.timeout
    if arguments.schema is not None:
        name = arguments.name or folder.resolve().name
        modules = [SchemaModule(arguments.schema, name, arguments.type, arguments.property)]
    elif arguments.source.endswith(".json"):
        config = folder / arguments.source
        modules, folder = markdoc_config(config), config.parent
    else:
        return [export_package(arguments.source, folder, seconds=limit)]
    return [export_schema(module, folder, seconds=limit) for module in modules]


def _deliver(made: Exported, out: str | None, folder: Path) -> None:
    package = made.catalogue.package
    assert package is not None
    version = f" {package.version}" if package.version else ""
    for note in made.notes:
        streams.complain(f"{package.name}: {note}")
    for problem in made.problems:
        streams.complain(f"{package.name}: {problem.path}: {problem.message}")
    if out == "-":
        streams.write(made.text)
        return
    path = Path(out) if out else target(made.name, folder)
    write_catalogue(made.text, path, _root(out, folder))
    network = "without network" if made.offline else "with network: this system offers no way to cut it off"
    count = counted(len(package.runes), "rune")
    streams.write(f"{path}: {count} of {package.name}{version} (its code ran {network})\n")


def _root(out: str | None, folder: Path) -> Path:
    try:
        return named_root(out) if out else folder
    except RefraktError as trouble:
        raise ExportTrouble(trouble.message) from trouble


def command_parser(prog: str) -> Parser:
    parser = Parser(
        prog,
        "Write a catalogue: the runes of an installed JavaScript package, or the tags of a plain Markdoc "
        "project, as JSON that refrakt checks pages against. This runs the package's code with Node.",
    )
    parser.add_argument("action", choices=["export"], help="what to do")
    parser.add_argument("source", nargs="?", metavar="PACKAGE", help="an installed package, or a markdoc.config.json")
    parser.add_argument("--out", metavar="FILE", help="where to write it (default: .refrakt/catalogues/); - prints it")
    parser.add_argument("--timeout", metavar="SECONDS", type=seconds, default=SECONDS, help="how long its code may run")
    schema = parser.add_argument_group("a plain Markdoc schema")
    schema.add_argument("--schema", metavar="MODULE", help="the module that exports tags, nodes, functions, variables")
    schema.add_argument("--type", choices=["node", "esm"], default="esm", help="how it is loaded (default: esm)")
    schema.add_argument("--property", metavar="NAME", help="the export that holds the schema")
    schema.add_argument("--name", metavar="NAME", help="what to call it (default: the project's folder)")
    return parser
