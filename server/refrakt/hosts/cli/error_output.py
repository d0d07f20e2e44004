"""Errors on standard error: as text, or as JSON if the command line asks for JSON."""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output


def refuse(error: RefraktError, form: str | None) -> int:
    """Print an error and return its exit code."""
    if form == "json":
        from refrakt.hosts.cli.json_output import compact

        standard_output.write_error(compact(error.as_json()))
    else:
        standard_output.report(str(error))
    return error.exit_code


def requested_format(arguments: Sequence[str]) -> str | None:
    """The output format that a command line asks for, for errors that occur before the command parses it."""
    for index, argument in enumerate(arguments):
        if argument == "--format":
            return arguments[index + 1] if index + 1 < len(arguments) else None
        if argument.startswith("--format="):
            return argument.partition("=")[2]
        if argument == "--json":
            return "json"
        if argument == "--":
            break
    return None
