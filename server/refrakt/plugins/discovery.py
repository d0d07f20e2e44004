"""Which plugins a project has.

Its config decides, if it has a word to say about plugins; an empty list means none. Otherwise what the project depends on
counts, and what is installed beside refrakt. The plugins that come with refrakt are always there, unless another one has taken
their namespace. Looking changes nothing: no file is written, nothing is kept, and nothing of the project is ever run or imported.
Only installed distributions are, through the entry points they have in the group `refrakt.plugins`.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from .contract import CliPlugin, Command
from .dependencies import SCOPE, Unreadable, node_dependencies, normalised, python_dependencies
from .guard import Guarded
from .javascript import JavaScriptPackage, find_package
from .validation import faults

if TYPE_CHECKING:
    from refrakt.project.config import Config

GROUP = "refrakt.plugins"
OURS = "refrakt"
"""The distribution whose plugins come with refrakt."""
LOADING_SECONDS = 20.0

Source = Literal["config", "dependency-scan", "entry-point", "builtin"]
"""How a plugin was found."""
_LOG = logging.getLogger("refrakt.plugin")


@dataclass(frozen=True, slots=True)
class PluginWarning:
    """Something about a plugin that the user should know. The rest works."""

    code: str
    plugin: str
    message: str


@dataclass(frozen=True, slots=True)
class DiscoveredPlugin:
    """A plugin that a project has."""

    namespace: str
    package_name: str
    package_version: str
    source: Source
    runtime: Literal["python", "node"]
    description: str = ""
    commands: tuple[Command, ...] = ()
    plugin: CliPlugin | None = None
    """None for a JavaScript package, which cannot be run here."""
    shell: str | None = None
    """How to reach its commands, where that is the only way."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """The plugins by namespace, and what is wrong with others."""

    plugins: tuple[DiscoveredPlugin, ...]
    warnings: tuple[PluginWarning, ...] = ()


class Installed(NamedTuple):
    """An entry point and the distribution it belongs to."""

    entry: EntryPoint
    distribution: str
    version: str

    @property
    def ours(self) -> bool:
        return normalised(self.distribution) == OURS

    @property
    def package_name(self) -> str:
        """As configs name it."""
        name = self.entry.name
        return name if name.startswith("@") else f"{SCOPE}{name}" if self.ours else self.distribution


def discover_plugins(cwd: Path) -> Discovery:
    """The plugins of the project a folder belongs to."""
    from refrakt.project.site import find_project

    return discover(cwd, find_project(cwd).config)


def discover(cwd: Path, config: Config | None) -> Discovery:
    """The same, for a config that has been read."""
    return _Search(cwd).search(config)


def declared(config: Config | None) -> list[str] | None:
    """The plugins a config names, for the project and for each site; None where it says nothing about plugins."""
    if config is None:
        return None
    lists = [each.plugins for each in (config.shared, *config.sites.values()) if each.plugins is not None]
    return list(dict.fromkeys(named.name for each in lists for named in each)) if lists else None


def installed(cwd: Path) -> tuple[list[Installed], list[PluginWarning]]:
    """The entry points of all distributions by name, and distributions that are damaged.

    A folder of the project is no place where distributions are.
    """
    theirs = {os.path.realpath(cwd)}
    with contextlib.suppress(OSError):  # our own folder may be gone
        theirs.add(os.path.realpath(os.curdir))
    path = [each for each in sys.path if os.path.isabs(each) and os.path.realpath(each) not in theirs]
    found: dict[str, list[Installed]] = {}
    warnings: list[PluginWarning] = []
    for distribution in distributions(path=path):
        try:
            entries = distribution.entry_points.select(group=GROUP)
            known = [Installed(each, str(distribution.name), str(distribution.version)) for each in sorted(entries)]
        except Exception as error:  # noqa: BLE001 - the reader trusts these files, and raises whatever comes
            message = f"its entry points cannot be read: {type(error).__name__}: {error}"
            warnings.append(PluginWarning("PLUGIN_LOAD_FAILED", _place(distribution), message))
            continue
        if known:
            # Of two versions on the path Python imports the first.
            found.setdefault(normalised(known[0].distribution), known)
    return [each for name in sorted(found) for each in found[name]], warnings


def _place(distribution: Distribution) -> str:
    """A name for a distribution that cannot tell its own: that of its folder."""
    return str(getattr(distribution, "_path", "a distribution")).rpartition(os.sep)[2]


class _Search:
    def __init__(self, cwd: Path) -> None:
        self.cwd = cwd
        self.installed, self.warnings = installed(cwd)
        self.found: dict[str, DiscoveredPlugin] = {}
        self.seen: set[Installed | str] = set()

    def search(self, config: Config | None) -> Discovery:
        if config is not None and not config.readable:
            self._warn("CONFIG_INVALID", config.path.name, f"it is broken: {config.problems[0].message}")
        names = declared(config)
        if names is not None:
            self._take_named(names, "config")
        else:
            self._take_named(self._dependencies(), "dependency-scan")
            for each in self.installed:
                if not each.ours:
                    self._take(each, "entry-point")
        for each in self.installed:
            if each.ours:
                self._take_builtin(each)
        plugins = sorted(self.found.values(), key=lambda each: each.namespace)
        return Discovery(tuple(plugins), tuple(self.warnings))

    def _dependencies(self) -> Iterator[str]:
        for each in (*python_dependencies(self.cwd), *node_dependencies(self.cwd)):
            if isinstance(each, Unreadable):
                self._warn("CONFIG_INVALID", each.path.name, f"it cannot be read: {each.reason}")
            else:
                yield each

    def _take_named(self, names: Iterable[str], source: Source) -> None:
        for name in names:
            known = self._named(name)
            for each in known:
                self._take(each, source)
            package = find_package(name, self.cwd) if not known else None
            if package is not None:
                self._take_javascript(package, source)

    def _named(self, name: str) -> list[Installed]:
        """What a name stands for: an entry point, else a distribution, else a plugin that comes with refrakt."""
        short = name.removeprefix(SCOPE)
        distribution = normalised(name) if short == name else f"refrakt-{short}"
        return (
            [each for each in self.installed if each.entry.name == name]
            or [each for each in self.installed if normalised(each.distribution) == distribution]
            or [each for each in self.installed if each.ours and each.package_name == name]
        )

    def _take_builtin(self, each: Installed) -> None:
        # A namespace that somebody else has taken is a choice here, not a clash.
        loaded = self._load(each) if each not in self.seen else None
        if loaded is not None and loaded.namespace not in self.found:
            self.found[loaded.namespace] = _python(each, loaded, "builtin")

    def _take(self, each: Installed, source: Source) -> None:
        if each not in self.seen:
            self.seen.add(each)
            loaded = self._load(each)
            if loaded is not None:
                self._claim(_python(each, loaded, source))

    def _take_javascript(self, package: JavaScriptPackage, source: Source) -> None:
        if package.name in self.seen:
            return
        self.seen.add(package.name)
        plugin = DiscoveredPlugin(
            *(package.namespace, package.name, package.version, source, "node", package.description),
            shell=package.shell,
        )
        if self._claim(plugin):
            message = f"its commands are JavaScript and are not run from here; use `{package.shell}`"
            self._warn("PLUGIN_NEEDS_NODE", package.name, message)

    def _claim(self, plugin: DiscoveredPlugin) -> bool:
        first = self.found.setdefault(plugin.namespace, plugin)
        if first is not plugin:
            message = f"the namespace `{plugin.namespace}` belongs to {first.package_name} already; it is left out"
            self._warn("DUPLICATE_NAMESPACE", plugin.package_name, message)
        return first is plugin

    def _load(self, each: Installed) -> CliPlugin | None:
        name = each.package_name
        outcome = Guarded(each.entry.load, f"loading {name}", _LOG).wait(LOADING_SECONDS)
        if outcome is None:
            self._warn("PLUGIN_LOAD_FAILED", name, f"it is still loading after {LOADING_SECONDS:g} seconds")
            return None
        if outcome.error is not None:
            error = outcome.error
            self._warn("PLUGIN_LOAD_FAILED", name, f"it cannot be loaded: {type(error).__name__}: {error}")
            return None
        wrong = [fault for fault in faults(outcome.value) if fault.level == "error"]
        if wrong:
            first = wrong[0]
            where = f"{first.path}: " if first.path else ""
            self._warn("PLUGIN_MALFORMED", name, f"it is malformed: {where}{first.message}")
            return None
        plugin: CliPlugin = outcome.value
        return plugin

    def _warn(self, code: str, plugin: str, message: str) -> None:
        self.warnings.append(PluginWarning(code, plugin, message))


def _python(each: Installed, plugin: CliPlugin, source: Source) -> DiscoveredPlugin:
    return DiscoveredPlugin(
        *(plugin.namespace, each.package_name, each.version, source, "python", plugin.description),
        tuple(plugin.commands),
        plugin,
    )
