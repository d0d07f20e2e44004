"""The `refrakt` command.

The first argument selects a command with a module in `commands/`, a service that declares a command, or the namespace of a plugin.
Only what is needed is imported, not even `argparse`, so that `refrakt --version`, `refrakt mcp` and the completion of a shell start
fast however many commands there are.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from refrakt.hosts.cli.exit_codes import INTERRUPTED, SUCCESS, UNKNOWN_COMMAND


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    argv = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = _run(argv)
        _flush()
        return code
    except BrokenPipeError:
        # A plugin has printed to a pipe that is closed. Python would fail once more while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SUCCESS
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        from refrakt.errors import RefraktError

        if not isinstance(error, RefraktError):
            raise
        from refrakt.hosts.cli.error_output import refuse, requested_format

        return refuse(error, requested_format(argv))


def _flush() -> None:
    """Write what is left, while a closed pipe can still be handled."""
    output = sys.modules.get("refrakt.hosts.cli.standard_output")
    if output is not None:
        output.flush()


def _run(argv: list[str]) -> int:
    from refrakt.hosts.cli.global_options import apply_global_options, read_global_options

    options = read_global_options(argv)
    if options.action == "version":
        return _version()
    if options.action == "completion":
        from refrakt.hosts.cli.shell_completion import script

        return script(options.arguments[0])
    apply_global_options(options)
    _require_current_folder()
    if options.action == "complete":
        from refrakt.hosts.cli.shell_completion import complete

        return complete(options.arguments)
    if options.action == "help" or not options.arguments:
        from refrakt.hosts.cli.help_cache import show_help

        show_help(["--help"], _overview)
        return SUCCESS if options.action == "help" else UNKNOWN_COMMAND
    if options.arguments[-1] in ("--help", "-h"):
        from refrakt.hosts.cli.help_cache import is_help, show_help

        if is_help(options.arguments):
            return show_help(options.arguments, lambda: _command(options.arguments[0], options.arguments[1:]))
    return _command(options.arguments[0], options.arguments[1:])


def _require_current_folder() -> None:
    """Raise if the current folder was deleted: every command looks for its project from there."""
    try:
        os.getcwd()
    except FileNotFoundError:
        from refrakt.errors import RefraktError

        hint = "Change to another folder, or name one with `--cwd DIR`."
        raise RefraktError("NOT_FOUND", "the current folder does not exist any more", hint) from None


def _overview() -> int:
    from refrakt.hosts.cli.command_overview import overview

    overview()
    return SUCCESS


def _version() -> int:
    from refrakt import __version__
    from refrakt.hosts.cli import standard_output

    standard_output.write(f"refrakt {__version__}\n")
    return SUCCESS


def _command(name: str, arguments: list[str]) -> int:
    code = run_own_command(name, arguments)
    if code is not None:
        return code
    from refrakt.hosts.cli.plugin_command import run as run_plugin

    return run_plugin(name, arguments)


def run_own_command(name: str, arguments: list[str]) -> int | None:
    """Run a command of refrakt itself and return its exit code; None if there is no such command."""
    from refrakt.hosts.cli.commands import COMMANDS, module_of

    if name in COMMANDS:
        from importlib import import_module

        code: int = import_module(module_of(name)).run(arguments, f"refrakt {name}")
        return code
    from refrakt.hosts.cli.command_table import declared_commands, service_of_command

    for typed, rest in ((name, arguments), (" ".join((name, *arguments[:1])), arguments[1:])):
        service = service_of_command(typed)
        if service is not None:
            from refrakt.hosts.cli.service_command import run

            return run(service, rest, f"refrakt {typed}")
    if any(each.startswith(f"{name} ") for each in declared_commands()):
        from refrakt.hosts.cli.command_overview import group

        return group(name, arguments)
    return None
