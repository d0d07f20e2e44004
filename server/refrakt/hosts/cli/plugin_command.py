"""The commands of plugins: `refrakt NAMESPACE COMMAND ...`.

A command with a declared input is parsed and printed like that of a service; one with a `handler` gets its arguments as typed. Both
run in the project's folder and must not change files that an editor has open with unsaved changes. An exception becomes one line
on standard error.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.command_overview import plugin_help, unknown_command
from refrakt.hosts.cli.error_output import refuse, requested_format
from refrakt.hosts.cli.exit_codes import PROBLEMS_FOUND, SUCCESS, UNKNOWN_COMMAND
from refrakt.project.project_root import project_root

if TYPE_CHECKING:
    from refrakt.hosts.cli.input_parser import InputParser
    from refrakt.plugins import Command, PageRenderer, WorkspaceEdit
    from refrakt.plugins.discovery import DiscoveredPlugin, Discovery


def discovered() -> Discovery:
    """The plugins of the project around the current folder."""
    from refrakt.plugins.discovery import discover_plugins

    return discover_plugins(Path(project_root(os.getcwd())))


def run(namespace: str, arguments: list[str]) -> int:
    """Run a command of a plugin."""
    found = {plugin.namespace: plugin for plugin in discovered().plugins}
    plugin = found.get(namespace)
    if plugin is None:
        raise _no_such_command(namespace, found)
    if plugin.plugin is None:
        hint = f"Run `{plugin.shell}` instead." if plugin.shell else "Run it with its own tools."
        raise RefraktError(
            "PLUGIN_LOAD_FAILED", f"{plugin.package_name} is not a Python package", hint, UNKNOWN_COMMAND
        )
    if not arguments or arguments[0] in ("--help", "-h"):
        plugin_help(plugin)
        return SUCCESS
    commands = {each.name: each for each in plugin.plugin.commands}
    command, rest = commands.get(arguments[0]), arguments[1:]
    if command is None and rest:
        # `config get` is `config-get`: a group of commands may be typed as two words.
        command, rest = commands.get(f"{arguments[0]}-{arguments[1]}"), arguments[2:]
    if command is None:
        names = ", ".join(commands) or "none"
        raise unknown_command(arguments[0], commands, f"refrakt {namespace}", f"Valid commands: {names}.")
    return _in_project(command, rest, f"refrakt {namespace} {command.name}")


def _no_such_command(name: str, plugins: dict[str, DiscoveredPlugin]) -> RefraktError:
    from refrakt.hosts.cli.command_table import summaries

    names = dict.fromkeys([*(each.split()[0] for each in summaries()), *plugins])
    installed = f"Plugins: {', '.join(plugins)}." if plugins else "Install plugins as Python packages beside refrakt."
    return unknown_command(name, names, "refrakt", f"`refrakt --help` lists the commands. {installed}")


def _in_project(command: Command, arguments: list[str], prog: str) -> int:
    from refrakt.plugins.shell_context import command_invocation

    here = Path.cwd()
    os.chdir(project_root(here))
    try:
        with command_invocation(here, _refuse_unsaved, _page_renderer):
            return run_command(command, arguments, prog)
    except (RefraktError, BrokenPipeError):
        raise
    except Exception as error:  # noqa: BLE001 an error of a plugin is one line, whatever it is
        standard_output.write_error(f"Error: {str(error) or type(error).__name__}")
        return PROBLEMS_FOUND


def run_command(command: Command, arguments: list[str], prog: str) -> int:
    """Run a command in a shell and return its exit code."""
    if command.handler is not None:
        return _awaited(command.handler(arguments)) or SUCCESS
    from refrakt.plugins.shell_context import shell_context

    form = requested_format(arguments)
    try:
        form, (query,) = command_parser(command, prog, arguments).read_inputs(arguments)
        if command.delegate is not None:
            return _delegated(command.delegate(query, shell_context()))
        answer = _answer(command, query)
    except RefraktError as error:
        return refuse(error, form)
    _print(command, answer, form)
    return command.exit_code(answer) if command.exit_code is not None else SUCCESS


def command_parser(command: Command, prog: str, arguments: Sequence[str] | None = None) -> InputParser:
    """The parser of a command with a declared input; with help, unless it is for arguments that do not ask for it."""
    from refrakt.hosts.cli.input_parser import InputParser, asks_for_help

    assert command.input is not None
    documented = arguments is None or asks_for_help(arguments)
    formats = command.delegate is None
    return InputParser(prog, command.description, command.input, documented=documented, formats=formats)


def _delegated(typed: Sequence[str]) -> int:
    """Run a command of refrakt for a plugin."""
    from refrakt.hosts.cli import run_own_command

    code = run_own_command(typed[0], list(typed[1:]))
    if code is None:
        raise _no_such_command(typed[0], {})
    return code


def _answer(command: Command, query: Any) -> Any:
    from refrakt.plugins.shell_context import shell_context

    assert command.run is not None
    return _awaited(command.run(query, shell_context()))


def _print(command: Command, answer: Any, form: str | None) -> None:
    from refrakt.hosts.cli.json_output import printable_json
    from refrakt.plugins.tool_content import content_summary, has_content

    if form == "json" or command.text is None:
        text = printable_json(content_summary(answer) if has_content(answer) else answer)
    else:
        text = command.text(answer)
    standard_output.write(f"{text.rstrip()}\n")


def _awaited(answer: Any) -> Any:
    if not inspect.isawaitable(answer):
        return answer
    import asyncio

    async def wait(answer: Awaitable[Any]) -> Any:
        return await answer

    return asyncio.run(wait(answer))


def _page_renderer(folder: Path) -> PageRenderer:
    from refrakt.services.static_pages import StaticPages

    return StaticPages(folder)


def _refuse_unsaved(root: Path, changes: WorkspaceEdit) -> None:
    from refrakt.hosts.link.unsaved_buffers import refuse_unsaved

    refuse_unsaved(root, changes)
