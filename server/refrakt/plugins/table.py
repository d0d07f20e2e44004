"""The plugins of one project, with what each of them found there, as hosts need them: by the names that calls use.

The table is made anew when a config, a dependency or something that a plugin watches has changed. Looking takes as long as the
slowest detector, so hosts that must not wait make it in a thread.
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
from refrakt.project.config import Config
from refrakt.project.jsontree import read_json

from .contract import CliPlugin, Command, CommandContext, Files, Prompt, Provider, Resource
from .discovery import DiscoveredPlugin, Discovery, PluginWarning, discover
from .running import off, run_now, switched_off
from .validation import spelling, tool_name

DETECTING_SECONDS = 5.0


class Tool(NamedTuple):
    """A command that agents may call."""

    name: str
    plugin: CliPlugin
    command: Command


@dataclass(frozen=True)
class Plugins:
    """The plugins of a project."""

    root: Path
    config: Mapping[str, Any]
    """`refrakt.config.json` as data; empty where there is none."""
    discovery: Discovery
    found: Mapping[str, Mapping[str, Any] | None]
    """By namespace: what the plugin's detector said. A plugin without one is at home everywhere and finds nothing to tell."""
    warnings: tuple[PluginWarning, ...]

    @property
    def loaded(self) -> list[CliPlugin]:
        """Those that can be run here."""
        return [each.plugin for each in self.discovery.plugins if each.plugin is not None]

    def at_home(self, plugin: CliPlugin) -> bool:
        """Whether the project has what the plugin is for."""
        return plugin.detector is None or self.found.get(plugin.namespace) is not None

    def tools(self) -> dict[str, Tool]:
        """The tools to be listed, by name: those that can work in this project."""
        every = self._every.values()
        return {each.name: each for each in every if each.command.everywhere or self.at_home(each.plugin)}

    def tool(self, name: str) -> Tool:
        """The tool a call means, in whatever spelling. `RefraktError` says what to do where it cannot work."""
        tool = self._every.get(spelling(name)) or self._aliases.get(spelling(name))
        if tool is None:
            from refrakt.rules.words import did_you_mean, nearest

            known = list(self.tools())
            message = f"no tool is called '{name}'{did_you_mean(nearest(name, known))}"
            listed = f"There are: {', '.join(known)}." if known else "No plugin has tools here."
            raise RefraktError("UNKNOWN_TOOL", message, listed)
        if not (tool.command.everywhere or self.at_home(tool.plugin)):
            raise self._missing(tool)
        return tool

    def _missing(self, tool: Tool) -> RefraktError:
        given_up = switched_off(tool.plugin.namespace)
        if given_up is not None:
            return off(tool.plugin.namespace, given_up)
        if tool.plugin.missing is not None:
            known = tool.plugin.missing
            return RefraktError(known.code, known.message, known.hint, known.exit_code, known.data)
        message = (
            f"{tool.name} has nothing to work on: {tool.plugin.namespace} found nothing of its own in this project"
        )
        return RefraktError("NOT_FOUND", message, "refrakt.detect shows what was found.")

    @cached_property
    def _every(self) -> dict[str, Tool]:
        found: dict[str, Tool] = {}
        for plugin in self.loaded:
            for command in plugin.commands:
                if command.expose:
                    tool = Tool(tool_name(plugin, command), plugin, command)
                    found.setdefault(spelling(tool.name), tool)
        return found

    @cached_property
    def _aliases(self) -> dict[str, Tool]:
        found: dict[str, Tool] = {}
        for tool in self._every.values():
            for alias in tool.command.aliases:
                found.setdefault(spelling(alias), tool)
        return found

    def resources(self) -> list[tuple[CliPlugin, Resource]]:
        """What can be read in this project."""
        return [(plugin, each) for plugin in self.loaded if self.at_home(plugin) for each in plugin.resources]

    def prompts(self) -> list[tuple[CliPlugin, Prompt]]:
        """The prompts that make sense in this project."""
        return [(plugin, each) for plugin in self.loaded if self.at_home(plugin) for each in plugin.prompts]

    def providers(self) -> list[tuple[CliPlugin, Provider]]:
        """Who helps in the editor. A provider says itself which files it knows about."""
        return [(plugin, each) for plugin in self.loaded if self.at_home(plugin) for each in plugin.providers]

    def instructions(self) -> list[str]:
        """What agents should know, of the plugins that are at home."""
        return [plugin.instructions for plugin in self.loaded if plugin.instructions and self.at_home(plugin)]

    def shell_only(self) -> list[str]:
        """The commands that exist, but not as tools."""
        return [line for each in self.discovery.plugins for line in _shell_only(each)]

    def context(self, plugin: CliPlugin, files: Files) -> CommandContext:
        """What a piece of this plugin is given."""
        log = logging.getLogger(f"refrakt.plugin.{plugin.namespace}")
        return CommandContext(self.root, self.config, files, self.found.get(plugin.namespace), log)


def for_root(root: Path, config: Config | None) -> Plugins:
    """The plugins of the project at a folder."""
    return detected(root, config, discover(root, config))


def detected(root: Path, config: Config | None, discovery: Discovery) -> Plugins:
    """The table for plugins that are known already: only their detectors are asked."""
    data = config_data(config)
    warnings = list(discovery.warnings)
    found: dict[str, Mapping[str, Any] | None] = {}
    for each in discovery.plugins:
        if each.plugin is not None and each.plugin.detector is not None:
            try:
                found[each.namespace] = _asked(each.plugin, root, data)
            except RefraktError as error:
                found[each.namespace] = None
                warnings.append(PluginWarning("DETECTOR_FAILED", each.package_name, error.message))
    warnings += _clashes(discovery)
    return Plugins(root, data, discovery, found, tuple(warnings))


def config_data(config: Config | None) -> Mapping[str, Any]:
    """A config as plain data. Of a broken one, what could be read."""
    data = json.loads(_plain(config.text)) if config is not None else None
    return data if isinstance(data, dict) else {}


@lru_cache(maxsize=16)
def _plain(text: str) -> str:
    """A config as JSON that anybody can read. It is asked for with every call of an agent, and each gets data of its own."""
    node = read_json(text)[0]
    return json.dumps(node.data() if node is not None else None)


def _asked(plugin: CliPlugin, root: Path, config: Mapping[str, Any]) -> Mapping[str, Any] | None:
    detector = plugin.detector
    assert detector is not None, "only those with a detector are asked"
    log = logging.getLogger(f"refrakt.plugin.{plugin.namespace}")
    what = f"{plugin.namespace} detector"

    def work() -> Mapping[str, Any] | None:
        answer = detector(root, config)
        if answer is not None and not isinstance(answer, Mapping):
            raise TypeError(f"it must say None or a mapping, not {type(answer).__name__}")
        return None if answer is None else dict(json.loads(json.dumps(dict(answer))))

    answer: Mapping[str, Any] | None = run_now(plugin.namespace, what, work, DETECTING_SECONDS, log)
    return answer


def _clashes(discovery: Discovery) -> Iterator[PluginWarning]:
    """Tools of different plugins that one name would reach; the first has it."""
    taken: dict[str, str] = {}
    for each in discovery.plugins:
        for command in each.commands:
            if each.plugin is None or not command.expose:
                continue
            name = tool_name(each.plugin, command)
            if taken.setdefault(spelling(name), each.package_name) != each.package_name:
                message = f"`{name}` is already the name of a tool of {taken[spelling(name)]}; it is left out"
                yield PluginWarning("DUPLICATE_TOOL", each.package_name, message)


def _shell_only(each: DiscoveredPlugin) -> list[str]:
    if each.shell is not None:
        return [each.shell]
    return [f"refrakt {each.namespace} {command.name}" for command in each.commands if not command.expose]
