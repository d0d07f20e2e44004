"""What an index has to know of a site before it has seen a page: its config, and the folders it is made of."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from refrakt.markdoc import Options
from refrakt.rules.words import did_you_mean, nearest
from refrakt.theme.names import ThemeNames, theme_names

from ..config import Config, ConfigProblem, SiteConfig
from ..confinement import confined_path
from ..folder_scan import FolderScan
from ..pages.routes import RouteRule, Routes, routes_of
from ..site import PLAN_PACKAGE, NoSite, Project, SiteContext, partials_folder
from .entity_routes import EntityRoutes, entity_routes_of
from .xrefs import XrefPattern, xref_patterns_of

_NOT_KNOWN = ThemeNames(None, None, None, None)


@dataclass(frozen=True, eq=False)
class SiteSpec:
    """A site of a project, without its pages."""

    context: SiteContext
    routes: Routes
    content: Path
    """The folder its pages lie in."""
    partials: tuple[tuple[str, Path], ...] = ()
    """Folders with text that pages take in, and what its names begin with."""
    plan: Path | None = None
    """The folder of the plan whose items the site may speak of."""
    static: tuple[Path, ...] = ()
    """Folders whose files are served as they are. Where there is none, nobody can say which files there will be."""
    elsewhere: tuple[RouteRule, ...] = ()
    entity_routes: EntityRoutes = field(default_factory=EntityRoutes)
    xrefs: tuple[XrefPattern, ...] = ()
    """What references may lead to that no page of the site declares."""
    names: ThemeNames = _NOT_KNOWN
    """What its pages may call layouts, icons, tints and backgrounds."""
    examples: Path | None = None
    """The folder in which sandboxes look for the files they show."""
    sure: bool = True
    """Whether the addresses of pages follow from their files. On a plain Markdoc site any framework may serve them."""
    complete: bool = True
    """False if patterns of the config cannot be used: what they would match, or make pages of, is not known."""
    problems: tuple[ConfigProblem, ...] = ()
    """What is wrong with the parts of the config that only the index reads."""
    _seen: dict[str, bool] = field(default_factory=dict, repr=False)
    _listed: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

    @property
    def root(self) -> Path:
        return self.context.root

    @property
    def name(self) -> str | None:
        return self.context.name

    @property
    def options(self) -> Options:
        return self.context.options

    @cached_property
    def content_path(self) -> str:
        """The content folder below the project's, with a slash at its end; empty where it is the project's own."""
        return below(self.root, self.content)

    @cached_property
    def repository(self) -> Path:
        """The folder around the project that is under version control; the project's own where there is none."""
        around = (self.root, *self.root.parents)
        return next((each for each in around if (each / ".git").exists()), self.root)

    @cached_property
    def declarable(self) -> Mapping[str, frozenset[str]]:
        """The types of things that runes of the site declare, and the fields their attributes give to them."""
        found: dict[str, frozenset[str]] = {}
        for rune in self.context.vocabulary.runes.values():
            form = rune.entity
            if form is not None:
                fields = frozenset(form.fields.get(each.name, each.name) for each in rune.attributes)
                found[form.type] = found.get(form.type, frozenset()) | fields
        return found

    @property
    def endings(self) -> tuple[str, ...]:
        """What the names of its pages end with. A framework that uses Markdoc by itself may call them otherwise."""
        return (".md",) if self.sure else (".md", ".mdoc", ".markdoc")

    def serves_elsewhere(self, url: str) -> bool:
        """Whether something else than the content answers at an address."""
        return any(each.fits(url) for each in self.elsewhere)

    def is_file(self, path: str) -> bool:
        """Whether there is a file. Looked up once; `forget` makes the next question look again.

        What lies behind a link that leads out of the project is not looked at, and taken to be there.
        """
        known = self._seen.get(path)
        if known is None:
            known = self._seen[path] = not self._is_inside(path) or os.path.isfile(path)
        return known

    def _is_inside(self, path: str) -> bool:
        """Whether a path leads to a file of the project, or of the repository around it."""
        return confined_path(self.root, path) is not None or confined_path(self.repository, path) is not None

    def is_folder(self, path: str) -> bool:
        """The same for a folder. What is remembered of it ends with a slash."""
        path = path.rstrip(os.sep) + os.sep
        known = self._seen.get(path)
        if known is None:
            known = self._seen[path] = not self._is_inside(path) or os.path.isdir(path)
        return known

    def forget(self, path: str) -> bool:
        """A file may have come or gone; whether anybody has asked for it."""
        return self._seen.pop(path, None) is not None

    def forget_below(self, folder: str) -> list[str]:
        """What was a folder may be gone, and everything in it; all that somebody has asked for there."""
        top = folder + os.sep
        found = [path for path in self._seen if path.startswith(top) and path != top]
        for path in found:
            self.forget(path)
            self.forget_names(os.path.dirname(path))
        return found

    def names_in(self, folder: str) -> tuple[str, ...]:
        """What lies in a folder. Looked up once; `forget_names` makes the next question look again."""
        known = self._listed.get(folder)
        if known is None:
            known = self._listed[folder] = self._names_in(folder)
        return known

    def _names_in(self, folder: str) -> tuple[str, ...]:
        if not self._is_inside(folder):
            return ()
        try:
            return tuple(sorted(entry.name for entry in FolderScan.brief().entries(folder)))
        except (OSError, ValueError):  # what a link names may be no name at all
            return ()

    def forget_names(self, folder: str) -> None:
        """Something may have come into a folder, or gone from it."""
        self._listed.pop(folder, None)

    def changed_folders(self) -> list[str]:
        """Look again into every folder somebody has looked into; those with other names in them."""
        found = [folder for folder, known in self._listed.items() if self._names_in(folder) != known]
        for folder in found:
            self.forget_names(folder)
        return found

    def changed(self) -> list[str]:
        """Look again at every file and folder that was asked for; those that have come or gone."""
        found = []
        for path, known in tuple(self._seen.items()):
            exists = os.path.isdir if path.endswith(os.sep) else os.path.isfile
            if (not self._is_inside(path) or exists(path)) != known:
                found.append(path)
                self._seen[path] = not known
        return found


def below(root: Path, folder: Path) -> str:
    """What the paths of a folder's files begin with, seen from the project's."""
    if not folder.is_relative_to(root):
        return folder.as_posix() + "/"
    return "" if folder == root else folder.relative_to(root).as_posix() + "/"


def specs_of(project: Project) -> list[SiteSpec]:
    """The sites of a project that have a content folder."""
    if project.plain:
        context = project.site()
        return [] if isinstance(context, NoSite) else [_plain(project, context)]
    config = project.config
    if config is None:
        return []
    found = []
    for name, site in config.sites.items():
        context = project.site(name)
        if not isinstance(context, NoSite) and site.content_dir is not None:
            found.append(_configured(project, site, context, site.content_dir))
    return found


def _configured(project: Project, site: SiteConfig, context: SiteContext, content: Path) -> SiteSpec:
    assert project.config is not None
    rules, wrong_rules = routes_of(project.config, site)
    made, wrong_routes = entity_routes_of(project.config, site)
    patterns, wrong_patterns = xref_patterns_of(project.config)
    own = partials_folder(project.root, content)
    partials = [("", own)] if own is not None else []
    partials += [(f"{space}:", folder) for space, folder in context.file_roots]
    names = theme_names(_said(site), context.vocabulary.unknown)
    plans = any(each.name == PLAN_PACKAGE for each in site.plugins or ())
    return SiteSpec(
        context,
        Routes(rules.rules, site.base),
        content,
        tuple(partials),
        project.plan_folder if plans else None,
        tuple(each for each in project.static_folders(site) if each.is_dir()),
        tuple(RouteRule(each.removeprefix("/"), "") for each in site.elsewhere),
        made,
        patterns,
        names,
        _examples(project, site, content),
        complete=not any(each.severity == "error" for each in wrong_patterns) and made.usable,
        problems=(*wrong_rules, *wrong_routes, *wrong_patterns, *_unknown_layouts(project.config, site, names)),
    )


def _said(site: SiteConfig) -> dict[str, Any]:
    said = site.node.data() if site.node is not None else None
    return said if isinstance(said, dict) else {}


def _examples(project: Project, site: SiteConfig, content: Path) -> Path | None:
    """Where the config says that examples lie; the folder `examples` beside the content where it does not."""
    sandbox = _said(site).get("sandbox")
    named = (sandbox.get("dir") or sandbox.get("examplesDir")) if isinstance(sandbox, dict) else None
    return confined_path(project.root, named if isinstance(named, str) and named else content.parent / "examples")


def _unknown_layouts(config: Config, site: SiteConfig, names: ThemeNames) -> Iterator[ConfigProblem]:
    """Layouts that a route rule asks for and the theme does not have."""
    rules = site.node.get("routeRules") if site.node is not None else None
    if rules is None or rules.kind != "array" or names.layouts is None:
        return
    for item in rules.items:
        layout = item.get("layout") if item.kind == "object" else None
        if layout is not None and isinstance(layout.value, str) and layout.value not in names.layouts:
            near = nearest(layout.value, sorted(names.layouts))
            message = f"the theme has no layout '{layout.value}'{did_you_mean(near)}"
            mend = f"Write one of {', '.join(sorted(names.layouts))}."
            yield config.problem("unknown-layout", "warning", message, layout, mend)


def _plain(project: Project, context: SiteContext) -> SiteSpec:
    return SiteSpec(context, Routes(), project.root, sure=False)
