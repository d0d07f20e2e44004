"""The folders of a project that are Markdoc sites, and why."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from refrakt.project.config import PLAIN_FILE_NAME
from refrakt.project.frameworks.code_constants import imported_names
from refrakt.project.frameworks.language_server_config import LanguageServerSite, parse_language_server_config
from refrakt.project.frameworks.markdoc_site import Framework
from refrakt.project.frameworks.outside_content import OutsideContent, outside_content
from refrakt.project.frameworks.packages import PackageFile, packages_in, read_package
from refrakt.project.frameworks.page_sources import REPOSITORY_FILES, without_ending
from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS, SiteFiles, joined
from refrakt.project.markdoc_package import PLUGINS, SCHEMA_FILES
from refrakt.rules.problem import Problem

KEYSTATIC = "@keystatic/core"
_SCRIPT_ENDINGS = ("js", "mjs", "ts", "cjs", "mts")
_CONFIGS: dict[Framework, str] = {"next": "next.config", "astro": "astro.config", "svelte": "svelte.config"}
_DEPENDENCIES: dict[Framework, str] = {"next": "next", "astro": "astro", "svelte": "@sveltejs/kit"}


@dataclass(frozen=True, slots=True)
class SitePlace:
    """A folder that is a site. Paths are relative to the project."""

    folder: str
    framework: Framework
    package: PackageFile
    evidence: tuple[str, ...]
    framework_config: str | None = None
    """`next.config.*`, `astro.config.*` and the like."""
    schema_config: str | None = None
    """`markdoc.config.{js,mjs,mts,ts}`."""
    nested: tuple[str, ...] = ()
    """The folders of other sites inside."""
    settings: LanguageServerSite | None = None
    """Its entry in `markdoc.config.json`, with paths relative to `settings_folder`."""
    settings_folder: str = ""
    outside: tuple[OutsideContent, ...] = ()
    """Its content outside of its folder."""
    others: tuple[str, ...] = ()
    """The folders of all other sites."""
    problems: tuple[Problem, ...] = ()

    @property
    def has_config(self) -> bool:
        """Whether a config says that it is a site, also without pages."""
        return bool(self.framework_config or self.schema_config or self.settings or self.problems)

    def owns(self, path: str) -> bool:
        """Whether a file belongs to it, and not to a site inside."""
        inside = not self.folder or path.startswith(f"{self.folder}/")
        return inside and not any(path.startswith(f"{each}/") for each in self.nested)

    def may_read(self, folder: str) -> bool:
        """Whether a folder outside, by its path below the project, is not a part of another site, and contains none."""
        around = (f"{each}/" if each else "" for each in self.others)
        return not any(f"{folder}/".startswith(each) or each.startswith(f"{folder}/") for each in around)

    def inside(self, path: str) -> str:
        """A path relative to the folder of the site."""
        return path[len(self.folder) + 1 :] if self.folder else path


def site_places(files: SiteFiles) -> list[SitePlace]:
    """The sites with a package, a config or an entry in `markdoc.config.json`, the outermost first."""
    places = {place.folder: place for place in _package_places(files)}
    for path in files.paths:
        if posixpath.basename(path) in SCHEMA_FILES and not _nearest(places, path):
            folder = posixpath.dirname(path)
            places[folder] = _place(files, read_package(files, folder), (f"`{path}`",))
    places |= {each.folder: each for each in _config_places(files, places)}
    with_settings = _with_settings(files, list(places.values()))
    folders = [each.folder for each in with_settings]
    found = (_beside(each, folders) for each in with_settings)
    return [each for each in found if each.outside or each.has_config or _has_content(files, each)]


def _beside(place: SitePlace, folders: Iterable[str]) -> SitePlace:
    """A site that knows the other ones."""
    others = tuple(each for each in folders if each != place.folder)
    place = replace(place, nested=tuple(_inside(place.folder, others)), others=others)
    return replace(place, outside=tuple(each for each in place.outside if place.may_read(each.folder)))


def _inside(folder: str, folders: Iterable[str]) -> Iterator[str]:
    return (each for each in folders if each != folder and (not folder or each.startswith(f"{folder}/")))


def _package_places(files: SiteFiles) -> Iterator[SitePlace]:
    packages = [each for each in packages_in(files) if each.markdoc_packages]
    for package in packages:
        place = _place(files, package, _package_evidence(package))
        nested = tuple(_inside(package.folder, (each.folder for each in packages)))
        place = replace(place, nested=nested, outside=outside_content(files, package.folder, nested))
        if place.outside or _has_content(files, place):
            yield place


def _config_places(files: SiteFiles, places: Collection[str]) -> Iterator[SitePlace]:
    """Folders whose framework config imports a plugin for Markdoc. In a repository with one package for all projects, the
    dependencies of a site are those of a folder above."""
    names = {f"{name}.{ending}" for name in _CONFIGS.values() for ending in _SCRIPT_ENDINGS}
    for path in (each for each in files.paths if posixpath.basename(each) in names):
        folder = posixpath.dirname(path)
        plugins = [each for each in PLUGINS if each in imported_names(files.searched(path))]
        if folder not in places and plugins and files.has(path):
            yield _place(
                files, replace(_package_above(files, folder), folder=folder), (f"`{path}` imports `{plugins[0]}`",)
            )


def _package_above(files: SiteFiles, folder: str) -> PackageFile:
    """The package of a folder, else the nearest one above; its name is only that of its own folder."""
    above = folder
    while not files.has(joined(above, "package.json")) and above:
        above = posixpath.dirname(above)
    package = read_package(files, above)
    return package if above == folder else replace(package, name=None)


def _package_evidence(package: PackageFile) -> tuple[str, ...]:
    path = joined(package.folder, "package.json")
    return tuple(f"`{path}` depends on `{name}`" for name in package.markdoc_packages)


def _has_content(files: SiteFiles, place: SitePlace) -> bool:
    """Whether a package has files that can be pages, and is not only a library around Markdoc."""
    own = [path for path in files.below(place.folder) if path.endswith(MARKDOC_ENDINGS) and place.owns(path)]
    if place.package.markdoc_packages == (KEYSTATIC,):
        # Keystatic also edits other formats.
        return any(path.endswith((".mdoc", ".markdoc")) for path in own)
    names = (place.inside(path) for path in own)
    return place.framework_config is not None or any(
        without_ending(each).lower() not in REPOSITORY_FILES for each in names
    )


def _place(files: SiteFiles, package: PackageFile, evidence: tuple[str, ...]) -> SitePlace:
    framework, config = _framework(files, package)
    schema = files.first(joined(package.folder, name) for name in SCHEMA_FILES)
    signs = [f"`{each}`" for each in (config, schema) if each is not None]
    return SitePlace(package.folder, framework, package, tuple(dict.fromkeys((*evidence, *signs))), config, schema)


def _framework(files: SiteFiles, package: PackageFile) -> tuple[Framework, str | None]:
    for framework, name in _CONFIGS.items():
        config = files.first(joined(package.folder, f"{name}.{ending}") for ending in _SCRIPT_ENDINGS)
        if config is not None:
            return framework, config
    for framework, name in _DEPENDENCIES.items():
        if name in package.dependencies:
            return framework, None
    return "markdoc", None


def _nearest(places: Iterable[str], path: str) -> str | None:
    """The innermost of these folders that contains a path."""
    around = [each for each in places if not each or path.startswith(f"{each}/") or path == each]
    return max(around, key=len, default=None)


def _with_settings(files: SiteFiles, places: list[SitePlace]) -> list[SitePlace]:
    """The sites with their entries of `markdoc.config.json`. An entry in no site is a site of its own."""
    found = {each.folder: each for each in places}
    paths = [path for path in files.paths if posixpath.basename(path) == PLAIN_FILE_NAME]
    for path in sorted(paths, key=lambda each: (each.count("/"), each)):
        base = posixpath.dirname(path)
        config = parse_language_server_config(files.text(path) or "", files.root / path)
        problems = config.problems
        if config.is_foreign:
            continue
        for entry in config.sites:
            content = joined(base, entry.path)
            if content.startswith("../"):
                continue
            nearest = _nearest(found, content)
            if nearest is None or (found[nearest].settings is not None and found[nearest].framework == "markdoc"):
                nearest = content
                found[content] = _place(files, read_package(files, base), ())
                found[content] = replace(found[content], folder=content)
            site = found[nearest]
            if site.settings is None:
                evidence = (*site.evidence, f"`{path}`")
                found[nearest] = replace(
                    site, settings=entry, settings_folder=base, evidence=evidence, problems=(*site.problems, *problems)
                )
                problems = ()
        if problems:
            nearest = _nearest(found, path)
            if nearest is None:
                nearest = base
                found[base] = _place(files, read_package(files, base), (f"`{path}`",))
            found[nearest] = replace(found[nearest], problems=(*found[nearest].problems, *problems))
    return sorted(found.values(), key=lambda each: (each.folder.count("/") + bool(each.folder), each.folder))
