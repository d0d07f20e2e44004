"""The command of a service. Its arguments are the fields of the service's input, its help their docstrings.

A service that declares `cli="plugins list"` needs nothing else to be `refrakt plugins list`. A service that does more in a shell,
such as write files or print other formats, has a module of its name in `commands/`, with `run(query, options) -> exit code` and
`OPTIONS`, a dataclass of the options that only the command line has.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from refrakt.command_input import input_fields
from refrakt.errors import RefraktError
from refrakt.hosts.cli import commands, standard_output
from refrakt.hosts.cli.config_problems import report_config_problems
from refrakt.hosts.cli.current_folder import note_patch_folder, with_project_paths
from refrakt.hosts.cli.error_output import refuse
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.hosts.cli.input_parser import InputParser, asks_for_help
from refrakt.hosts.cli.json_output import pretty
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.registry import Service


def run(service: Service, arguments: Sequence[str], prog: str) -> int:
    """Run a service in a shell."""
    parser = command_parser(service, prog, documented=asks_for_help(arguments))
    form, (query, *options) = parser.read_inputs(arguments)
    shell = _shell_module(service)
    try:
        if shell is not None:
            code: int = shell.run(query, *options)
            return code
        context = Context.at(Path.cwd(), paged=_has_cursor(service))
        query = with_project_paths(query, context.project.root)
        answer = service.call(context, query)
        report_config_problems(context, service, query)
    except RefraktError as error:
        return refuse(error, form)
    print_answer(answer, form, service)
    if service.prints_patch and form != "json":
        note_patch_folder(context.project.root)
    return service.exit_code(answer) if service.exit_code is not None else SUCCESS


def print_answer(answer: Any, form: str | None, service: Service) -> None:
    """Print an answer as JSON or as the text of its service."""
    if form == "json" or service.text is None:
        standard_output.write(pretty(as_json(answer)) + "\n")
    else:
        standard_output.write(service.text(answer).removesuffix("\n") + "\n")


def command_parser(service: Service, prog: str, *, documented: bool = True) -> InputParser:
    """The parser of a service's command."""
    shell = _shell_module(service)
    inputs = [service.input, *([shell.OPTIONS] if shell is not None else [])]
    return InputParser(prog, service.about, *inputs, documented=documented)


def _shell_module(service: Service) -> ModuleType | None:
    """The module that runs the service in a shell, if it has one."""
    folder = os.path.dirname(commands.__file__)
    if not os.path.exists(os.path.join(folder, f"{service.module}.py")):
        return None
    return importlib.import_module(f"{commands.__name__}.{service.module}")


def _has_cursor(service: Service) -> bool:
    """Whether the command pages through its answer; if not, it gets the whole."""
    return any(each.name == "cursor" and each.spec.shell for each in input_fields(service.input))
