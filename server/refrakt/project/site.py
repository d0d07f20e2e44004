"""A project and its sites: runes, partials and severities, for checking a page.

A folder without a config is a site that may use all runes.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from refrakt.markdoc.parse_options import ParseOptions
from refrakt.project.config import (
    FILE_NAME,
    PARTIALS,
    PLAIN_FILE_NAME,
    PLAN,
    ProjectConfig,
    RuleOverride,
    SiteConfig,
    config_problem,
    hides_packages,
    parse_config,
    read_config,
)
from refrakt.project.config_rules import CONFIG_SHAPE, PACKAGE_BROKEN, RUNE_CONFLICT, UNKNOWN_PACKAGE
from refrakt.project.confinement import allowed_folders, confined_path
from refrakt.project.files import Stamps, stamps
from refrakt.project.folder_scan import FolderScan
from refrakt.project.frameworks.glob_patterns import glob_matches
from refrakt.project.markdoc_package import is_markdoc_package
from refrakt.project.project_root import has_sites_below, is_plan, is_root, project_root
from refrakt.project.rune_packages import (
    CATALOGUES,
    RunePackages,
    all_builtin,
    installed,
    is_package_name,
    official_packages,
)
from refrakt.rules.frontmatter_schema import FrontmatterSchema
from refrakt.rules.name_suggestion import nearest
from refrakt.rules.page import Site
from refrakt.rules.problem import RULE_SEVERITY, Problem, Severity
from refrakt.rules.registry import Category
from refrakt.rules.severity_settings import ALL_RULES, Settings
from refrakt.runes.rune import Attribute, Package
from refrakt.runes.vocabulary import CORE, Vocabulary, vocabulary
from refrakt.untrusted import quoted, word

if TYPE_CHECKING:
    from refrakt.project.frameworks.markdoc_site import MarkdocSite
    from refrakt.runes.javascript import SiteSchema

PLAN_PACKAGE = "@refrakt-md/plan"
NO_OPEN_FILES: Mapping[Path, str] = MappingProxyType({})
_LONGEST_SEARCH = 3.0
"""Seconds of processor time for the search of sites below a folder that is not one itself."""
_LONGEST_WAIT = 12.0
"""Seconds that this search may take."""
SOURCE_ENDINGS = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".json")
"""The files of a schema and of what it imports."""
STATIC = ("static", "public")
_OF_TAGS: frozenset[Category] = frozenset({"syntax", "tags", "attributes", "content"})
"""The categories of rules about tags."""
"""The default folders of static files."""


@dataclass(frozen=True, eq=False)
class SiteContext:
    """The configuration of a site for its pages."""

    name: str | None
    root: Path
    content_dir: Path | None
    vocabulary: Vocabulary
    file_roots: tuple[tuple[str, Path], ...] = ()
    variables: Mapping[str, Any] | None = None
    """The variables of the site; None if they are not known."""
    functions: frozenset[str] = frozenset()
    nodes: Mapping[str, tuple[Attribute, ...]] = field(default_factory=dict)
    rules: Settings = field(default_factory=dict)
    """The severities in its config."""
    overrides: tuple[RuleOverride, ...] = ()
    """Those for some of its files, the last one first of all."""
    declared_variables: frozenset[str] = frozenset()
    """The variables that the config declares."""
    problems: tuple[Problem, ...] = ()
    """The problems of the config that concern this site."""
    open_nodes: frozenset[str] | None = frozenset()
    """The nodes that may take other attributes; None for all."""
    has_unknown_functions: bool = False
    markdoc: MarkdocSite | None = None
    """The site as recognised from its files, if it is not refrakt's own."""
    settings: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Its part of `refrakt.config.json` as written."""
    caches: dict[str, Any] = field(default_factory=dict, repr=False)
    """What is derived from it elsewhere and kept with it, by name."""

    def rules_for(self, path: str | None) -> Settings:
        """The severities in the config for a file, by its path in the project."""
        if path is None or not self.overrides:
            return self.rules
        merged = dict(self.rules)
        for each in self.overrides:
            if glob_matches(each.files, path):
                if ALL_RULES in each.rules:
                    merged.clear()
                merged.update(each.rules)
        return merged

    @property
    def options(self) -> ParseOptions:
        """How its pages are parsed. Tags in code blocks are samples: on a refrakt site always, elsewhere most of the time."""
        if self.markdoc is None:
            return ParseOptions(fences="escaped" if self.vocabulary.refrakt else "live")
        options = self.markdoc.options
        # Options that could not be read: nothing in a comment is reported.
        comments = options.allowComments or not options.known
        return ParseOptions(
            comments=comments,
            indentation=options.allowIndentation,
            slots=options.slots,
            fences="escaped",
            html=options.allowHTML,
            linkify=options.linkify,
            typographer=options.typographer,
        )

    @property
    def keeps_style(self) -> bool:
        """Whether formatting keeps the style of the author. On a refrakt site pages get one normal form."""
        return self.markdoc is not None

    @cached_property
    def surroundings(self) -> Site:
        """The site for page rules."""
        return Site(
            self.vocabulary,
            self._partials(),
            self.variables,
            declared_variables=self.declared_variables,
            functions=self.functions,
            nodes=self.nodes,
            open_nodes=self.open_nodes,
            has_unknown_functions=self.has_unknown_functions,
            frontmatter_schema=self.frontmatter_schema,
            is_partial=self._is_partial,
            unchecked=self._unchecked,
        )

    def _unchecked(self, path: str) -> frozenset[Category]:
        """The rules that do not apply to a page, by its path below the project root: code of a site may rewrite its tags."""
        site = self.markdoc
        if site is None or not site.rewrites.tags:
            return frozenset()
        place = self.root / path
        if not place.is_relative_to(site.folder):
            return frozenset()
        return _OF_TAGS if site.rewrites_of(place.relative_to(site.folder).as_posix()).tags else frozenset()

    def _is_partial(self, path: str) -> bool:
        """Whether a file, by its path below the project root, may be a partial."""
        site = self.markdoc
        if site is None:
            return PARTIALS in path.split("/")[:-1]
        place = self.root / path
        return place.is_relative_to(site.folder) and site.may_be_partial(place.relative_to(site.folder).as_posix())

    def frontmatter_schema(self, path: str) -> FrontmatterSchema | None:
        """The declared frontmatter of a page, by its path below the project root."""
        site = self.markdoc
        if site is None or not site.frontmatter or not (self.root / path).is_relative_to(site.folder):
            return None
        return site.frontmatter_schema((self.root / path).relative_to(site.folder).as_posix())

    def _partials(self) -> frozenset[str] | None:
        if self.markdoc is not None:
            # Where partials are also files relative to the page, their names depend on the page. Own code may add others.
            schema = self.markdoc.schema
            is_open = self.markdoc.relative_partials or (schema is not None and schema.open_partials is not None)
            return None if is_open else frozenset(self.markdoc.partials) or None
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
    """The folder of a site's partials, whether it exists or not; None if a link leaves the project."""
    return confined_path(root, content / PARTIALS)


def _is_visible_in(folder: Path, path: Path) -> bool:
    """Whether a file is below a folder, and not in a hidden one there: those have no pages, such as the agents in `.fractary`."""
    if not path.is_relative_to(folder):
        return False
    return not any(each.startswith(".") for each in path.relative_to(folder).parts[:-1])


def _below(folder: Path, scan: FolderScan) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The files and folders below a folder, each with its relative path. Links are not followed."""
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
class UnresolvedSite:
    """No site was chosen: none has the requested name, or there are several."""

    requested: str | None
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Project:
    """A folder, its config, and what follows from it."""

    root: Path
    config: ProjectConfig | None = None
    open_files: Mapping[Path, str] = field(default_factory=dict)
    """The texts of files that are open in the editor. Of those that define the project, they count instead of the disk."""
    has_sites: bool = False
    """Whether sites were found before, as in the process that asks a worker: then their search has no short limit."""

    @cached_property
    def unsaved(self) -> Mapping[Path, str]:
        """The open files that define the project: its config, and the sources of schemas and routes."""
        return self.unsaved_among(self.open_files)

    def unsaved_among(self, open_files: Mapping[Path, str]) -> Mapping[Path, str]:
        """Those of the open files that define the project. No disk access."""
        return {path: text for path, text in open_files.items() if str(path) in self._definition_files}

    @cached_property
    def schema_sources(self) -> tuple[Path, ...]:
        """The files that schemas and routes were read from."""
        named = dict.fromkeys(each for site in self.markdoc_sites.values() for each in site.watched)
        return tuple(each for each in named if each.name.endswith(SOURCE_ENDINGS) and each.is_file())

    @cached_property
    def _definition_files(self) -> frozenset[str]:
        return frozenset(self._watched[0])

    def is_defined_by(self, path: Path) -> bool:
        """Whether a file is one of those that define the project."""
        return str(path) in self._definition_files

    @cached_property
    def markdoc_sites(self) -> Mapping[str, MarkdocSite]:
        """The sites that use Markdoc without refrakt, by name. A config with sites of refrakt takes precedence."""
        if self.config is not None and (self.config.sites or not self.config.readable):
            return {}
        if not is_root(self.root) and not has_sites_below(self.root):
            return {}
        from refrakt.project.frameworks.page_selection import PageSelection
        from refrakt.project.frameworks.recognition import recognise

        # The first page that is opened waits for this search.
        is_site = self.has_sites or is_markdoc_package(self.root) or (self.root / PLAIN_FILE_NAME).is_file()
        scan = FolderScan() if is_site else FolderScan(seconds=_LONGEST_WAIT, processor_seconds=_LONGEST_SEARCH)
        shared = self.config.shared if self.config is not None else SiteConfig("")
        folder = self.plan_folder
        plan = folder is not None and folder.is_relative_to(self.root) and folder != self.root and is_plan(folder)
        own = folder.relative_to(self.root).as_posix() if folder is not None and plan else None
        selection = PageSelection(shared.included_pages, shared.excluded_pages, plan=own)
        return {each.name: each for each in recognise(self.root, scan, self.open_files, selection)}

    @property
    def plain(self) -> bool:
        """Whether the project uses Markdoc without refrakt."""
        return bool(self.markdoc_sites)

    @property
    def unknown(self) -> bool:
        """Whether the kind of project is not known."""
        return self.config is None and not self.plain

    @cached_property
    def packages(self) -> RunePackages:
        return RunePackages(self.root)

    @cached_property
    def _sites(self) -> dict[tuple[str | None, bool], SiteContext]:
        return {}

    @cached_property
    def plan_folder(self) -> Path | None:
        """The folder of the plan, whether it exists or not; None if it is outside of the project."""
        return self.config.plan_folder if self.config is not None else confined_path(self.root, PLAN)

    @cached_property
    def page_folders(self) -> tuple[Path, ...]:
        """The folders that contain pages. On a refrakt site every `.md` file in them is one; see `is_page`."""
        found = [each.folder for each in self.markdoc_sites.values()]
        if self.config is not None:
            found += [site.content_dir for site in self.config.sites.values() if site.content_dir is not None]
            found += self.config.file_roots.values()
        return (*found, *([self.plan_folder] if self.plan_folder is not None else []))

    def is_page(self, path: Path) -> bool:
        """Whether a file is a page or partial of the project, by its path alone."""
        if self.plan_folder is not None and path.is_relative_to(self.plan_folder):
            return True
        if not self.plain:
            return any(_is_visible_in(folder, path) for folder in self.page_folders)
        site = self._markdoc_site_of(path)
        return site is not None and _is_visible_in(site.folder, path) and site.has_page(path)

    def _markdoc_site_of(self, path: Path) -> MarkdocSite | None:
        """The innermost site with a page, else the innermost site around a file."""
        around = [each for each in self.markdoc_sites.values() if path.is_relative_to(each.folder)]
        return max(around, key=lambda each: (each.has_page(path), len(each.folder.parts)), default=None)

    @cached_property
    def asset_folders(self) -> tuple[Path, ...]:
        """The folders of static files, whether they exist or not."""
        sites = self.config.sites.values() if self.config is not None else ()
        plain = (each.folder / name for each in self.markdoc_sites.values() for name in each.static_folders)
        return tuple(dict.fromkeys([*plain, *(folder for site in sites for folder in self.static_folders(site))]))

    def static_folders(self, site: SiteConfig) -> tuple[Path, ...]:
        """The folders of static files of a site: those of its config, else those beside its content."""
        if site.static_dirs is not None:
            return site.static_dirs
        beside = [site.content_dir.parent] if site.content_dir is not None else []
        folders = (confined_path(self.root, folder / name) for folder in (*beside, self.root) for name in STATIC)
        return tuple(dict.fromkeys(each for each in folders if each is not None))

    def stamp(self) -> tuple[Stamps, object]:
        """Changes when a file of the project's definition changes, or a partial is created or deleted.

        Computed before every response to an agent, so the paths are collected once.
        """
        files, folders = self._watched
        scan = FolderScan.brief()
        below = [
            entry.path for each in folders for _, entry in _below(each, scan) if entry.is_dir(follow_symlinks=False)
        ]
        watched = [*folders, *(below if not scan.cut_off else ())]
        return stamps([*files, *self.packages.catalogues(), *watched]), allowed_folders()

    def definitions(self) -> Stamps:
        """Changes when a file changes that defines runes or severities."""
        return stamps(self.definition_files)

    @property
    def definition_files(self) -> list[str]:
        """The files that define runes, severities and sites, whether they exist or not."""
        return [*self._watched[0], *map(str, self.packages.catalogues())]

    @cached_property
    def _watched(self) -> tuple[list[str], list[Path]]:
        """The files of the definition, whether they exist or not, and the folders of partials."""
        config = self.config
        sites = [*config.sites.values(), config.shared] if config is not None else []
        named = dict.fromkeys(each.name for site in sites for each in site.plugins or ())
        names = (FILE_NAME, PLAIN_FILE_NAME, "package.json", "pyproject.toml", CATALOGUES)
        files = [*(self.root / name for name in names), *self.packages.installed(named)]
        files += dict.fromkeys(each for site in self.markdoc_sites.values() for each in site.watched)
        partials = (partials_folder(self.root, each.content_dir) for each in sites if each.content_dir)
        folders = dict.fromkeys(each for each in partials if each is not None)
        return list(map(str, files)), [*folders, *(config.file_roots.values() if config is not None else ())]

    @property
    def site_names(self) -> list[str]:
        """The names of its sites."""
        sites: Iterable[str] = (
            self.markdoc_sites if self.plain else self.config.sites if self.config is not None else ()
        )
        return list(sites)

    def choose(self, name: str | None = None, path: Path | None = None) -> SiteConfig | UnresolvedSite | None:
        """The site with a name, else the one of a path, else the only one. None if there are none."""
        sites = self.config.sites if self.config is not None else {}
        if name is not None:
            return sites[name] if name in sites else UnresolvedSite(name, tuple(sites))
        if path is not None:
            around = [each for each in sites.values() if each.content_dir and path.is_relative_to(each.content_dir)]
            if around:
                return max(around, key=lambda each: len((each.content_dir or self.root).parts))
        if len(sites) > 1:
            return UnresolvedSite(None, tuple(sites))
        return next(iter(sites.values()), None)

    def site(self, name: str | None = None, path: Path | None = None) -> SiteContext | UnresolvedSite:
        """The context of a site, see `choose`. Created once for all pages."""
        plan = path is not None and self.plan_folder is not None and path.is_relative_to(self.plan_folder)
        if self.plain and not plan:
            return self._plain_site(name, path)
        chosen = self.choose(name, path)
        if isinstance(chosen, UnresolvedSite):
            if not plan or name is not None:
                return chosen
            chosen = None  # the plan belongs to the project, not to a site
        key = (chosen.name if chosen is not None else None, plan)
        found = self._sites.get(key)
        if found is None:
            found = self._sites.setdefault(key, self._create(chosen, plan))
        return found

    def _create(self, chosen: SiteConfig | None, plan: bool) -> SiteContext:
        """A site; for pages of the plan, with the runes of the plan as well."""
        config = self.config
        chosen = chosen or (config.shared if config is not None else None)
        if config is None or chosen is None or (chosen is config.shared and chosen.plugins is None):
            return self._with_all_packages(config)
        return self._configured(config, chosen, plan)

    def _plain_site(self, name: str | None, path: Path | None) -> SiteContext | UnresolvedSite:
        """A site that is not refrakt's own, by name, by path, else the only one."""
        sites = self.markdoc_sites
        found = self._markdoc_site_of(path) if name is None and path is not None else sites.get(name or "")
        if found is None and name is None and len(sites) == 1:
            found = next(iter(sites.values()))
        if found is None:
            return UnresolvedSite(name, tuple(sites))
        key = (found.name, False)
        if key not in self._sites:
            self._sites.setdefault(key, plain_context(self.root, found, self.packages, self.config, sites.keys()))
        return self._sites[key]

    def _with_all_packages(self, config: ProjectConfig | None) -> SiteContext:
        """Without a list of packages, all known ones may be used."""
        catalogued = self.packages.catalogued
        offered = [each for each in all_builtin() if each.name not in catalogued]
        site_vocabulary = vocabulary([*offered, *catalogued.values()], unknown=sorted(self.packages.incomplete))
        problems = [*(config.problems if config else ()), *self.packages.problems, *self._package_problems()]
        rules = config.shared.rules if config else {}
        overrides = config.shared.overrides if config else ()
        return SiteContext(
            None,
            self.root,
            None,
            site_vocabulary,
            rules=rules,
            overrides=overrides,
            declared_variables=config.shared.variables if config else frozenset(),
            problems=tuple(problems),
        )

    def _configured(self, config: ProjectConfig, site: SiteConfig, plan: bool) -> SiteContext:
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
            # The name becomes part of a command, so it must be a valid name.
            hint = f"Run `refrakt catalogue export {named.name if is_package_name(named.name) else 'PACKAGE'}`."
            near = nearest(named.name, official_packages(), most=1)
            severity: Severity = RULE_SEVERITY
            if near:
                message, hint = f"unknown package {word(named.name)}; did you mean {near[0]}?", f"Write {near[0]}."
                severity = "error"
            problems.append(config.problem(UNKNOWN_PACKAGE, message, named.node, hint, severity))
        if site.local:
            unknown.append("runes.local")
        if _has_incomplete_packages(config):
            unknown.append(FILE_NAME)
        unknown += [each.name for each in found if each.name in self.packages.incomplete]
        site_vocabulary = vocabulary(found, prefer=site.prefer, aliases=site.aliases, unknown=unknown)
        problems += [*_name_problems(config, site, site_vocabulary), *self.packages.problems, *self._package_problems()]
        return SiteContext(
            site.name or None,
            self.root,
            site.content_dir,
            site_vocabulary,
            tuple(config.file_roots.items()),
            rules=site.rules,
            overrides=site.overrides,
            declared_variables=site.variables,
            problems=tuple(problems),
            settings=site_settings(site),
        )

    def _package_problems(self) -> Iterator[Problem]:
        path = self.config.path if self.config is not None else self.root / FILE_NAME
        return (config_problem(PACKAGE_BROKEN, trouble, path) for trouble in installed()[1])


def site_settings(site: SiteConfig) -> dict[str, Any]:
    """The part of a config that concerns a site, as plain data."""
    data = site.node.data() if site.node is not None else None
    return data if isinstance(data, dict) else {}


def plain_context(
    root: Path,
    site: MarkdocSite,
    packages: RunePackages,
    config: ProjectConfig | None = None,
    others: Collection[str] = (),
) -> SiteContext:
    """The configuration of a site that is not refrakt's own. An exported catalogue takes precedence over its schema.

    A catalogue with the name of a site, one of `others`, applies to that site alone.
    """
    catalogued = packages.catalogued
    rules = config.shared.rules if config is not None else {}
    overrides = config.shared.overrides if config is not None else ()
    problems = (*(config.problems if config is not None else ()), *site.problems, *packages.problems)
    if site.name in catalogued:
        from refrakt.project.frameworks.exported_schema import exported_schema

        site = replace(site, schema=exported_schema(packages.exported[site.name], site.schema))
    elif catalogued.keys() - set(others):
        return SiteContext(
            site.name,
            root,
            None,
            vocabulary(
                packages.catalogued.values(),
                refrakt=False,
                unknown=sorted(packages.incomplete),
                slug_rules=site.slug_rules,
            ),
            variables=packages.variables or None,
            functions=frozenset(packages.functions),
            nodes=packages.nodes,
            rules=rules,
            overrides=overrides,
            problems=problems,
            markdoc=site,
        )
    schema = site.schema
    reason = site.schema_reason if schema is None else schema.open
    unknown = [reason or "a schema that was not found"] if schema is None or schema.open is not None else []
    package = Package(site.name, site.name, runes=schema.tags if schema is not None else {})
    return SiteContext(
        site.name,
        root,
        None,
        vocabulary([package], refrakt=False, unknown=unknown, slug_rules=site.slug_rules),
        variables=None if site.variables is None else dict.fromkeys(site.variables),
        functions=site.functions or frozenset(),
        nodes={name: each.attributes for name, each in schema.nodes.items()} if schema is not None else {},
        rules=rules,
        overrides=overrides,
        problems=problems,
        open_nodes=_open_nodes(schema),
        has_unknown_functions=site.functions is None,
        markdoc=site,
    )


def unrecognised_site(root: Path) -> SiteContext:
    """The configuration of a Markdoc file outside of all projects: any tag and any node may be defined."""
    tags = vocabulary([], refrakt=False, unknown=["a schema that was not found"])
    return SiteContext(None, root, None, tags, open_nodes=None, has_unknown_functions=True)


def _open_nodes(schema: SiteSchema | None) -> frozenset[str] | None:
    """The nodes that may take attributes that are not known; None for all."""
    if schema is None or schema.open_nodes is not None:
        return None
    return frozenset(name for name, each in schema.nodes.items() if each.open)


def _name_problems(config: ProjectConfig, site: SiteConfig, site_vocabulary: Vocabulary) -> Iterator[Problem]:
    """The conflicts between packages, and invalid `prefer` and `aliases`."""
    nodes = {named.name: named.node for named in site.plugins or ()}
    for conflict in site_vocabulary.conflicts:
        others = [name for name in conflict.packages if name != conflict.taken]
        message = f"`{conflict.name}` is a rune of {' and of '.join(conflict.packages)}; {conflict.taken} is used"
        hint = f'Choose one: "runes": {{"prefer": {{{quoted(conflict.name)}: {quoted(others[0])}}}}}.'
        yield config.problem(RUNE_CONFLICT, message, nodes.get(others[-1]), hint)
    node = site.node
    prefer, aliases = (node.at("runes", key) if node else None for key in ("prefer", "aliases"))
    named = {each for package in site_vocabulary.packages for each in (package.name, package.short)} | {CORE}
    for rune, name in site.prefer.items():
        key = prefer.get(rune) if prefer else None
        if name not in named:
            yield config.problem(CONFIG_SHAPE, f"{name} is not a package of this site", key, severity="warning")
    for alias, target in site.aliases.items():
        key = aliases.key(alias) if aliases else None
        if target not in site_vocabulary.names:
            yield config.problem(CONFIG_SHAPE, f"no rune is called '{target}'", key, severity="warning")
        elif alias in site_vocabulary.runes or (site_vocabulary.names.get(alias) != site_vocabulary.names[target]):
            yield config.problem(CONFIG_SHAPE, f"'{alias}' is already the name of a rune", key, severity="warning")


def _has_incomplete_packages(config: ProjectConfig) -> bool:
    """Whether packages of a config may be missing: it cannot be read, or has an error in the keys that name them."""
    if not config.readable:
        return True
    sites = [each.node for each in (*config.sites.values(), config.shared) if each.node is not None]
    keys = [node.get(key) for node in sites for key in ("plugins", "packages", "runes")]
    spans = [node.span for node in keys if node is not None]
    errors = [each for each in config.problems if each.severity == "error"]
    return any(
        hides_packages(each) or any(span.start <= each.span.start < span.end for span in spans) for each in errors
    ) or (bool(errors) and not config.sites)


def find_project(folder: Path) -> Project:
    """The project a folder belongs to: the nearest config decides what kind it is."""
    return project_at(Path(project_root(folder)))


def project_at(root: Path, open_files: Mapping[Path, str] = NO_OPEN_FILES, has_sites: bool = False) -> Project:
    """The project whose top this folder is. The texts of open files count instead of those on disk."""
    path = root / FILE_NAME
    config = open_files.get(path)
    if config is None and not path.is_file():
        return Project(root, open_files=open_files, has_sites=has_sites)
    read = read_config(path) if config is None else parse_config(config, path)
    return Project(root, read, open_files, has_sites)
