"""The tools and resources of a project: its services and those of its plugins.

One module decides, so that `refrakt.detect` and the server list the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from refrakt.plugins.discovery import Discovery, discover
from refrakt.plugins.plugin_table import PluginTable, run_detectors
from refrakt.plugins.resource_uris import UriTemplate, parse_template
from refrakt.project.site import Project
from refrakt.services.context import Context
from refrakt.services.registry import Service, services

_discovered: WeakKeyDictionary[Project, Discovery] = WeakKeyDictionary()
"""Discovery reads every installed distribution; a changed project is another object."""


@dataclass(frozen=True, slots=True)
class AvailableTools:
    """The tools and resources of a project at one moment."""

    services: Mapping[str, Service]
    """The available services, by name."""
    plugins: PluginTable
    sites: tuple[str, ...] = ()
    """The names of the sites, if there are several: then the URI of a resource names one."""

    def tool_names(self) -> list[str]:
        """The names of the tools: services, then plugins."""
        return [*self.services, *(each.name for each in self.plugins.tools().values())]

    def templates(self) -> list[str]:
        """The URI templates of the resources."""
        ours = [each.resource for each in self.services.values() if each.resource is not None]
        return list(dict.fromkeys([*ours, *(each.uri for _, each in self.plugins.resources())]))

    def resource_uris(self) -> list[str]:
        """The URIs of the resources without a variable in their path."""
        templates = map(parse_template, self.templates())
        return [uri for each in templates if each.fixed is not None for uri in self.uris(each.fixed, each)]

    def uris(self, fixed: str, template: UriTemplate) -> list[str]:
        """The URIs of a template without variables in its path: one, or one for each of several sites."""
        if "site" not in template.query_keys or not self.sites:
            return [fixed]
        return [f"{fixed}?site={quote(each, safe='')}" for each in self.sites]

    @property
    def found(self) -> Mapping[str, Mapping[str, Any] | None]:
        """What the detector of each plugin found, by namespace."""
        return self.plugins.detected


def available_tools(context: Context) -> AvailableTools:
    """What is available now. Detectors run each time: a folder may be new or gone."""
    project = context.project
    discovery = _discovered.get(project)
    if discovery is None:
        discovery = _discovered[project] = discover(project.root, project.config)
    offered = {name: each for name, each in services().items() if each.for_agents and each.offered(context)}
    sites = tuple(project.site_names) if len(project.site_names) > 1 else ()
    return AvailableTools(offered, run_detectors(project.root, project.config, discovery), sites)
