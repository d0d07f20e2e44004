"""The plugins of a project, for everyone who asks which there are.

Importing this module is cheap; the search itself is in `discovery`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from refrakt.plugins.contract import CliPlugin, Command

PluginSource = Literal["config", "dependency-scan", "entry-point", "builtin", "global"]
"""How a plugin was found."""


@dataclass(frozen=True, slots=True)
class PluginWarning:
    """A problem with a plugin that does not affect the others."""

    code: str
    plugin: str
    message: str


@dataclass(frozen=True, slots=True)
class DiscoveredPlugin:
    """A plugin of a project."""

    namespace: str
    package_name: str
    package_version: str
    source: PluginSource
    runtime: Literal["python", "node"]
    description: str = ""
    commands: tuple[Command, ...] = ()
    plugin: CliPlugin | None = None
    """None for a JavaScript package, which refrakt cannot run."""
    shell: str | None = None
    """The shell command of a JavaScript package."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """The plugins sorted by namespace, and problems with others."""

    plugins: tuple[DiscoveredPlugin, ...]
    warnings: tuple[PluginWarning, ...] = ()

    def __iter__(self) -> Iterator[DiscoveredPlugin]:
        return iter(self.plugins)

    def __len__(self) -> int:
        return len(self.plugins)

    def __getitem__(self, number: int) -> DiscoveredPlugin:
        return self.plugins[number]


def discover_plugins(cwd: str | Path | None = None, include_global: bool = False) -> Discovery:
    """The plugins of the project that contains a folder, the current one by default.

    Writes and caches nothing, and never raises because of a plugin: a malformed part of one is left out, with a warning.
    `include_global` adds the JavaScript packages that npm has installed for all projects, which are only listed.
    """
    from refrakt.plugins.discovery import discover
    from refrakt.project.site import find_project

    folder = Path(cwd) if cwd is not None else Path.cwd()
    return discover(folder, find_project(folder).config, include_global)
