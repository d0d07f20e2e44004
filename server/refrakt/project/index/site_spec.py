"""What the index knows of a site besides its pages: its config and its folders."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from refrakt.markdoc.parse_options import ParseOptions
from refrakt.project.config import ProjectConfig, SiteConfig
from refrakt.project.confinement import confined_path
from refrakt.project.folder_scan import FolderScan
from refrakt.project.frameworks.markdoc_site import MarkdocSite
from refrakt.project.frameworks.partials import relative_partial
from refrakt.project.index.external_references import XrefPattern, xref_patterns_of
from refrakt.project.index.generated_pages import EntityRoutes, entity_routes_of
from refrakt.project.index.link_target import Target, key_target, parse_target, routed_target
from refrakt.project.pages.routes import RouteRule, Routes, routes_of
from refrakt.project.site import (
    PLAN_PACKAGE,
    Project,
    SiteContext,
    UnresolvedSite,
    partials_folder,
    site_settings,
)
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.problem import Problem
from refrakt.rules.registry import Rule
from refrakt.theme.theme_names import ThemeNames, theme_names

_UNKNOWN_NAMES = ThemeNames(None, None, None, None)


@dataclass(frozen=True, eq=False)
class SiteSpec:
    """A site of a project, without its pages."""

    context: SiteContext
    routes: Routes
    content: Path
    """The folder of its pages."""
    partials: tuple[tuple[str, Path], ...] = ()
    """The folders of its partials, each with the prefix of their names."""
    plan: Path | None = None
    """The folder of the plan whose items the site may refer to."""
    static: tuple[Path, ...] = ()
    """The folders of static files. Without any, it is not known which files are served."""
    elsewhere: tuple[RouteRule, ...] = ()
    entity_routes: EntityRoutes = field(default_factory=EntityRoutes)
    xrefs: tuple[XrefPattern, ...] = ()
    """The patterns of references to entities outside of the site."""
    names: ThemeNames = _UNKNOWN_NAMES
    """The names of layouts, icons, tints and backgrounds in its theme."""
    examples: Path | None = None
    """The folder of the files that sandboxes show."""
    sure: bool = True
    """Whether URLs follow from paths. A plain Markdoc site may be served by any framework."""
    complete: bool = True
    """False if patterns of the config are invalid: what they match, or generate pages from, is not known."""
    problems: tuple[Problem, ...] = ()
    """The problems of the parts of the config that only the index reads."""
    _exists: dict[str, bool] = field(default_factory=dict, repr=False)
    _names: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

    @property
    def root(self) -> Path:
        return self.context.root

    @property
    def name(self) -> str | None:
        return self.context.name

    @property
    def options(self) -> ParseOptions:
        return self.context.options

    @property
    def markdoc(self) -> MarkdocSite | None:
        """The site as recognised from its files, if it is not refrakt's own."""
        return self.context.markdoc

    @cached_property
    def content_path(self) -> str:
        """The content folder below the project root, with a slash at its end; empty if it is the root."""
        return below(self.root, self.content)

    @cached_property
    def repository(self) -> Path:
        """The git repository that contains the project; the project root if there is none."""
        around = (self.root, *self.root.parents)
        return next((each for each in around if (each / ".git").exists()), self.root)

    @cached_property
    def declarable(self) -> Mapping[str, frozenset[str]]:
        """The entity types that runes of the site declare, each with the fields of its attributes."""
        found: dict[str, frozenset[str]] = {}
        for rune in self.context.vocabulary.runes.values():
            form = rune.entity
            if form is not None:
                fields = frozenset(form.fields.get(each.name, each.name) for each in rune.attributes)
                found[form.type] = found.get(form.type, frozenset()) | fields
        return found

    @property
    def endings(self) -> tuple[str, ...]:
        """The file extensions of its pages. Other frameworks for Markdoc have more of them."""
        return (".md",) if self.markdoc is None else self.markdoc.endings

    def target(self, link: str, url: str | None, folder: str) -> Target:
        """The target of a link on the page at a URL, whose file is in a folder below the content folder."""
        found = parse_target(link, url, folder, self.routes.base)
        if self.markdoc is None:
            return found
        return key_target(link) if found.kind == "elsewhere" else routed_target(found, self.markdoc.routes, folder)

    def partial_name(self, path: str, name: str) -> str:
        """The name of a partial that a file includes, by the path of the file below the project root.

        Where partials are files relative to the page, it is the path of the partial below the folder of the site.
        """
        site = self.markdoc
        if site is None or not site.relative_partials or name in self.declared_partials:
            return name
        return relative_partial(path.removeprefix(self.content_path), name)

    @property
    def declared_partials(self) -> Collection[str]:
        """The partials that the schema of a site defines by name, with content that only a build knows."""
        schema = self.markdoc.schema if self.markdoc is not None else None
        return schema.partials if schema is not None else ()

    def serves_elsewhere(self, url: str) -> bool:
        """Whether something other than the content is served at a URL."""
        return any(each.fits(url) for each in self.elsewhere)

    def is_file(self, path: str) -> bool:
        """Whether there is a file. Cached until `forget`.

        A path outside of the project, also through a link, is not accessed and counts as existing.
        """
        cached = self._exists.get(path)
        if cached is None:
            cached = self._exists[path] = not self._is_inside(path) or os.path.isfile(path)
        return cached

    def _is_inside(self, path: str) -> bool:
        """Whether a path is in the project, or in the repository that contains it."""
        return confined_path(self.root, path) is not None or confined_path(self.repository, path) is not None

    def is_folder(self, path: str) -> bool:
        """The same for a folder. Its cache key ends with a slash."""
        path = path.rstrip(os.sep) + os.sep
        cached = self._exists.get(path)
        if cached is None:
            cached = self._exists[path] = not self._is_inside(path) or os.path.isdir(path)
        return cached

    def forget(self, path: str) -> bool:
        """A file may have been created or deleted. Returns whether it was cached."""
        return self._exists.pop(path, None) is not None

    def forget_below(self, folder: str) -> list[str]:
        """A folder may have been deleted with all its files. Returns the cached paths below it."""
        top = folder + os.sep
        found = [path for path in self._exists if path.startswith(top) and path != top]
        for path in found:
            self.forget(path)
            self.forget_names(os.path.dirname(path))
        return found

    def names_in(self, folder: str) -> tuple[str, ...]:
        """The names in a folder. Cached until `forget_names`."""
        cached = self._names.get(folder)
        if cached is None:
            cached = self._names[folder] = self._names_in(folder)
        return cached

    def _names_in(self, folder: str) -> tuple[str, ...]:
        if not self._is_inside(folder):
            return ()
        try:
            return tuple(sorted(entry.name for entry in FolderScan.brief().entries(folder)))
        except (OSError, ValueError):  # a link may contain any text
            return ()

    def forget_names(self, folder: str) -> None:
        """A file in a folder may have been created or deleted."""
        self._names.pop(folder, None)

    def changed_folders(self) -> list[str]:
        """List all cached folders again; returns those with other names."""
        found = [folder for folder, cached in self._names.items() if self._names_in(folder) != cached]
        for folder in found:
            self.forget_names(folder)
        return found

    def changed_files(self) -> list[str]:
        """Check all cached files and folders again; returns those that were created or deleted."""
        found = []
        for path, cached in tuple(self._exists.items()):
            exists = os.path.isdir if path.endswith(os.sep) else os.path.isfile
            if (not self._is_inside(path) or exists(path)) != cached:
                found.append(path)
                self._exists[path] = not cached
        return found


def below(root: Path, folder: Path) -> str:
    """The prefix of the paths in a folder, relative to the project root."""
    if not folder.is_relative_to(root):
        return folder.as_posix() + "/"
    return "" if folder == root else folder.relative_to(root).as_posix() + "/"


def specs_of(project: Project) -> list[SiteSpec]:
    """The sites of a project that have a content folder."""
    if project.plain:
        contexts = [project.site(name) for name in project.markdoc_sites]
        shared = project.config.shared if project.config is not None else SiteConfig("")
        return [_plain(each, shared) for each in contexts if not isinstance(each, UnresolvedSite)]
    config = project.config
    if config is None:
        return []
    found = []
    for name, site in config.sites.items():
        context = project.site(name)
        if not isinstance(context, UnresolvedSite) and site.content_dir is not None:
            found.append(_configured(project, site, context, site.content_dir))
    return found


def _plain(context: SiteContext, shared: SiteConfig) -> SiteSpec:
    """A site that is not refrakt's own. Its URLs are those of its route model, and those that the config names."""
    assert context.markdoc is not None
    static = tuple(context.markdoc.folder / each for each in context.markdoc.static_folders)
    elsewhere = _elsewhere(shared)
    return SiteSpec(context, Routes(), context.markdoc.folder, static=static, elsewhere=elsewhere, sure=False)


def _elsewhere(site: SiteConfig) -> tuple[RouteRule, ...]:
    return tuple(RouteRule(each.removeprefix("/"), "") for each in site.elsewhere)


def _configured(project: Project, site: SiteConfig, context: SiteContext, content: Path) -> SiteSpec:
    assert project.config is not None
    rules, wrong_rules = routes_of(project.config, site)
    made, wrong_routes = entity_routes_of(project.config, site)
    patterns, wrong_patterns = xref_patterns_of(project.config)
    own = partials_folder(project.root, content)
    partials = [("", own)] if own is not None else []
    partials += [(f"{space}:", folder) for space, folder in context.file_roots]
    names = theme_names(site_settings(site), context.vocabulary.unknown)
    plans = any(each.name == PLAN_PACKAGE for each in site.plugins or ())
    return SiteSpec(
        context,
        Routes(rules.rules, site.base),
        content,
        tuple(partials),
        project.plan_folder if plans else None,
        tuple(each for each in project.static_folders(site) if each.is_dir()),
        _elsewhere(site),
        made,
        patterns,
        names,
        _examples(project, site, content),
        complete=not any(each.severity == "error" for each in wrong_patterns) and made.usable,
        problems=(*wrong_rules, *wrong_routes, *wrong_patterns, *_unknown_layouts(project.config, site, names)),
    )


def _examples(project: Project, site: SiteConfig, content: Path) -> Path | None:
    """The folder of examples in the config; by default `examples` beside the content folder."""
    sandbox = site_settings(site).get("sandbox")
    named = (sandbox.get("dir") or sandbox.get("examplesDir")) if isinstance(sandbox, dict) else None
    return confined_path(project.root, named if isinstance(named, str) and named else content.parent / "examples")


_UNKNOWN_LAYOUT = Rule("unknown-layout", "warning", "theme", "A layout that the theme does not have.")
"""The site rule of this code, applied to names in the config."""


def _unknown_layouts(config: ProjectConfig, site: SiteConfig, names: ThemeNames) -> Iterator[Problem]:
    """The layouts of route rules that the theme does not have."""
    rules = site.node.get("routeRules") if site.node is not None else None
    if rules is None or rules.kind != "array" or names.layouts is None:
        return
    for item in rules.items:
        layout = item.get("layout") if item.kind == "object" else None
        if layout is not None and isinstance(layout.value, str) and layout.value not in names.layouts:
            near = nearest(layout.value, sorted(names.layouts))
            message = f"the theme has no layout '{layout.value}'{did_you_mean(near)}"
            suggestion = f"Write one of {', '.join(sorted(names.layouts))}."
            yield config.problem(_UNKNOWN_LAYOUT, message, layout, suggestion)
