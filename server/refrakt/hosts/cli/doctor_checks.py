"""The checks of `refrakt doctor`, one function each. They change nothing and run no code of the project.

A diagnosis is `ok`, a `note` (it works, with a limitation) or a `problem`; the latter two have a hint.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Literal

from refrakt import __version__
from refrakt.errors import shell_hint
from refrakt.features.rune_reference import listed_runes
from refrakt.hosts.cli.config_problems import problem_position
from refrakt.hosts.cli.page_paths import pages
from refrakt.hosts.cli.problem_excerpts import counted
from refrakt.hosts.link.host_address import HostAddress, NoSharedAddress, address_of
from refrakt.hosts.link.host_status import status
from refrakt.plugins.plugin_table import PluginTable, for_root
from refrakt.project.config import FILE_NAME
from refrakt.project.files import read_inside
from refrakt.project.frameworks.markdoc_site import MarkdocSite
from refrakt.project.frameworks.site_summary import open_reason, summary, text_summary
from refrakt.project.index.site_files import list_site_files
from refrakt.project.index.site_spec import specs_of
from refrakt.project.markdoc_package import is_markdoc_package
from refrakt.project.mcp_clients import CLIENTS
from refrakt.project.programs import find_program, search_path
from refrakt.project.project_root import CONFIG_FILES, PLAN_FOLDERS
from refrakt.project.rune_packages import CATALOGUES
from refrakt.project.site import Project, UnresolvedSite, find_project
from refrakt.rules.problem import Problem
from refrakt.runes.vocabulary import Vocabulary

State = Literal["ok", "note", "problem"]

_NEEDS_NODE = "PLUGIN_NEEDS_NODE"
"""The warning about a plugin that needs Node."""
_REGISTERED = (*(each.file for each in CLIENTS.values() if each.file is not None), "opencode.json")
"""Files of a project that name MCP servers."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The result of a check."""

    subject: str
    state: State
    message: str
    hint: str | None = None
    """How to fix it."""


@dataclass(frozen=True)
class DoctorContext:
    """The folder to diagnose, and its project."""

    folder: Path

    @cached_property
    def project(self) -> Project:
        return find_project(self.folder)

    @property
    def root(self) -> Path:
        return self.project.root

    @cached_property
    def plugins(self) -> PluginTable:
        return for_root(self.root, self.project.config)


def diagnose(folder: Path) -> Iterator[Diagnosis]:
    """Diagnose a folder. A check that fails is a problem, too, and the others still run."""
    here = DoctorContext(folder)
    checks: dict[str, Callable[[DoctorContext], Iterable[Diagnosis]]] = {
        "refrakt": _refrakt,
        "project": _project,
        "config": _config,
        "sites": _sites,
        "catalogues": _catalogues,
        "plugins": _plugins,
        "node": _node,
        "link": _link,
        "agents": _agents,
    }
    for subject, check in checks.items():
        try:
            yield from check(here)
        except Exception as error:  # noqa: BLE001 a broken project must not break the doctor
            message = f"check failed: {type(error).__name__}: {error}"
            yield Diagnosis(subject, "problem", message, "This is a bug in refrakt; please report it.")


def _refrakt(here: DoctorContext) -> Iterator[Diagnosis]:
    package = Path(sys.modules["refrakt"].__file__ or "").parent
    yield Diagnosis("refrakt", "ok", f"{__version__}, from {package}")
    yield Diagnosis("python", "ok", f"{platform.python_version()}, {sys.executable}")
    command = shutil.which("refrakt")
    if command is None:
        hint = f"Add {Path(sys.executable).parent} to PATH, or set the path in their settings."
        yield Diagnosis("path", "note", "`refrakt` is not on PATH: editors and agents may not find it", hint)
    elif Path(command).parent.resolve() != Path(sys.executable).parent.resolve():
        hint = "Use the full path to select a version."
        yield Diagnosis("path", "note", f"`refrakt` on PATH is another installation: {command}", hint)
    else:
        yield Diagnosis("path", "ok", command)


def _project(here: DoctorContext) -> Iterator[Diagnosis]:
    root = here.root
    plans = (f"plan/{each}" for each in PLAN_FOLDERS)
    configs = (each for each in CONFIG_FILES if (root / each).is_file())
    folders = (each for each in (*plans, ".fractary") if (root / each).is_dir())
    packages = ["a package.json that uses Markdoc"] if is_markdoc_package(root) else []
    sign = next(chain(configs, folders, packages), None)
    if sign is not None:
        yield Diagnosis("project", "ok", f"{root}, found by {sign}")
        return
    if here.project.plain:
        yield Diagnosis(
            "project", "ok", f"{root}, found by {counted(len(here.project.markdoc_sites), 'Markdoc site')} in it"
        )
        return
    reason = "root of a repository" if (root / ".git").exists() else "no project here or above"
    hint = "Create a site with `refrakt init` in the folder of the project."
    yield Diagnosis("project", "note", f"{root}: {reason}", hint)


def _config(here: DoctorContext) -> Iterator[Diagnosis]:
    config = here.project.config
    if config is None:
        if here.project.plain:
            yield Diagnosis("config", "ok", f"no {FILE_NAME}: plain Markdoc needs none")
        else:
            yield Diagnosis("config", "note", f"no {FILE_NAME}: all runes are available")
        return
    yield from (_config_problem("config", each, here.root) for each in config.problems)
    if not config.problems:
        yield Diagnosis("config", "ok", f"{FILE_NAME}: no problems")


def _sites(here: DoctorContext) -> Iterator[Diagnosis]:
    if here.project.plain:
        sites = here.project.markdoc_sites
        yield from (_markdoc_site(each, here.root, len(sites) > 1) for each in sites.values())
        for spec in specs_of(here.project):
            if not list_site_files(spec).files:
                message = f"{spec.name}: no pages were found"
                yield Diagnosis("pages", "note", message, f"Name their folder in {CONFIG_FILES[1]}, if there are any.")
        return
    if here.project.unknown and is_markdoc_package(here.root):
        message = "the package uses Markdoc, but no pages were found: it is not a site"
        yield Diagnosis(
            "sites", "note", message, f"Name the folder of the pages in {CONFIG_FILES[1]}, if there are any."
        )
        return
    config = here.project.config
    packages = here.project.packages
    reported = set(config.problems) if config is not None else set()
    names: list[str | None] = list(config.sites) if config is not None else []
    if config is not None and not names:
        yield Diagnosis("sites", "note", "the config defines no site", "Add a `site` with its `contentDir`.")
    for name in names or [None]:
        site = here.project.site(name)
        if isinstance(site, UnresolvedSite):
            continue
        routes = [each for spec in specs_of(here.project) if spec.name == site.name for each in spec.problems]
        for problem in (*site.problems, *routes):
            if problem not in reported and problem not in packages.problems:
                reported.add(problem)
                yield _config_problem("sites", problem, here.root)
        if name is not None:
            unusable = config is not None and config.sites[name].has_unusable_content_dir
            yield _content(name, site.content_dir, unusable)
            yield _runes(name, site.vocabulary)


def _markdoc_site(site: MarkdocSite, root: Path, is_one_of_many: bool) -> Diagnosis:
    """What was recognised, why, and whether all tags are known."""
    found = text_summary(summary(site, root))
    if open_reason(site) is None:
        return Diagnosis("sites", "ok", found)
    # The name becomes part of a command, so it is quoted for a shell.
    chosen = f" --site {shlex.quote(site.name)}" if is_one_of_many else ""
    command = f"refrakt catalogue export{chosen if site.schema_entry is not None else ' --schema MODULE'}"
    return Diagnosis("sites", "note", found, f"Run `{command}`: it runs the schema with Node.")


def _runes(name: str, vocabulary: Vocabulary) -> Diagnosis:
    """The number of runes and their packages: what to check first if a rune is unknown."""
    used = [each.name for each in vocabulary.packages if any(rune.package == each.name for rune in vocabulary)]
    return Diagnosis("runes", "ok", f"{name}: {counted(len(listed_runes(vocabulary)), 'rune')} from {', '.join(used)}")


def _content(name: str, folder: Path | None, unusable: bool) -> Diagnosis:
    subject = f"site {name}"
    if unusable:
        hint = "Fix the config as reported above."
        return Diagnosis(subject, "note", "invalid `contentDir`: its pages are unknown", hint)
    if folder is None:
        return Diagnosis(subject, "note", "no `contentDir`: its pages are unknown", "Add `contentDir`.")
    if not folder.is_dir():
        return Diagnosis(
            subject, "problem", f"contentDir {folder} does not exist", "Create the folder, or fix the config."
        )
    count = sum(isinstance(each, str) for each in pages([str(folder)]))
    if not count:
        return Diagnosis(subject, "note", f"no pages in {folder}", "Add a page, or fix `contentDir`.")
    return Diagnosis(subject, "ok", f"{folder}, {counted(count, 'page')}")


def _catalogues(here: DoctorContext) -> Iterator[Diagnosis]:
    packages = here.project.packages
    for package in packages.catalogued.values():
        version = f" {package.version}" if package.version else ""
        yield Diagnosis("catalogues", "ok", f"{package.name}{version}: {counted(len(package.runes), 'rune')}")
    yield from (_config_problem("catalogues", each, here.root) for each in packages.problems)
    if not packages.catalogued and not packages.problems:
        yield Diagnosis("catalogues", "ok", f"none in {CATALOGUES}")


def _plugins(here: DoctorContext) -> Iterator[Diagnosis]:
    plugins = here.plugins
    for each in plugins.discovery.plugins:
        how = f"runs with `{each.shell}`" if each.shell else counted(len(each.commands), "command")
        yield Diagnosis(
            "plugins", "ok", f"{each.namespace}: {each.package_name} {each.package_version} ({each.source}), {how}"
        )
        if each.plugin is not None and each.plugin.detector is not None:
            yield _detected(each.namespace, plugins, each.plugin.missing)
    for warning in plugins.warnings:
        state: State = "note" if warning.code == _NEEDS_NODE else "problem"
        hint = None if state == "note" else "Fix or remove it; the other plugins work."
        yield Diagnosis("plugins", state, f"{warning.plugin}: {warning.message}", hint)
    if not plugins.discovery.plugins:
        yield Diagnosis("plugins", "note", "none", "Install plugins as Python packages beside refrakt.")


def _detected(namespace: str, plugins: PluginTable, missing: Exception | None) -> Diagnosis:
    found = plugins.detected.get(namespace)
    if found is None:
        return Diagnosis(
            namespace, "note", "not used in this project", shell_hint(getattr(missing, "hint", "")) or None
        )
    return Diagnosis(namespace, "ok", ", ".join(f"{key} {value}" for key, value in found.items()))


def _node(here: DoctorContext) -> Iterator[Diagnosis]:
    node = find_program("node", search_path([here.root]))
    if node is not None:
        yield Diagnosis("node", "ok", node)
    else:
        yield Diagnosis("node", "note", "not found: `refrakt catalogue export` cannot run", "Nothing else needs Node.")


def _link(here: DoctorContext) -> Iterator[Diagnosis]:
    address = address_of(str(here.root))
    if isinstance(address, NoSharedAddress):
        hint = "Set REFRAKT_RUNTIME_DIR to a private folder. Until then each agent gets a process of its own."
        yield Diagnosis("link", "problem", f"editor and agents cannot connect: {address.reason}", hint)
        return
    exposed = _exposed(address)
    if exposed is not None:
        yield exposed
    host = status(str(here.root))
    if isinstance(host, dict):
        kind = "a server without an editor" if host.get("headless") else "an editor"
        agents = counted(host.get("clients", 0), "agent")
        yield Diagnosis("link", "ok", f"{kind} (process {host.get('pid')}) serves {agents} at {address.path}")
    elif host != "no host is running":
        yield Diagnosis("link", "problem", host, "End that process, or use the same version of refrakt in both.")
    elif os.path.lexists(address.path):
        hint = "No action needed: the next server replaces it."
        yield Diagnosis("link", "note", f"stale socket {address.path}", hint)
    else:
        yield Diagnosis("link", "ok", f"no server is running; its socket would be {address.path}")


def _exposed(address: HostAddress) -> Diagnosis | None:
    """The socket must belong to the user; the folder was checked before."""
    try:
        found = os.lstat(address.path)
    except OSError:
        return None
    if os.name == "posix" and (found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077):
        return Diagnosis("link", "problem", f"other users can access {address.path}", f"Remove it: rm {address.path}")
    return None


def _agents(here: DoctorContext) -> Iterator[Diagnosis]:
    for name in _REGISTERED:
        path = here.root / name
        try:
            text = read_inside(here.root, path).decode("utf-8")
        except (OSError, ValueError):
            continue
        if "refrakt" in text:
            yield Diagnosis("agents", "ok", f"{name} has refrakt")
            return
    hint = "Run `refrakt mcp --install CLIENT`."
    yield Diagnosis("agents", "note", "no MCP config of the project has refrakt", hint)


def _config_problem(subject: str, problem: Problem, root: Path) -> Diagnosis:
    file, line, column = problem_position(problem, root)
    state: State = "problem" if problem.severity in ("error", "warning") else "note"
    message = f"{file}:{line}:{column}: {problem.severity}[{problem.code}]: {problem.message}"
    return Diagnosis(subject, state, message, problem.suggestion or f"Fix {file}:{line}.")
