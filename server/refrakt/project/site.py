"""A site of a project: its runes, its partials, how strict it wants to be. All that a page needs to know of its surroundings.

A folder without a config is a site too: one that may use every rune there is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from refrakt.markdoc import Options
from refrakt.rules.page import Site
from refrakt.rules.settings import Settings
from refrakt.runes.model import Attribute
from refrakt.runes.vocabulary import CORE, Vocabulary, vocabulary
from refrakt.untrusted import quoted, word

from .config import (
    FILE_NAME,
    PARTIALS,
    PLAIN_FILE_NAME,
    PLAN,
    Config,
    ConfigProblem,
    SiteConfig,
    parse_config,
    read_config,
)
from .confinement import allowed_folders, confined_path
from .files import Stamps, stamps
from .folder_scan import FolderScan
from .packages import CATALOGUES, Packages, everything, installed, is_package_name
from .roots import project_root

PLAN_PACKAGE = "@refrakt-md/plan"
STATIC = ("static", "public")
"""Folders whose files are served as they are, unless the config names others."""


@dataclass(frozen=True)
class SiteContext:
    """A site as the services see it."""

    name: str | None
    root: Path
    content_dir: Path | None
    vocabulary: Vocabulary
    file_roots: tuple[tuple[str, Path], ...] = ()
    variables: Mapping[str, Any] | None = None
    """The site's own variables; None where nobody can know which there are."""
    functions: frozenset[str] = frozenset()
    nodes: Mapping[str, tuple[Attribute, ...]] = field(default_factory=dict)
    rules: Settings = field(default_factory=dict)
    """The severities its config asks for."""
    problems: tuple[ConfigProblem, ...] = ()
    """What is wrong with the config, as far as this site is concerned."""

    @property
    def options(self) -> Options:
        """How its pages are read: on a refrakt site a tag in a code block is a sample."""
        return Options(fences="escaped") if self.vocabulary.refrakt else Options()

    @cached_property
    def surroundings(self) -> Site:
        """The site as the rules see it."""
        return Site(self.vocabulary, self._partials(), self.variables, functions=self.functions, nodes=self.nodes)

    def _partials(self) -> frozenset[str] | None:
        if self.content_dir is None or FILE_NAME in self.vocabulary.unknown:
            return None
        partials = partials_folder(self.root, self.content_dir)
        if partials is None:
            return None
        scan = FolderScan.brief()
        names = {name for name, _ in _below(partials, scan) if name.endswith(".md")}
        for space, folder in self.file_roots:
            names |= {f"{space}:{name}" for name, _ in _below(folder, scan) if name.endswith(".md")}
        return frozenset(names) if not scan.cut_off else None


def partials_folder(root: Path, content: Path) -> Path | None:
    """The folder of a site's partials, there or not; None where a link leads out of the project."""
    return confined_path(root, content / PARTIALS)


def _below(folder: Path, scan: FolderScan) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The files and folders below a folder, each with its path from there. Links are not followed."""
    pending = [("", str(folder))]
    while pending:
        before, where = pending.pop()
        try:
            entries = scan.entries(where)
        except (OSError, ValueError):
            continue
        for entry in entries:
            name = before + entry.name
            yield name, entry
            if entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
                pending.append((f"{name}/", entry.path))


@dataclass(frozen=True, slots=True)
class NoSite:
    """No site can be chosen: none has the name that was asked for, or there are several."""

    asked: str | None
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Project:
    """A folder, the config that was found for it, and what follows from it."""

    root: Path
    config: Config | None = None
    plain: bool = False
    """Whether this is a project that uses Markdoc without refrakt."""

    @property
    def unknown(self) -> bool:
        """Whether nothing tells what kind of project this is."""
        return self.config is None and not self.plain

    @cached_property
    def packages(self) -> Packages:
        return Packages(self.root)

    @cached_property
    def _sites(self) -> dict[tuple[str | None, bool], SiteContext]:
        return {}

    @cached_property
    def plan_folder(self) -> Path | None:
        """The folder of the plan, there or not; None where it would lie outside of the project."""
        return self.config.plan_folder if self.config is not None else confined_path(self.root, PLAN)

    @cached_property
    def page_folders(self) -> tuple[Path, ...]:
        """The folders below which every `.md` is a page."""
        found = [self.root] if self.plain else []
        if self.config is not None:
            found += [site.content_dir for site in self.config.sites.values() if site.content_dir is not None]
            found += self.config.file_roots.values()
        return (*found, *([self.plan_folder] if self.plan_folder is not None else []))

    @cached_property
    def asset_folders(self) -> tuple[Path, ...]:
        """The folders with files that are served as they are, there or not."""
        sites = self.config.sites.values() if self.config is not None else ()
        return tuple(dict.fromkeys(folder for site in sites for folder in self.static_folders(site)))

    def static_folders(self, site: SiteConfig) -> tuple[Path, ...]:
        """Where a site keeps files that are served as they are: as its config says, else beside its content."""
        if site.static_dirs is not None:
            return site.static_dirs
        beside = [site.content_dir.parent] if site.content_dir is not None else []
        folders = (confined_path(self.root, folder / name) for folder in (*beside, self.root) for name in STATIC)
        return tuple(dict.fromkeys(each for each in folders if each is not None))

    def stamp(self, overlay: object = None) -> tuple[Stamps, object, object]:
        """What changes when a file changes that this project was made from, or a partial comes or goes.

        Looked at before every answer to an agent, so the names are put together once.
        """
        files, folders = self._watched
        scan = FolderScan.brief()
        below = [
            entry.path for each in folders for _, entry in _below(each, scan) if entry.is_dir(follow_symlinks=False)
        ]
        watched = [*folders, *(below if not scan.cut_off else ())]
        return stamps([*files, *self.packages.catalogues(), *watched]), overlay, allowed_folders()

    def definitions(self) -> Stamps:
        """What changes when a file changes that says which runes there are, or how strict to be."""
        return stamps([*self._watched[0], *self.packages.catalogues()])

    @cached_property
    def _watched(self) -> tuple[list[str], list[Path]]:
        """The files that matter, there or not, and the folders of partials."""
        config = self.config
        sites = [*config.sites.values(), config.shared] if config is not None else []
        named = dict.fromkeys(each.name for site in sites for each in site.plugins or ())
        names = (FILE_NAME, PLAIN_FILE_NAME, "package.json", "pyproject.toml", CATALOGUES)
        files = [*(self.root / name for name in names), *self.packages.installed(named)]
        partials = (partials_folder(self.root, each.content_dir) for each in sites if each.content_dir)
        folders = dict.fromkeys(each for each in partials if each is not None)
        return list(map(str, files)), [*folders, *(config.file_roots.values() if config is not None else ())]

    def choose(self, name: str | None = None, path: Path | None = None) -> SiteConfig | NoSite | None:
        """The site that was asked for, else the one a path lies in, else the only one. None where there are none."""
        sites = self.config.sites if self.config is not None else {}
        if name is not None:
            return sites[name] if name in sites else NoSite(name, tuple(sites))
        if path is not None:
            around = [each for each in sites.values() if each.content_dir and path.is_relative_to(each.content_dir)]
            if around:
                return max(around, key=lambda each: len((each.content_dir or self.root).parts))
        if len(sites) > 1:
            return NoSite(None, tuple(sites))
        return next(iter(sites.values()), None)

    def site(self, name: str | None = None, path: Path | None = None) -> SiteContext | NoSite:
        """The surroundings of a page, see `choose`. Made once, used for every page."""
        chosen = self.choose(name, path)
        plan = path is not None and self.plan_folder is not None and path.is_relative_to(self.plan_folder)
        if isinstance(chosen, NoSite):
            if not plan or name is not None:
                return chosen
            chosen = None  # a plan belongs to the project, whichever sites it has
        key = (chosen.name if chosen is not None else None, plan)
        found = self._sites.get(key)
        if found is None:
            found = self._sites.setdefault(key, self._made(chosen, plan))
        return found

    def _made(self, chosen: SiteConfig | None, plan: bool) -> SiteContext:
        """A site; where pages of the plan are meant, one that knows the runes of plans besides its own."""
        if self.plain and not plan:
            catalogued = self.packages.catalogued
            unread = sorted(self.packages.incomplete) if catalogued else [PLAIN_FILE_NAME]
            words = vocabulary(catalogued.values(), refrakt=False, unknown=unread)
            problems = tuple(self.packages.problems)
            if not catalogued:
                message = "the tags of this project are not known here"
                mend = f"Run `refrakt catalogue export {PLAIN_FILE_NAME}`."
                problems += (
                    ConfigProblem("unknown-package", "warning", message, self.root / PLAIN_FILE_NAME, 1, 1, 1, 1, mend),
                )
            return SiteContext(
                None,
                self.root,
                None,
                words,
                variables=self.packages.variables or None,
                functions=frozenset(self.packages.functions),
                nodes=self.packages.nodes,
                problems=problems,
            )
        config = self.config
        chosen = chosen or (config.shared if config is not None else None)
        if config is None or chosen is None or (chosen is config.shared and chosen.plugins is None):
            return self._anything(config)
        return self._configured(config, chosen, plan)

    def _anything(self, config: Config | None) -> SiteContext:
        """Where nothing is said about packages every known one may be used."""
        catalogued = self.packages.catalogued
        offered = [each for each in everything() if each.name not in catalogued]
        words = vocabulary([*offered, *catalogued.values()], unknown=sorted(self.packages.incomplete))
        problems = [*(config.problems if config else ()), *self.packages.problems, *self._troubles()]
        rules = config.shared.rules if config else {}
        return SiteContext(None, self.root, None, words, rules=rules, problems=tuple(problems))

    def _configured(self, config: Config, site: SiteConfig, plan: bool) -> SiteContext:
        found, unknown = [], []
        plans = self.packages.find(PLAN_PACKAGE) if plan else None
        if plans is not None:
            found.append(plans)
        problems = list(config.problems)
        for named in site.plugins or ():
            package = self.packages.find(named.name)
            if package is not None:
                if package is not plans:
                    found.append(package)
                continue
            unknown.append(named.name)
            message = f"the runes of {word(named.name)} are not known here"
            # The name is shown as a part of a command, so it must not be more than a name.
            mend = f"Run `refrakt catalogue export {named.name if is_package_name(named.name) else 'PACKAGE'}`."
            problems.append(config.problem("unknown-package", "warning", message, named.node, mend))
        if site.local:
            unknown.append("runes.local")
        if any(problem.severity == "error" for problem in config.problems):
            # What a broken config says about packages may not be all it meant to say.
            unknown.append(FILE_NAME)
        unknown += [each.name for each in found if each.name in self.packages.incomplete]
        words = vocabulary(found, prefer=site.prefer, aliases=site.aliases, unknown=unknown)
        problems += [*_name_problems(config, site, words), *self.packages.problems, *self._troubles()]
        return SiteContext(
            site.name or None,
            self.root,
            site.content_dir,
            words,
            tuple(config.file_roots.items()),
            rules=site.rules,
            problems=tuple(problems),
        )

    def _troubles(self) -> Iterator[ConfigProblem]:
        path = self.config.path if self.config is not None else self.root / FILE_NAME
        return (ConfigProblem("package-broken", "warning", trouble, path) for trouble in installed()[1])


def _name_problems(config: Config, site: SiteConfig, words: Vocabulary) -> Iterator[ConfigProblem]:
    """Names that two packages offer, and wishes about names that cannot be granted."""
    places = {named.name: named.node for named in site.plugins or ()}
    for conflict in words.conflicts:
        others = [name for name in conflict.packages if name != conflict.taken]
        message = f"`{conflict.name}` is a rune of {' and of '.join(conflict.packages)}; {conflict.taken} is used"
        mend = f'Say which one is meant: "runes": {{"prefer": {{{quoted(conflict.name)}: {quoted(others[0])}}}}}.'
        yield config.problem("rune-conflict", "warning", message, places.get(others[-1]), mend)
    node = site.node
    prefer, aliases = (node.at("runes", key) if node else None for key in ("prefer", "aliases"))
    named = {each for package in words.packages for each in (package.name, package.short)} | {CORE}
    for rune, wish in site.prefer.items():
        place = prefer.get(rune) if prefer else None
        if wish not in named:
            yield config.problem("config-shape", "warning", f"{wish} is no package this site uses", place)
    for alias, target in site.aliases.items():
        place = aliases.key(alias) if aliases else None
        if target not in words.names:
            yield config.problem("config-shape", "warning", f"no rune is called '{target}'", place)
        elif alias in words.runes or (words.names.get(alias) != words.names[target]):
            yield config.problem("config-shape", "warning", f"'{alias}' is already the name of a rune", place)


def find_project(folder: Path) -> Project:
    """The project a folder belongs to: the nearest config decides what kind it is."""
    return project_at(Path(project_root(folder)))


def project_at(root: Path, config: str | None = None) -> Project:
    """The project whose top this folder is. `config` is the text of its config, where that is being edited."""
    path = root / FILE_NAME
    plain = (root / PLAIN_FILE_NAME).is_file()
    if config is None and not path.is_file():
        return Project(root, plain=plain)
    known = read_config(path) if config is None else parse_config(config, path)
    # A plain Markdoc project may have a plan, and a config for it.
    return Project(root, known, plain=plain and known.readable and not known.sites)
