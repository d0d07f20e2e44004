"""The help of `refrakt` itself and of plugins, and errors for unknown commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING

from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.colors import painter
from refrakt.hosts.cli.command_table import summaries
from refrakt.hosts.cli.exit_codes import SUCCESS, UNKNOWN_COMMAND
from refrakt.hosts.cli.global_options import GLOBAL

if TYPE_CHECKING:
    from refrakt.plugins.discovery import DiscoveredPlugin, Discovery

_WIDTH = 18
_NARROWEST = 20
"""Columns of the descriptions, however narrow the terminal."""


def overview() -> None:
    """Print the help of `refrakt` itself."""
    from refrakt.hosts.cli.plugin_command import discovered

    paint = painter()
    standard_output.write(
        "usage: refrakt [--cwd DIR] [--allow-folder DIR] [--color WHEN] COMMAND ...\n\n"
        "Authoring tooling for Markdoc content.\n"
    )
    standard_output.write(f"\n{paint('commands:', 'heading')}\n{_table(summaries())}")
    found = discovered()
    if found.plugins:
        standard_output.write(f"\n{paint('plugins:', 'heading')}\n")
        for plugin in found.plugins:
            standard_output.write(_plugin(plugin))
    if found.warnings:
        standard_output.write(f"  ({_warning_count(found)}; run `refrakt doctor`)\n")
    standard_output.write(f"\n{paint('options:', 'heading')}\n{_table(GLOBAL)}")
    standard_output.write("\nRun `refrakt COMMAND --help` for the help of a command.\n")


def group(name: str, arguments: list[str]) -> int:
    """Handle a group such as `catalogue` without a valid subcommand: help, or an error."""
    commands = {each: summary for each, summary in summaries().items() if each.startswith(f"{name} ")}
    if arguments[:1] in (["--help"], ["-h"]):
        standard_output.write(f"usage: refrakt {name} COMMAND ...\n\ncommands:\n{_table(commands)}")
        return SUCCESS
    hint = f"Valid commands: {', '.join(f'`refrakt {each}`' for each in commands)}."
    if not arguments:
        raise RefraktError("INVALID_ARGS", f"`refrakt {name}` needs a subcommand", hint, UNKNOWN_COMMAND)
    raise unknown_command(arguments[0], [each.split()[1] for each in commands], f"refrakt {name}", hint)


def unknown_command(name: str, commands: Iterable[str], prog: str, hint: str) -> RefraktError:
    """The error for an unknown command; the hint suggests similar ones if there are any."""
    from refrakt.rules.name_suggestion import nearest

    likely = nearest(name, commands)[:2]
    if likely:
        hint = f"Did you mean {' or '.join(f'`{prog} {each}`' for each in likely)}?"
    return RefraktError("INVALID_ARGS", f"unknown command `{prog} {name}`", hint, UNKNOWN_COMMAND)


def plugin_help(plugin: DiscoveredPlugin) -> None:
    """Print the help of a plugin."""
    paint = painter()
    name = plugin.namespace
    standard_output.write(f"usage: refrakt {name} COMMAND ...\n")
    standard_output.write(
        f"\n{plugin.description or plugin.package_name} ({plugin.package_name} {plugin.package_version})\n"
    )
    commands = {f"{name} {each.name}": each.description for each in plugin.commands}
    standard_output.write(f"\n{paint('commands:', 'heading')}\n{_table(commands)}")
    standard_output.write(f"\nRun `refrakt {name} COMMAND --help` for the help of a command.\n")


def _plugin(plugin: DiscoveredPlugin) -> str:
    commands = {f"  {plugin.namespace} {each.name}": each.description for each in plugin.commands}
    about = plugin.description or plugin.package_name
    if plugin.shell:
        about += f" (run `{plugin.shell}`)"
    return _table({plugin.namespace: about}) + _table(commands)


def _warning_count(found: Discovery) -> str:
    count = len(found.warnings)
    return f"{count} plugin warning{'' if count == 1 else 's'}"


def _table(rows: Mapping[str, str]) -> str:
    """Names and their help in two columns; a name that is too long gets a line of its own."""
    lines = []
    margin = " " * (_WIDTH + 3)
    width = max(get_terminal_size().columns, len(margin) + _NARROWEST)
    for name, about in rows.items():
        first, *others = wrap(about, width - len(margin), break_on_hyphens=False) or [""]
        lines += [f"  {name}", margin + first] if len(name) > _WIDTH else [f"  {name:<{_WIDTH}} {first}"]
        lines += [margin + each for each in others]
    return "".join(f"{line.rstrip()}\n" for line in lines)
