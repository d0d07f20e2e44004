"""`refrakt contracts`: print the structure contracts, write them to a file, or check that file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.hosts.cli import source_files, standard_output
from refrakt.hosts.cli.config_problems import report_site_problems
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.services.context import Context
from refrakt.services.contracts import ContractsInput, contracts
from refrakt.services.contracts_check import ContractsCheckInput, contracts_check, exit_code
from refrakt.services.json_payload import as_json


@dataclass(frozen=True, slots=True)
class ContractsOptions:
    """Options of the command line alone."""

    output: str | None = option(None, letter="o", metavar="FILE")
    """write the contracts to this file"""
    check: bool = False
    """compare the file instead of writing it; exit with 1 if it is not up to date"""
    format: Literal["text", "json"] = "text"
    """output format of --check; contracts are always JSON"""


OPTIONS = ContractsOptions


def run(query: ContractsInput, options: ContractsOptions) -> int:
    context = Context.at(Path.cwd(), paged=False)
    if options.check:
        return _check(context, query, options)
    text = pretty(contracts(context, replace(query, detail="full"))) + "\n"
    report_site_problems(context, query.site)
    if options.output is None:
        standard_output.write(text)
        return SUCCESS
    try:
        source_files.write(options.output, text.encode())
    except source_files.FileError as error:
        raise RefraktError("INVALID_ARGS", str(error), "Pass another file.") from error
    standard_output.write(f"{options.output}: contracts written\n")
    return SUCCESS


def _check(context: Context, query: ContractsInput, options: ContractsOptions) -> int:
    if options.output is None:
        raise RefraktError("INVALID_ARGS", "no file to check", "Pass it: `refrakt contracts --check -o FILE`.")
    if query.rune is not None:
        raise RefraktError("INVALID_ARGS", "a file has the contracts of all runes", "Omit the rune.")
    path = _path_in_project(context, options.output)
    found = contracts_check(context, ContractsCheckInput(path, query.site))
    report_site_problems(context, query.site)
    if options.format == "json":
        standard_output.write(pretty(as_json(found)) + "\n")
    elif found.up_to_date:
        standard_output.write(f"{options.output}: up to date\n")
    else:
        standard_output.write(f"{options.output}: not up to date: {found.first_difference}\n")
    return exit_code(found)


def _path_in_project(context: Context, path: str) -> str:
    """A typed path, which is relative to the current folder, as a path of the project."""
    file, root = Path.cwd() / path, context.project.root
    return file.relative_to(root).as_posix() if file.is_relative_to(root) else path
