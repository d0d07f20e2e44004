"""`refrakt catalogue export`: export the runes of a JavaScript package, or the tags of a plain Markdoc project."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.argument_parser import Parser, seconds
from refrakt.hosts.cli.exit_codes import BAD_USAGE, SUCCESS
from refrakt.hosts.cli.problem_excerpts import counted
from refrakt.hosts.cli.progress import Progress
from refrakt.hosts.cli.source_files import named_root
from refrakt.project.site import find_project
from refrakt.services.catalogue_export import (
    Exported,
    ExportError,
    SchemaModule,
    export_package,
    export_schema,
    export_site,
    markdoc_config,
    target,
    write_catalogue,
)
from refrakt.services.export_tools import ToolsError, install_tools
from refrakt.services.node_process import SECONDS


def run(argv: Sequence[str], prog: str) -> int:
    parser = command_parser(prog)
    arguments = parser.read(argv)
    if sum(each is not None for each in (arguments.source, arguments.schema, arguments.site)) > 1:
        parser.error(
            "pass a PACKAGE, a markdoc.config.json, --schema MODULE, --site NAME, or nothing for all plain sites"
        )
    failures: list[str] = []
    try:
        tools = install_tools(Path.cwd()) if arguments.install_tools else None
        if arguments.source is None and arguments.schema is None:
            made, folder = _sites(arguments, tools, failures)
        else:
            folder = Path()
            with Progress(f"Running {arguments.source or arguments.schema} with Node"):
                made = _made(arguments, folder, tools)
        if arguments.out and len(made) > 1:
            parser.error(f"--out is for one catalogue, not for {len(made)}")
        for each in made:
            _deliver(each, arguments.out, folder)
    except (ExportError, ToolsError) as error:
        failures.append(str(error))
    for failure in failures:
        standard_output.report(failure)
    return BAD_USAGE if failures else SUCCESS


def _sites(arguments: argparse.Namespace, tools: Path | None, failures: list[str]) -> tuple[list[Exported], Path]:
    """The schemas of the plain sites of the project, or of one of them. A site that fails does not affect the others."""
    project = find_project(Path.cwd())
    sites = project.markdoc_sites
    if not sites:
        raise ExportError(
            "no plain Markdoc site is recognised here; pass a PACKAGE, a markdoc.config.json, or --schema MODULE"
        )
    if arguments.site is not None and arguments.site not in sites:
        raise ExportError(f"no site is called {arguments.site!r}; the sites are {', '.join(sites)}")
    made: list[Exported] = []
    for site in [sites[arguments.site]] if arguments.site is not None else sites.values():
        try:
            with Progress(f"Running the schema of {site.name} with Node"):
                made.append(export_site(site, seconds=arguments.timeout, tools=tools))
        except ExportError as error:
            failures.append(str(error))
    return made, project.root


def _made(arguments: argparse.Namespace, folder: Path, tools: Path | None) -> list[Exported]:
    limit: float = arguments.timeout
    if arguments.schema is not None:
        name = arguments.name or folder.resolve().name
        modules = [SchemaModule(arguments.schema, name, arguments.type, arguments.property)]
    elif arguments.source.endswith(".json"):
        config = folder / arguments.source
        modules, folder = markdoc_config(config), config.parent
    else:
        return [export_package(arguments.source, folder, seconds=limit)]
    return [export_schema(module, folder, seconds=limit, tools=tools) for module in modules]


def _deliver(made: Exported, out: str | None, folder: Path) -> None:
    package = made.catalogue.package
    assert package is not None
    version = f" {package.version}" if package.version else ""
    for note in made.notes:
        standard_output.report(f"{package.name}: {note}")
    for _, message in made.catalogue.problems:
        standard_output.report(f"{package.name}: {message}")
    if out == "-":
        standard_output.write(made.text)
        return
    path = Path(out) if out else target(made.name, folder)
    write_catalogue(made.text, path, _root(out, folder))
    here = Path.cwd()
    path = path.relative_to(here) if path.is_relative_to(here) else path
    network = "without network" if made.offline else "with network: this system cannot disable it"
    count = counted(len(package.runes), "rune")
    standard_output.write(f"{path}: {count} of {package.name}{version} (its code ran {network})\n")


def _root(out: str | None, folder: Path) -> Path:
    try:
        return named_root(out) if out else folder
    except RefraktError as error:
        raise ExportError(error.message) from error


def command_parser(prog: str) -> Parser:
    parser = Parser(
        prog,
        "Export a catalogue: the runes of an installed JavaScript package, or the tags of plain Markdoc sites (without "
        "PACKAGE, of those in this project), as JSON for checking pages. This runs the code with Node.",
    )
    parser.add_argument("action", choices=["export"], help="the operation")
    parser.add_argument("source", nargs="?", metavar="PACKAGE", help="an installed package, or a markdoc.config.json")
    parser.add_argument(
        "--out", metavar="FILE", help="output file (default: in .refrakt/catalogues/); - for standard output"
    )
    parser.add_argument("--timeout", metavar="SECONDS", type=seconds, default=SECONDS, help="time limit for its code")
    schema = parser.add_argument_group("a plain Markdoc schema")
    schema.add_argument("--site", metavar="NAME", help="a recognised site (default: all of the project)")
    schema.add_argument(
        "--install-tools",
        action="store_true",
        help="install esbuild and Markdoc with npm in the cache folder, for projects that do not have them",
    )
    schema.add_argument("--schema", metavar="MODULE", help="module that exports tags, nodes, functions, variables")
    schema.add_argument("--type", choices=["node", "esm"], default="esm", help="module system (default: esm)")
    schema.add_argument("--property", metavar="NAME", help="export with the schema")
    schema.add_argument("--name", metavar="NAME", help="name of the catalogue (default: the project's folder)")
    return parser
