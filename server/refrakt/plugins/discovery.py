"""Finds the plugins of a project.

If the config has `plugins`, these are all; an empty list means none. Otherwise the dependencies of the project count, and the
distributions installed beside refrakt. Bundled plugins are always included, unless another one has their namespace. Discovery
writes and caches nothing, and never runs or imports code of the project: only installed distributions are imported, through their
entry points in the group `refrakt.plugins`.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from refrakt.plugins.contract import CliPlugin
from refrakt.plugins.discovered_plugins import (
    DiscoveredPlugin,
    Discovery,
    PluginSource,
    PluginWarning,
    discover_plugins,
)
from refrakt.plugins.guarded_call import GuardedCall
from refrakt.plugins.javascript_plugins import JavaScriptPackage, find_package, global_packages
from refrakt.plugins.plain_data import error_text
from refrakt.plugins.plugin_validation import CheckedPlugin, checked_plugin
from refrakt.plugins.project_dependencies import (
    SCOPE,
    UnreadableFile,
    node_dependencies,
    normalised,
    python_dependencies,
)
from refrakt.untrusted import one_line

if TYPE_CHECKING:
    from refrakt.project.config import ProjectConfig

__all__ = [
    "GROUP",
    "DiscoveredPlugin",
    "Discovery",
    "InstalledEntryPoint",
    "PluginWarning",
    "declared_plugins",
    "discover",
    "discover_plugins",
    "installed",
]

GROUP = "refrakt.plugins"
OWN_DISTRIBUTION = "refrakt"
"""The distribution of the bundled plugins."""
LOAD_TIMEOUT = 20.0

_LOG = logging.getLogger("refrakt.plugin")
MAX_WARNINGS = 20
"""Warnings about one plugin."""
_MAX_NAME = 214
_MAX_VERSION = 100


class InstalledEntryPoint(NamedTuple):
    """An entry point and its distribution."""

    entry: EntryPoint
    distribution: str
    version: str

    @property
    def bundled(self) -> bool:
        return normalised(self.distribution) == OWN_DISTRIBUTION

    @property
    def package_name(self) -> str:
        """The name used in configs."""
        name = one_line(self.entry.name, _MAX_NAME)
        return name if name.startswith("@") else f"{SCOPE}{name}" if self.bundled else self.distribution


def discover(cwd: Path, config: ProjectConfig | None, include_global: bool = False) -> Discovery:
    """The plugins of a project; see `discover_plugins`."""
    return _Search(cwd).search(config, include_global)


def declared_plugins(config: ProjectConfig | None) -> list[str] | None:
    """The plugins in a config, of the project and of each site; None if it has no `plugins`."""
    if config is None:
        return None
    lists = [each.plugins for each in (config.shared, *config.sites.values()) if each.plugins is not None]
    return list(dict.fromkeys(named.name for each in lists for named in each)) if lists else None


def installed(cwd: Path) -> tuple[list[InstalledEntryPoint], list[PluginWarning]]:
    """The entry points of all distributions sorted by name, and warnings about damaged distributions.

    Distributions inside the project's folder are ignored.
    """
    excluded = {os.path.realpath(cwd)}
    with contextlib.suppress(OSError):  # the working directory may be gone
        excluded.add(os.path.realpath(os.curdir))
    path = [each for each in sys.path if os.path.isabs(each) and os.path.realpath(each) not in excluded]
    found: dict[str, list[InstalledEntryPoint]] = {}
    warnings: list[PluginWarning] = []
    for distribution in distributions(path=path):
        try:
            entries = distribution.entry_points.select(group=GROUP)
            name, version = (
                one_line(str(distribution.name), _MAX_NAME),
                one_line(str(distribution.version), _MAX_VERSION),
            )
            entry_points = [InstalledEntryPoint(each, name, version) for each in sorted(entries)]
        except Exception as error:  # noqa: BLE001 - the reader does not validate these files and may raise anything
            message = f"cannot read its entry points: {error_text(error)}"
            warnings.append(PluginWarning("PLUGIN_LOAD_FAILED", _folder_name(distribution), message))
            continue
        if entry_points:
            # Python imports the first of two versions on the path.
            found.setdefault(normalised(entry_points[0].distribution), entry_points)
    return [each for name in sorted(found) for each in found[name]], warnings


def _folder_name(distribution: Distribution) -> str:
    """The name of the distribution's folder, for one without readable metadata."""
    return str(getattr(distribution, "_path", "a distribution")).rpartition(os.sep)[2]


class _Search:
    def __init__(self, cwd: Path) -> None:
        self.cwd = cwd
        self.installed, self.warnings = installed(cwd)
        self.found: dict[str, DiscoveredPlugin] = {}
        self.visited: set[InstalledEntryPoint | str] = set()

    def search(self, config: ProjectConfig | None, include_global: bool) -> Discovery:
        if config is not None and not config.readable:
            self._warn("CONFIG_INVALID", config.path.name, f"invalid config: {config.problems[0].message}")
        names = declared_plugins(config)
        if names is not None:
            self._add_named(names, "config")
        else:
            self._add_named(self._dependencies(), "dependency-scan")
            for each in self.installed:
                if not each.bundled:
                    self._add(each, "entry-point")
        for each in self.installed:
            if each.bundled:
                self._add_bundled(each)
        for package in global_packages(self.cwd) if include_global else ():
            # One that the project has, too, is the one of the project.
            if package.namespace not in self.found:
                self._add_javascript(package, "global")
        plugins = sorted(self.found.values(), key=lambda each: each.namespace)
        return Discovery(tuple(plugins), tuple(self.warnings))

    def _dependencies(self) -> Iterator[str]:
        for each in (*python_dependencies(self.cwd), *node_dependencies(self.cwd)):
            if isinstance(each, UnreadableFile):
                self._warn("CONFIG_INVALID", each.path.name, f"cannot read the file: {each.reason}")
            else:
                yield each

    def _add_named(self, names: Iterable[str], source: PluginSource) -> None:
        for name in names:
            entry_points = self._entry_points_of(name)
            for each in entry_points:
                self._add(each, source)
            package = find_package(name, self.cwd) if not entry_points else None
            if package is not None:
                self._add_javascript(package, source)

    def _entry_points_of(self, name: str) -> list[InstalledEntryPoint]:
        """What a name refers to: an entry point, else a distribution, else a bundled plugin."""
        short = name.removeprefix(SCOPE)
        distribution = normalised(name) if short == name else f"refrakt-{short}"
        return (
            [each for each in self.installed if each.entry.name == name]
            or [each for each in self.installed if normalised(each.distribution) == distribution]
            or [each for each in self.installed if each.bundled and each.package_name == name]
        )

    def _add_bundled(self, each: InstalledEntryPoint) -> None:
        # Another plugin with this namespace replaces the bundled one on purpose.
        loaded = self._load(each) if each not in self.visited else None
        if loaded is not None and loaded.namespace not in self.found:
            self.found[loaded.namespace] = _python(each, loaded, "builtin")

    def _add(self, each: InstalledEntryPoint, source: PluginSource) -> None:
        if each not in self.visited:
            self.visited.add(each)
            loaded = self._load(each)
            if loaded is not None:
                self._claim_namespace(_python(each, loaded, source))

    def _add_javascript(self, package: JavaScriptPackage, source: PluginSource) -> None:
        if package.name in self.visited:
            return
        self.visited.add(package.name)
        plugin = DiscoveredPlugin(
            *(package.namespace, package.name, package.version, source, "node", package.description),
            shell=package.shell,
        )
        if self._claim_namespace(plugin):
            message = f"refrakt does not run its JavaScript commands; use `{package.shell}`"
            self._warn("PLUGIN_NEEDS_NODE", package.name, message)

    def _claim_namespace(self, plugin: DiscoveredPlugin) -> bool:
        first = self.found.setdefault(plugin.namespace, plugin)
        if first is not plugin:
            message = f"ignored: the namespace `{plugin.namespace}` belongs to {first.package_name}"
            self._warn("DUPLICATE_NAMESPACE", plugin.package_name, message)
        return first is plugin

    def _load(self, each: InstalledEntryPoint) -> CliPlugin | None:
        name = each.package_name
        # Reading what a plugin declares may run its code, too.
        load = partial(_load_checked, each.entry, schemas=not each.bundled)
        outcome = GuardedCall(load, f"loading {name}", _LOG).wait(LOAD_TIMEOUT)
        if outcome is None:
            self._warn("PLUGIN_LOAD_FAILED", name, f"loading takes longer than {LOAD_TIMEOUT:g} seconds")
            return None
        if outcome.error is not None:
            self._warn("PLUGIN_LOAD_FAILED", name, f"cannot load it: {error_text(outcome.error)}")
            return None
        checked: CheckedPlugin = outcome.value
        left_out_items = checked.first_errors()
        for problem in left_out_items[:MAX_WARNINGS]:
            left_out = problem.item if checked.plugin is not None and problem.item else "the plugin"
            where = f"{problem.path}: " if problem.path else ""
            self._warn("PLUGIN_MALFORMED", name, f"{where}{problem.message}; {left_out} is left out")
        if len(left_out_items) > MAX_WARNINGS:
            self._warn("PLUGIN_MALFORMED", name, f"{len(left_out_items) - MAX_WARNINGS} more items are left out")
        return checked.plugin

    def _warn(self, code: str, plugin: str, message: str) -> None:
        self.warnings.append(PluginWarning(code, plugin, message))


def _load_checked(entry: EntryPoint, schemas: bool) -> CheckedPlugin:
    return checked_plugin(entry.load(), schemas)


def _python(each: InstalledEntryPoint, plugin: CliPlugin, source: PluginSource) -> DiscoveredPlugin:
    return DiscoveredPlugin(
        *(plugin.namespace, each.package_name, each.version, source, "python", plugin.description),
        tuple(plugin.commands),
        plugin,
    )
