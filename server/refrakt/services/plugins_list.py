"""`plugins_list`: which plugins this project has, where they come from, and what each can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from refrakt.plugins.contract import Command
from refrakt.plugins.discovery import DiscoveredPlugin, PluginWarning
from refrakt.untrusted import message

from .context import Context
from .payload import SHAPE, Nothing
from .registry import service
from .surface import surface


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command of a plugin."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    name: str
    description: str
    has_input_schema: bool
    has_output_schema: bool
    has_mcp_handler: bool


@dataclass(frozen=True, slots=True)
class PluginEntry:
    """A plugin."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    namespace: str
    package_name: str
    plugin_name: str
    """The same as `packageName`, for those who know it by this name."""
    package_version: str
    source: str
    """How it was found: `config`, `dependency-scan`, `entry-point` or `builtin`."""
    runtime: str
    """`python`, or `node` for a package whose commands only a shell can run."""
    commands: list[CommandEntry]
    description: str | None = None
    shell: str | None = None
    """How to reach the commands of a JavaScript package."""


@dataclass(frozen=True, slots=True)
class WarningEntry:
    """Something about a plugin that does not work."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    code: str
    plugin: str
    message: str


@dataclass(frozen=True, slots=True)
class PluginsList:
    """Plugins by namespace."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    plugins: list[PluginEntry]
    warnings: list[WarningEntry]


def as_text(answer: PluginsList) -> str:
    """The list for people."""
    lines = [_lines(each) for each in answer.plugins]
    if not lines:
        lines = ["No plugins are installed. A plugin is a Python package: install it beside refrakt, it will be found."]
    else:
        lines = ["Installed plugins:", *lines, "`refrakt NAMESPACE --help` tells more about the commands of one."]
    if answer.warnings:
        told = [f"  {each.plugin}: {each.message}" for each in answer.warnings]
        lines.append("\n".join(["Warnings:", *told]))
    return "\n\n".join(lines) + "\n"


def _lines(plugin: PluginEntry) -> str:
    count = len(plugin.commands)
    commands = f"only in a shell: {plugin.shell}" if plugin.shell else f"{count} command{'' if count == 1 else 's'}"
    package = f"{plugin.package_name}@{plugin.package_version}"
    head = f"  {plugin.namespace:<12} {package:<32} {commands}"
    names = ", ".join(each.name for each in plugin.commands)
    return f"{head}\n  {'':<12} {names}" if names else head


@service("refrakt.plugins_list", cli="plugins list", text=as_text)
def plugins_list(context: Context, query: Nothing) -> PluginsList:
    """List the plugins of this project with their commands, and what is wrong with those that cannot be used."""
    found = surface(context).plugins.discovery
    return PluginsList([plugin_entry(each) for each in found.plugins], [warning_entry(each) for each in found.warnings])


def plugin_entry(plugin: DiscoveredPlugin) -> PluginEntry:
    """A plugin as it is told."""
    return PluginEntry(
        plugin.namespace,
        plugin.package_name,
        plugin.package_name,
        plugin.package_version,
        plugin.source,
        plugin.runtime,
        [_command_entry(each) for each in plugin.commands],
        plugin.description or None,
        plugin.shell,
    )


def warning_entry(warning: PluginWarning) -> WarningEntry:
    """A warning as it is told."""
    return WarningEntry(warning.code, warning.plugin, message(warning.message))


def _command_entry(command: Command) -> CommandEntry:
    return CommandEntry(
        command.name,
        command.description,
        command.input_model is not None or command.input_schema is not None,
        command.output_model is not None or command.output_schema is not None,
        command.mcp_handler is not None,
    )
