"""What `refrakt doctor` looks at, one function for each thing. Looking changes nothing, and runs nothing of the project.

A remark is `ok`, a `note` (it works; you may want to know) or a `problem` (something does not work as it should); the latter two
say what to do.
"""

from __future__ import annotations

import json
import os
import platform
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
from refrakt.features.reference import written
from refrakt.hosts.link.rendezvous import Meeting, Nowhere, meeting_of
from refrakt.hosts.link.status import status
from refrakt.plugins.table import Plugins, for_root
from refrakt.project.config import FILE_NAME, PLAIN_FILE_NAME, ConfigProblem
from refrakt.project.files import read_inside
from refrakt.project.index.spec import specs_of
from refrakt.project.packages import CATALOGUES
from refrakt.project.programs import find_program, search_path
from refrakt.project.roots import CONFIG_FILES, PLAN_FOLDERS
from refrakt.project.site import NoSite, Project, find_project
from refrakt.runes.vocabulary import Vocabulary

from .pages import pages
from .report import counted

State = Literal["ok", "note", "problem"]

_NEEDS_NODE = "PLUGIN_NEEDS_NODE"
"""The warning about a plugin that works, only not from here."""
_REGISTERED = (".mcp.json", ".vscode/mcp.json", ".cursor/mcp.json", ".zed/settings.json", "opencode.json")
"""Where a project tells agents which servers there are."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that was looked at."""

    subject: str
    state: State
    message: str
    hint: str | None = None
    """What to do."""


@dataclass(frozen=True)
class Surroundings:
    """Where the doctor was called."""

    folder: Path

    @cached_property
    def project(self) -> Project:
        return find_project(self.folder)

    @property
    def root(self) -> Path:
        return self.project.root

    @cached_property
    def plugins(self) -> Plugins:
        return for_root(self.root, self.project.config)


def checkup(folder: Path) -> Iterator[Remark]:
    """Everything there is to say about a folder. A look that fails is a remark, too, and the others go on."""
    here = Surroundings(folder)
    looks: dict[str, Callable[[Surroundings], Iterable[Remark]]] = {
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
    for subject, look in looks.items():
        try:
            yield from look(here)
        except Exception as error:  # noqa: BLE001 the doctor is called when things are broken, and must not break
            message = f"looking at it failed: {type(error).__name__}: {error}"
            yield Remark(subject, "problem", message, "This is a mistake of refrakt itself; please report it.")


def _refrakt(here: Surroundings) -> Iterator[Remark]:
    package = Path(sys.modules["refrakt"].__file__ or "").parent
    yield Remark("refrakt", "ok", f"{__version__}, from {package}")
    yield Remark("python", "ok", f"{platform.python_version()}, {sys.executable}")
    command = shutil.which("refrakt")
    if command is None:
        hint = f"Add {Path(sys.executable).parent} to PATH, or name the program in their settings."
        yield Remark("path", "note", "`refrakt` is not on PATH: editors and agents may not find it", hint)
    elif Path(command).parent.resolve() != Path(sys.executable).parent.resolve():
        hint = "Call it by its path where it matters which one answers."
        yield Remark("path", "note", f"`refrakt` on PATH is another one than this: {command}", hint)
    else:
        yield Remark("path", "ok", command)


def _project(here: Surroundings) -> Iterator[Remark]:
    root = here.root
    plans = (f"plan/{each}" for each in PLAN_FOLDERS)
    configs = (each for each in CONFIG_FILES if (root / each).is_file())
    folders = (each for each in (*plans, ".fractary") if (root / each).is_dir())
    sign = next(chain(configs, folders), None)
    if sign is not None:
        yield Remark("project", "ok", f"{root}, because of {sign}")
        return
    reason = "the top of a repository" if (root / ".git").exists() else "nothing here or above tells of a project"
    hint = f"Add {FILE_NAME} with a `site` where the project begins, if there is to be one."
    yield Remark("project", "note", f"{root}: {reason}", hint)


def _config(here: Surroundings) -> Iterator[Remark]:
    config = here.project.config
    if config is None:
        if here.project.plain:
            yield Remark("config", "ok", f"{PLAIN_FILE_NAME}: a project of plain Markdoc")
        else:
            yield Remark("config", "note", f"no {FILE_NAME}: every rune there is may be used")
        return
    yield from (_told("config", each, here.root) for each in config.problems)
    if not config.problems:
        yield Remark("config", "ok", f"{FILE_NAME}: no problems")


def _sites(here: Surroundings) -> Iterator[Remark]:
    config = here.project.config
    packages = here.project.packages
    told = set(config.problems) if config is not None else set()
    names: list[str | None] = list(config.sites) if config is not None else []
    if config is not None and not names:
        yield Remark("sites", "note", "the config names no site", "Add a `site` with its `contentDir`.")
    for name in names or [None]:
        site = here.project.site(name)
        if isinstance(site, NoSite):
            continue
        routes = [each for spec in specs_of(here.project) if spec.name == site.name for each in spec.problems]
        for problem in (*site.problems, *routes):
            if problem not in told and problem not in packages.problems:
                told.add(problem)
                yield _told("sites", problem, here.root)
        if name is not None:
            unusable = config is not None and config.sites[name].has_unusable_content_dir
            yield _content(name, site.content_dir, unusable)
            yield _runes(name, site.vocabulary)


def _runes(name: str, words: Vocabulary) -> Remark:
    """How many runes writers have, and from where: the first thing to look at when one is called unknown."""
    used = [each.name for each in words.packages if any(rune.package == each.name for rune in words)]
    return Remark("runes", "ok", f"{name}: {counted(len(written(words)), 'rune')} from {', '.join(used)}")


def _content(name: str, folder: Path | None, unusable: bool) -> Remark:
    subject = f"site {name}"
    if unusable:
        hint = "Correct it in the config, as the problem above says."
        return Remark(subject, "note", "its `contentDir` cannot be used: its pages are not known", hint)
    if folder is None:
        return Remark(subject, "note", "it has no `contentDir`: its pages are not known", "Add `contentDir`.")
    if not folder.is_dir():
        return Remark(
            subject, "problem", f"its contentDir {folder} does not exist", "Make the folder, or mend the config."
        )
    count = sum(isinstance(each, str) for each in pages([str(folder)]))
    if not count:
        return Remark(subject, "note", f"{folder} holds no pages", "Write one, or mend `contentDir`.")
    return Remark(subject, "ok", f"{folder}, {counted(count, 'page')}")


def _catalogues(here: Surroundings) -> Iterator[Remark]:
    packages = here.project.packages
    for package in packages.catalogued.values():
        version = f" {package.version}" if package.version else ""
        yield Remark("catalogues", "ok", f"{package.name}{version}: {counted(len(package.runes), 'rune')}")
    yield from (_told("catalogues", each, here.root) for each in packages.problems)
    if not packages.catalogued and not packages.problems:
        yield Remark("catalogues", "ok", f"none in {CATALOGUES}")


def _plugins(here: Surroundings) -> Iterator[Remark]:
    plugins = here.plugins
    for each in plugins.discovery.plugins:
        how = f"runs with `{each.shell}`" if each.shell else counted(len(each.commands), "command")
        yield Remark(
            "plugins", "ok", f"{each.namespace}: {each.package_name} {each.package_version} ({each.source}), {how}"
        )
        if each.plugin is not None and each.plugin.detector is not None:
            yield _detected(each.namespace, plugins, each.plugin.missing)
    for warning in plugins.warnings:
        state: State = "note" if warning.code == _NEEDS_NODE else "problem"
        hint = None if state == "note" else "Mend or remove it; the other plugins work."
        yield Remark("plugins", state, f"{warning.plugin}: {warning.message}", hint)
    if not plugins.discovery.plugins:
        yield Remark("plugins", "note", "none", "A plugin is a Python package that is installed beside refrakt.")


def _detected(namespace: str, plugins: Plugins, missing: Exception | None) -> Remark:
    found = plugins.found.get(namespace)
    if found is None:
        return Remark(namespace, "note", "nothing of it in this project", getattr(missing, "hint", None))
    return Remark(namespace, "ok", ", ".join(f"{key} {value}" for key, value in found.items()))


def _node(here: Surroundings) -> Iterator[Remark]:
    node = find_program("node", search_path([here.root]))
    if node is not None:
        yield Remark("node", "ok", node)
    else:
        yield Remark("node", "note", "not found: `refrakt catalogue export` cannot run", "Nothing else needs Node.")


def _link(here: Surroundings) -> Iterator[Remark]:
    meeting = meeting_of(str(here.root))
    if isinstance(meeting, Nowhere):
        hint = (
            "Set REFRAKT_RUNTIME_DIR to a folder that is yours alone. Until then each agent gets a process of its own."
        )
        yield Remark("link", "problem", f"editor and agents cannot meet: {meeting.reason}", hint)
        return
    exposed = _exposed(meeting)
    if exposed is not None:
        yield exposed
    host = status(str(here.root))
    if isinstance(host, dict):
        kind = "a host without an editor" if host.get("headless") else "an editor"
        agents = counted(host.get("clients", 0), "agent")
        yield Remark("link", "ok", f"{kind} (process {host.get('pid')}) serves {agents} at {meeting.address}")
    elif host != "no host is running":
        yield Remark("link", "problem", host, "End the process that holds it, or use the same refrakt in both.")
    elif os.path.lexists(meeting.address):
        hint = "Nothing: the next one takes its place."
        yield Remark("link", "note", f"{meeting.address} was left behind by a process that is gone", hint)
    else:
        yield Remark("link", "ok", f"nobody serves this project now; they would meet at {meeting.address}")


def _exposed(meeting: Meeting) -> Remark | None:
    """The address must be the user's own; the folder has been looked at already."""
    try:
        found = os.lstat(meeting.address)
    except OSError:
        return None
    if os.name == "posix" and (found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077):
        return Remark("link", "problem", f"others can reach {meeting.address}", f"Remove it: rm {meeting.address}")
    return None


def _agents(here: Surroundings) -> Iterator[Remark]:
    for name in _REGISTERED:
        path = here.root / name
        try:
            text = read_inside(here.root, path).decode("utf-8")
        except (OSError, ValueError):
            continue
        if "refrakt" in text:
            yield Remark("agents", "ok", f"{name} names refrakt")
            return
    entry = json.dumps({"mcpServers": {"refrakt": {"command": "refrakt", "args": ["mcp"]}}})
    yield Remark(
        "agents", "note", "no file of the project tells agents about refrakt", f"Write into .mcp.json: {entry}"
    )


def _told(subject: str, problem: ConfigProblem, root: Path) -> Remark:
    file = problem.file.relative_to(root) if problem.file.is_relative_to(root) else problem.file
    state: State = "problem" if problem.severity in ("error", "warning") else "note"
    message = f"{file}:{problem.line}:{problem.column}: {problem.severity}[{problem.code}]: {problem.message}"
    return Remark(subject, state, message, problem.suggestion or f"Mend {file}:{problem.line}.")
