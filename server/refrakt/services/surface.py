"""What a project shows to agents: the services that can work there, and what its plugins bring.

One place decides, so that what `refrakt.detect` promises is what the server lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from refrakt.plugins.discovery import Discovery, discover
from refrakt.plugins.table import Plugins, detected
from refrakt.project.site import Project

from .context import Context
from .registry import Service, services

_discovered: WeakKeyDictionary[Project, Discovery] = WeakKeyDictionary()
"""Discovery reads every installed distribution; a project that has changed is another object."""


@dataclass(frozen=True, slots=True)
class Surface:
    """The tools and resources of a project at one moment."""

    services: Mapping[str, Service]
    """Those that are offered here, by name."""
    plugins: Plugins

    def tool_names(self) -> list[str]:
        """The names to be listed: ours, then those of plugins."""
        return [*self.services, *(each.name for each in self.plugins.tools().values())]

    def templates(self) -> list[str]:
        """The addresses that can be read, as templates."""
        ours = [each.resource for each in self.services.values() if each.resource is not None]
        return list(dict.fromkeys([*ours, *(each.uri for _, each in self.plugins.resources())]))

    def addresses(self) -> list[str]:
        """The addresses that stand for one thing each, without a variable in their path."""
        bare = (each.partition("{?")[0] for each in self.templates())
        return [each for each in bare if "{" not in each]

    @property
    def found(self) -> Mapping[str, Mapping[str, Any] | None]:
        """By namespace: what each plugin found here."""
        return self.plugins.found


def surface(context: Context) -> Surface:
    """What the project shows now. Detectors are asked each time: a folder may have come or gone."""
    project = context.project
    discovery = _discovered.get(project)
    if discovery is None:
        discovery = _discovered[project] = discover(project.root, project.config)
    offered = {name: each for name, each in services().items() if each.for_agents and each.offered(context)}
    return Surface(offered, detected(project.root, project.config, discovery))
