"""The active plugins of a project, with their tools, resources, prompts and providers.

The table is rebuilt when the config, a dependency or a file that a plugin watches has changed. Building it runs all detectors, so
hosts with an event loop do it in a thread.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from refrakt.errors import RefraktError
from refrakt.plugins.contract import CliPlugin, Command, CommandContext, ProjectFiles, Prompt, Provider, Resource
from refrakt.plugins.discovery import DiscoveredPlugin, Discovery, PluginWarning, discover
from refrakt.plugins.plain_data import plain_object
from refrakt.plugins.plugin_calls import disabled_by, disabled_error, run_blocking
from refrakt.plugins.plugin_validation import normalized_tool_name, tool_name
from refrakt.project.config import ProjectConfig
from refrakt.project.json_tree import read_json

DETECTOR_TIMEOUT = 5.0
MAX_DETECTED = 10_000
"""Characters of the result of a detector, which is part of `refrakt.detect`."""


class PluginTool(NamedTuple):
    """A command that agents can call."""

    name: str
    plugin: CliPlugin
    command: Command


@dataclass(frozen=True)
class PluginTable:
    """The plugins of a project."""

    root: Path
    config: Mapping[str, Any]
    """`refrakt.config.json` as data; empty if there is none."""
    discovery: Discovery
    detected: Mapping[str, Mapping[str, Any] | None]
    """The result of each plugin's detector by namespace. A plugin without a detector is always active."""
    warnings: tuple[PluginWarning, ...]

    @property
    def loaded(self) -> list[CliPlugin]:
        """The plugins that refrakt can run."""
        return [each.plugin for each in self.discovery.plugins if each.plugin is not None]

    def is_active(self, plugin: CliPlugin) -> bool:
        """Whether the detector of the plugin found something in the project."""
        return plugin.detector is None or self.detected.get(plugin.namespace) is not None

    def tools(self) -> dict[str, PluginTool]:
        """The tools that work in this project, by name."""
        return {
            each.name: each
            for each in self._all_tools.values()
            if each.command.everywhere or self.is_active(each.plugin)
        }

    def tool(self, name: str) -> PluginTool:
        """The tool of a name in any spelling. Raises `RefraktError` if it does not work in this project."""
        tool = self._all_tools.get(normalized_tool_name(name)) or self._aliases.get(normalized_tool_name(name))
        if tool is None:
            from refrakt.rules.name_suggestion import did_you_mean, nearest

            names = list(self.tools())
            message = f"unknown tool '{name}'{did_you_mean(nearest(name, names))}"
            hint = f"known tools: {', '.join(names)}" if names else "no plugin has tools in this project"
            raise RefraktError("UNKNOWN_TOOL", message, hint)
        if not (tool.command.everywhere or self.is_active(tool.plugin)):
            raise self._missing(tool)
        return tool

    def _missing(self, tool: PluginTool) -> RefraktError:
        disabled = disabled_by(tool.plugin.namespace)
        if disabled is not None:
            return disabled_error(tool.plugin.namespace, disabled)
        if tool.plugin.missing is not None:
            error = tool.plugin.missing
            return RefraktError(error.code, error.message, error.hint, error.exit_code, error.data)
        message = f"`{tool.name}` is not available: {tool.plugin.namespace} detected nothing in this project"
        return RefraktError("NOT_FOUND", message, "`{command:refrakt.detect}` shows what was detected")

    @cached_property
    def _all_tools(self) -> dict[str, PluginTool]:
        tools: dict[str, PluginTool] = {}
        for plugin in self.loaded:
            for command in plugin.commands:
                if command.expose:
                    tool = PluginTool(tool_name(plugin, command), plugin, command)
                    tools.setdefault(normalized_tool_name(tool.name), tool)
        return tools

    @cached_property
    def _aliases(self) -> dict[str, PluginTool]:
        tools: dict[str, PluginTool] = {}
        for tool in self._all_tools.values():
            for alias in tool.command.aliases:
                tools.setdefault(normalized_tool_name(alias), tool)
        return tools

    def resources(self) -> list[tuple[CliPlugin, Resource]]:
        """The resources of active plugins."""
        return [(plugin, each) for plugin in self.loaded if self.is_active(plugin) for each in plugin.resources]

    def prompts(self) -> list[tuple[CliPlugin, Prompt]]:
        """The prompts of active plugins."""
        return [(plugin, each) for plugin in self.loaded if self.is_active(plugin) for each in plugin.prompts]

    def providers(self) -> list[tuple[CliPlugin, Provider]]:
        """The editor providers of active plugins."""
        return [(plugin, each) for plugin in self.loaded if self.is_active(plugin) for each in plugin.providers]

    def instructions(self) -> list[str]:
        """The instructions of active plugins for agents."""
        return [plugin.instructions for plugin in self.loaded if plugin.instructions and self.is_active(plugin)]

    def shell_only(self) -> list[str]:
        """The commands that are not tools."""
        return [line for each in self.discovery.plugins for line in _shell_only(each)]

    def context(self, plugin: CliPlugin, files: ProjectFiles) -> CommandContext:
        """The context of this plugin's handlers."""
        log = logging.getLogger(f"refrakt.plugin.{plugin.namespace}")
        return CommandContext(self.root, self.config, files, self.detected.get(plugin.namespace), log)


def for_root(root: Path, config: ProjectConfig | None) -> PluginTable:
    """The plugins of the project at a folder."""
    return run_detectors(root, config, discover(root, config))


def run_detectors(root: Path, config: ProjectConfig | None, discovery: Discovery) -> PluginTable:
    """The table of discovered plugins: runs their detectors."""
    data = config_data(config)
    warnings = list(discovery.warnings)
    detected: dict[str, Mapping[str, Any] | None] = {}
    for each in discovery.plugins:
        if each.plugin is not None and each.plugin.detector is not None:
            try:
                detected[each.namespace] = _run_detector(each.plugin, root, data)
            except RefraktError as error:
                detected[each.namespace] = None
                warnings.append(PluginWarning("DETECTOR_FAILED", each.package_name, error.message))
    warnings += _duplicate_tools(discovery)
    return PluginTable(root, data, discovery, detected, tuple(warnings))


def config_data(config: ProjectConfig | None) -> Mapping[str, Any]:
    """A config as plain data. Of an invalid one, what could be parsed."""
    data = json.loads(_plain(config.text)) if config is not None else None
    return data if isinstance(data, dict) else {}


@lru_cache(maxsize=16)
def _plain(text: str) -> str:
    """A config as strict JSON: cached, because every call of an agent needs it; as text, because every call gets its own data."""
    node = read_json(text)[0]
    return json.dumps(node.data() if node is not None else None)


def _run_detector(plugin: CliPlugin, root: Path, config: Mapping[str, Any]) -> Mapping[str, Any] | None:
    detector = plugin.detector
    assert detector is not None, "the plugin has a detector"
    log = logging.getLogger(f"refrakt.plugin.{plugin.namespace}")
    what = f"{plugin.namespace} detector"

    def work() -> Mapping[str, Any] | None:
        answer = detector(root, config)
        return None if answer is None else plain_object(answer, MAX_DETECTED)

    answer: Mapping[str, Any] | None = run_blocking(plugin.namespace, what, work, DETECTOR_TIMEOUT, log)
    return answer


def _duplicate_tools(discovery: Discovery) -> Iterator[PluginWarning]:
    """Tools of different plugins with the same name; the first one wins."""
    owners: dict[str, str] = {}
    for each in discovery.plugins:
        for command in each.commands:
            if each.plugin is None or not command.expose:
                continue
            name = tool_name(each.plugin, command)
            if owners.setdefault(normalized_tool_name(name), each.package_name) != each.package_name:
                message = f"tool `{name}` ignored: {owners[normalized_tool_name(name)]} has a tool of the same name"
                yield PluginWarning("DUPLICATE_TOOL", each.package_name, message)


def _shell_only(each: DiscoveredPlugin) -> list[str]:
    if each.shell is not None:
        return [each.shell]
    return [f"refrakt {each.namespace} {command.name}" for command in each.commands if not command.expose]
