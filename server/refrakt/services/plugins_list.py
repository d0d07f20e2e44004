"""`plugins_list`: the plugins of a project, their origin and their commands."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.command_input import NoInput
from refrakt.plugins.contract import Command
from refrakt.plugins.discovery import DiscoveredPlugin, PluginWarning
from refrakt.services.available_tools import available_tools
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload
from refrakt.services.registry import service
from refrakt.untrusted import message


@dataclass(frozen=True, slots=True)
class CommandEntry(JsonPayload):
    """A command of a plugin."""

    name: str
    description: str | None = None
    has_input_schema: bool | None = None
    has_output_schema: bool | None = None
    has_mcp_handler: bool | None = None


@dataclass(frozen=True, slots=True)
class PluginEntry(JsonPayload):
    """A plugin."""

    namespace: str
    package_name: str
    plugin_name: str
    """Same as `packageName`, for compatibility."""
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
class WarningEntry(JsonPayload):
    """A warning about a plugin."""

    code: str
    plugin: str
    message: str


@dataclass(frozen=True, slots=True)
class PluginsList(JsonPayload):
    """Plugins by namespace."""

    plugins: list[PluginEntry]
    warnings: list[WarningEntry]


def as_text(answer: PluginsList) -> str:
    """The list as text."""
    lines = [_lines(each) for each in answer.plugins]
    if not lines:
        lines = ["No plugins are installed. A plugin is a Python package: install it beside refrakt, it will be found."]
    else:
        lines = ["Installed plugins:", *lines, "Run `refrakt NAMESPACE --help` for the commands of a plugin."]
    if answer.warnings:
        warnings = [f"  {each.plugin}: {each.message}" for each in answer.warnings]
        lines.append("\n".join(["Warnings:", *warnings]))
    return "\n\n".join(lines) + "\n"


def _lines(plugin: PluginEntry) -> str:
    count = len(plugin.commands)
    commands = f"only in a shell: {plugin.shell}" if plugin.shell else f"{count} command{'' if count == 1 else 's'}"
    package = f"{plugin.package_name}@{plugin.package_version}"
    head = f"  {plugin.namespace:<12} {package:<32} {commands}"
    names = ", ".join(each.name for each in plugin.commands)
    return f"{head}\n  {'':<12} {names}" if names else head


@service("refrakt.plugins_list", cli="plugins list", text=as_text)
def plugins_list(context: Context, query: NoInput) -> PluginsList:
    """List the plugins of this project: their commands, and why some cannot be used."""
    found = available_tools(context).plugins.discovery
    return PluginsList([plugin_entry(each) for each in found.plugins], [warning_entry(each) for each in found.warnings])


def plugin_entry(plugin: DiscoveredPlugin, *, names_only: bool = False) -> PluginEntry:
    """The entry of a plugin, with its commands or only their names."""
    return PluginEntry(
        plugin.namespace,
        plugin.package_name,
        plugin.package_name,
        plugin.package_version,
        plugin.source,
        plugin.runtime,
        [CommandEntry(each.name) if names_only else _command_entry(each) for each in plugin.commands],
        plugin.description or None,
        plugin.shell,
    )


def warning_entry(warning: PluginWarning) -> WarningEntry:
    """The entry of a warning."""
    return WarningEntry(warning.code, warning.plugin, message(warning.message))


def _command_entry(command: Command) -> CommandEntry:
    return CommandEntry(
        command.name,
        command.description,
        any(each is not None for each in (command.input, command.input_model, command.input_schema)),
        command.output_model is not None or command.output_schema is not None,
        command.run is not None or command.mcp_handler is not None,
    )
