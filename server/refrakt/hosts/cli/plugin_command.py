"""The commands of plugins: `refrakt NAMESPACE COMMAND ...` hands the words on to the plugin's own handler.

The handler runs in the project's folder, as the same command does for an agent. Files that an editor has open and has not saved are
not changed behind its back. Whatever the handler raises becomes a line on standard error; only the plugin knows more.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Awaitable
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.errors import RefraktError
from refrakt.project.roots import project_root

from . import streams
from .exits import FINE, FOUND, UNKNOWN
from .overview import plugin_help, unknown

if TYPE_CHECKING:
    from refrakt.plugins import Changes, Command
    from refrakt.plugins.discovery import DiscoveredPlugin, Discovery


def discovered() -> Discovery:
    """The plugins of the project we stand in."""
    from refrakt.plugins.discovery import discover_plugins

    return discover_plugins(Path(project_root(os.getcwd())))


def run(namespace: str, words: list[str]) -> int:
    """Run a plugin's command, or say what the word could have meant."""
    found = {plugin.namespace: plugin for plugin in discovered().plugins}
    plugin = found.get(namespace)
    if plugin is None:
        raise _no_such_command(namespace, found)
    if plugin.plugin is None:
        hint = f"Run `{plugin.shell}` instead." if plugin.shell else "Run it with its own tools."
        raise RefraktError("PLUGIN_LOAD_FAILED", f"{plugin.package_name} is no Python package", hint, UNKNOWN)
    if not words or words[0] in ("--help", "-h"):
        plugin_help(plugin)
        return FINE
    commands = {each.name: each for each in plugin.plugin.commands}
    command = commands.get(words[0])
    if command is None:
        names = ", ".join(commands) or "none"
        raise unknown(words[0], commands, f"refrakt {namespace}", f"Its commands: {names}.")
    return _handle(command, words[1:])


def _no_such_command(word: str, plugins: dict[str, DiscoveredPlugin]) -> RefraktError:
    from .declarations import summaries

    names = dict.fromkeys([*(each.split()[0] for each in summaries()), *plugins])
    here = (
        f"Plugins here: {', '.join(plugins)}." if plugins else "Plugins are Python packages, installed beside refrakt."
    )
    there = f"`refrakt --help` lists the commands. {here}"
    return unknown(word, names, "refrakt", there)


def _handle(command: Command, words: list[str]) -> int:
    from refrakt.plugins.shell import typed_in

    here = Path.cwd()
    os.chdir(project_root(here))
    try:
        with typed_in(here, _refuse_unsaved):
            answer = command.handler(words)
            if inspect.isawaitable(answer):
                import asyncio

                answer = asyncio.run(_awaited(answer))
    except (RefraktError, BrokenPipeError):
        raise
    except Exception as error:  # noqa: BLE001 a plugin's mistake is told in a line, whatever it is
        streams.tell(f"Error: {str(error) or type(error).__name__}")
        return FOUND
    return answer or FINE


def _refuse_unsaved(root: Path, changes: Changes) -> None:
    from refrakt.hosts.link.unsaved import refuse_unsaved

    refuse_unsaved(root, changes)


async def _awaited(answer: Awaitable[int | None]) -> int | None:
    return await answer
