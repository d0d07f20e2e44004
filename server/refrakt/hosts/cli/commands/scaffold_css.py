"""`refrakt scaffold-css`: a stylesheet with an empty rule for each selector of a rune, to start a theme with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from refrakt.errors import RefraktError
from refrakt.hosts.cli import source_files, standard_output
from refrakt.hosts.cli.argument_parser import Parser
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.services.context import Context
from refrakt.services.contracts import ContractsInput, contracts


def run(argv: Sequence[str], prog: str) -> int:
    arguments = command_parser(prog).read(argv)
    context = Context.at(Path.cwd(), paged=False)
    found = contracts(context, ContractsInput(arguments.rune, arguments.site, "full"))
    text = "\n".join(_rules(found["runes"])) + "\n"
    if arguments.output is None:
        standard_output.write(text)
        return SUCCESS
    if Path(arguments.output).exists() and not arguments.force:
        message = f"{arguments.output} exists"
        raise RefraktError("ALREADY_EXISTS", message, "Pass another file, or `--force` to replace it.")
    try:
        source_files.write(arguments.output, text.encode())
    except source_files.FileError as error:
        raise RefraktError("INVALID_ARGS", str(error), "Pass another file.") from error
    standard_output.write(f"{arguments.output}: {len(found['runes'])} runes\n")
    return SUCCESS


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Create a stylesheet with an empty rule for each selector of a rune, or of all.")
    parser.add_argument("rune", nargs="?", metavar="RUNE", help="only this rune")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file; standard output without it")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    parser.add_argument("--site", metavar="SITE", help="the site, if the project has several")
    return parser


def _rules(runes: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The rules of each rune: block, modifiers, elements."""
    for number, (name, contract) in enumerate(runes.items()):
        if number:
            yield ""
        yield f"/* {name} */"
        yield from (f"{selector} {{\n}}" for selector in dict.fromkeys(_selectors(contract)))


def _selectors(contract: dict[str, Any]) -> Iterator[str]:
    root = contract["root"]
    yield root
    for modifier in contract.get("modifiers", {}).values():
        default = modifier.get("default")
        if "classPattern" in modifier and default is not None:
            yield modifier["classPattern"].replace("{value}", str(default))
        elif "classPattern" not in modifier:
            yield f"{root}[{modifier['dataAttribute']}]"
    yield from (each["selector"] for each in contract.get("staticModifiers", ()))
    yield from (each["selector"] for each in contract.get("contextModifiers", {}).values())
    yield from (each["selector"] for each in contract.get("elements", {}).values())
