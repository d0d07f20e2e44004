"""`validate`: problems of a theme config and of the manifest of a theme.

Without paths it checks what the sites of the project use: the theme keys of `refrakt.config.json`, and the manifest of the
installed theme.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.project.config import FILE_NAME
from refrakt.project.pipeline.site_theme import site_theme
from refrakt.project.rune_packages import all_builtin
from refrakt.project.site import SiteContext
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.runes.vocabulary import vocabulary
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload
from refrakt.services.registry import service
from refrakt.services.theme_choice import read_json, site_theme_name
from refrakt.services.theme_stylesheets import installed_package, read_package_json
from refrakt.theme.contracts import structure_contracts
from refrakt.theme.manifest import manifest_problems
from refrakt.theme.theme_config import ThemeConfig, assembled_theme
from refrakt.theme.theme_json import theme_overrides_from_json
from refrakt.theme.theme_merge import ThemeProblem
from refrakt.untrusted import LONGEST, one_line


@dataclass(frozen=True, slots=True)
class ThemeFilesInput:
    """The files to check; what the project uses without any."""

    config: str | None = option(None, metavar="PATH")
    """path of a theme config in JSON"""
    manifest: str | None = option(None, metavar="PATH")
    """path of a theme's manifest"""


@dataclass(frozen=True, slots=True)
class ThemeFileProblem(JsonPayload):
    """Something wrong in a file."""

    file: str
    path: str
    """The key: `runes.hint.block`."""
    message: str


@dataclass(frozen=True, slots=True)
class ThemeValidation(JsonPayload):
    valid: bool
    errors: list[ThemeFileProblem]
    warnings: list[ThemeFileProblem]
    files: list[str] = field(default_factory=list)
    """What was checked."""


def exit_code(answer: ThemeValidation) -> int:
    return 0 if answer.valid else 1


def text(answer: ThemeValidation) -> str:
    lines = [
        f"{each.file}: {each.path or 'file'}: {kind}: {each.message}"
        for kind, found in (("error", answer.errors), ("warning", answer.warnings))
        for each in found
    ]
    checked = ", ".join(answer.files) or "nothing to check"
    lines.append(f"{checked}: {len(answer.errors)} errors, {len(answer.warnings)} warnings")
    return "\n".join(lines) + "\n"


@service("refrakt.validate", needs="site", cli="validate", text=text, exit_code=exit_code)
def validate(context: Context, query: ThemeFilesInput) -> ThemeValidation:
    """Validate a theme config and a theme manifest; without paths, those of the project."""
    found = _Findings()
    if query.config is not None:
        _check_config(context, query.config, found)
    if query.manifest is not None:
        _check_manifest(context, query.manifest, found)
    if query.config is None and query.manifest is None:
        for site in _sites(context):
            _check_site(site, found)
    return ThemeValidation(not found.errors, found.errors, found.warnings, list(dict.fromkeys(found.files)))


@dataclass(slots=True)
class _Findings:
    errors: list[ThemeFileProblem] = field(default_factory=list)
    warnings: list[ThemeFileProblem] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    def add(self, file: str, errors: Iterable[ThemeProblem], warnings: Iterable[ThemeProblem]) -> None:
        self.files.append(file)
        self.errors += _listed(file, errors)
        self.warnings += _listed(file, warnings)


def _listed(file: str, problems: Iterable[ThemeProblem]) -> Iterator[ThemeFileProblem]:
    for each in dict.fromkeys(problems):
        yield ThemeFileProblem(file, one_line(each.path, LONGEST), one_line(each.message, 300))


def _sites(context: Context) -> list[SiteContext]:
    return [context.site(name) for name in context.project.site_names] or [context.site()]


def _check_site(site: SiteContext, found: _Findings) -> None:
    """The theme keys of a site's config, and the manifest of its theme if it is installed."""
    if site.settings:
        name = f"sites.{site.name}" if site.name else "site"
        of_theme = [replace(each, path=f"{name}.{each.path}") for each in site_theme(site).problems]
        of_config = [ThemeProblem(name, each.message) for each in site.problems if each.severity == "error"]
        found.add(FILE_NAME, [*of_config, *of_theme], [])
    package = site_theme_name(site)
    manifest = read_package_json(installed_package(site.root, package), "manifest.json")
    if manifest is not None:
        found.add(f"{package}/manifest.json", *manifest_problems(manifest))


def _check_config(context: Context, path: str, found: _Findings) -> None:
    try:
        value = read_json(context, path)
    except RefraktError as error:
        if error.code != "VALIDATION_ERROR":
            raise
        found.add(path, [ThemeProblem("", error.message)], [])
        return
    overrides, problems = theme_overrides_from_json(value)
    runes = vocabulary(all_builtin())
    assembled = assembled_theme(runes, [overrides])
    known = assembled_theme(runes).config.runes
    unknown = [
        ThemeProblem(f"runes.{name}", f"no rune has this name{did_you_mean(nearest(name, known))}")
        for name in overrides.runes
        if name not in known
    ]
    found.add(
        path, [*problems, *assembled.problems], [*unknown, *_contract_warnings(assembled.config, overrides.runes)]
    )


def _contract_warnings(theme: ThemeConfig, changed: Iterable[str]) -> Iterator[ThemeProblem]:
    """What the contracts of the changed runes refer to without having it."""
    only = replace(theme, runes={name: theme.runes[name] for name in changed if name in theme.runes})
    for contract in structure_contracts(only)["runes"].values():
        for message in contract.get("warnings", ()):
            yield ThemeProblem(f"runes.{contract['dataRune']}", message)


def _check_manifest(context: Context, path: str, found: _Findings) -> None:
    try:
        value = read_json(context, path)
    except RefraktError as error:
        if error.code != "VALIDATION_ERROR":
            raise
        found.add(path, [ThemeProblem("", error.message)], [])
        return
    found.add(path, *manifest_problems(value))
