"""The rune packages of a project.

The catalogue of an installed package comes first, then one in `.refrakt/catalogues`, then the definitions in refrakt or in a Python
package. No code of the project is run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from refrakt.project.config import config_problem
from refrakt.project.config_rules import CATALOGUE_BROKEN
from refrakt.project.confinement import confined_path, real_path
from refrakt.project.files import read_bytes, read_inside, reason
from refrakt.project.folder_scan import FolderScan
from refrakt.rules.problem import Problem
from refrakt.runes.packages import BUNDLED, bundled, collect
from refrakt.runes.rune import Attribute, Package

if TYPE_CHECKING:
    from refrakt.runes.catalogue import Catalogue

GROUP = "refrakt.runes"
"""The entry points of Python packages with runes: a module with a `PACKAGE` and its runes beside it."""
CATALOGUES = ".refrakt/catalogues"
CATALOGUE = "refrakt.runes.json"

_SHORT_NAMES = {"@refrakt-md/runes" if short == "core" else f"@refrakt-md/{short}": short for short in BUNDLED}
_NPM_NAME = re.compile(r"(?=.{1,214}\Z)(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")
"""The names of npm packages. Other names under `plugins` are not looked up in folders."""


def is_package_name(name: str) -> bool:
    """Whether this is a valid npm name. Only such a name is looked up, or shown as part of a command."""
    return _NPM_NAME.fullmatch(name) is not None


class RunePackages:
    """The packages of a project. Each is read once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.problems: list[Problem] = []
        self.variables: dict[str, Any] = {}
        """The variables in catalogues of plain Markdoc projects."""
        self.functions: set[str] = set()
        self.nodes: dict[str, tuple[Attribute, ...]] = {}
        self.incomplete: set[str] = set()
        """The packages whose catalogue has invalid runes."""
        self.exported: dict[str, Catalogue] = {}
        """The catalogues by the names of their packages."""
        self._catalogued: Mapping[str, Package] | None = None

    def find(self, name: str) -> Package | None:
        """The package with a name in the config."""
        return self._own_catalogue(name) or self.catalogued.get(name) or builtin(name)

    @property
    def catalogued(self) -> Mapping[str, Package]:
        """The packages in the project's catalogues."""
        if self._catalogued is None:
            found: dict[str, Package] = {}
            if confined_path(self.root, CATALOGUES) is None:
                self.problems.append(
                    config_problem(CATALOGUE_BROKEN, "the folder leads out of the project", self.root / CATALOGUES)
                )
            for path in self.catalogues():
                package = self._load(Path(path))
                if package is not None:
                    found.setdefault(package.name, package)
            self._catalogued = found
        return self._catalogued

    def catalogues(self) -> list[str]:
        """The files in the catalogue folder of the project."""
        folder = os.path.join(self.root, CATALOGUES)
        if confined_path(self.root, folder) is None:
            return []
        try:
            return sorted(each.path for each in FolderScan.brief().entries(folder) if each.name.endswith(".json"))
        except OSError:
            return []

    def installed(self, names: Iterable[str]) -> Iterator[Path]:
        """The paths of the catalogues of installed packages, whether they exist or not."""
        for name in names:
            if is_package_name(name):
                yield from (each / "node_modules" / name / CATALOGUE for each in (self.root, *self.root.parents))

    def _own_catalogue(self, name: str) -> Package | None:
        """The catalogue of an installed package, in the nearest `node_modules`."""
        if not is_package_name(name):
            return None
        for folder in (self.root, *self.root.parents):
            installed = folder / "node_modules" / name
            if installed.is_dir():
                path = installed / CATALOGUE
                return self._load(path) if path.is_file() else None
        return None

    def read(self, path: Path) -> bytes:
        """The bytes of a catalogue. Links of a package manager may point into a `node_modules` above the project."""
        from refrakt.runes.catalogue import LARGEST

        real = real_path(path)
        stores = (folder / "node_modules" for folder in self.root.parents)
        if real is not None and any(map(real.is_relative_to, stores)):
            return read_bytes(real, LARGEST)
        return read_inside(self.root, path, LARGEST)

    def _load(self, path: Path) -> Package | None:
        from refrakt.runes.catalogue import merge_with_builtin, read

        try:
            catalogue = read(self.read(path))
        except (OSError, ValueError) as error:
            self.problems.append(config_problem(CATALOGUE_BROKEN, f"it cannot be read: {reason(error)}", path))
            return None
        self.problems += (config_problem(CATALOGUE_BROKEN, text, path, span) for span, text in catalogue.problems)
        self.variables |= catalogue.variables
        self.functions |= set(catalogue.functions)
        self.nodes |= catalogue.nodes
        package = catalogue.package
        if package is not None:
            self.exported.setdefault(package.name, catalogue)
        if package is not None and catalogue.incomplete:
            self.incomplete.add(package.name)
        ours = builtin(package.name) if package is not None else None
        return merge_with_builtin(catalogue, ours) if ours is not None else package


def builtin(name: str) -> Package | None:
    """A package without a catalogue: one of refrakt, or of an installed Python package."""
    short = _SHORT_NAMES.get(name)
    return bundled(short) if short is not None else installed()[0].get(name)


def all_builtin() -> list[Package]:
    """All packages without a catalogue."""
    return [*map(bundled, BUNDLED), *installed()[0].values()]


def official_packages() -> list[str]:
    """The names of refrakt's own packages, as a config writes them."""
    return [*_SHORT_NAMES, "@refrakt-md/plan"]


@cache
def installed() -> tuple[Mapping[str, Package], tuple[str, ...]]:
    """The rune packages of Python packages, and the errors of those that cannot be used."""
    from importlib.metadata import entry_points

    found: dict[str, Package] = {}
    errors: list[str] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        try:
            offered = entry.load()
            package = collect(offered.__name__) if isinstance(offered, ModuleType) else offered
        except (Exception, SystemExit) as error:  # noqa: BLE001 - one broken package must not affect the others
            errors.append(f"the rune package `{entry.name}` cannot be loaded: {type(error).__name__}: {error}")
            continue
        if not isinstance(package, Package):
            errors.append(f"the rune package `{entry.name}` offers no PACKAGE")
        elif package.name in found:
            errors.append(f"two installed packages offer the runes of {package.name}")
        else:
            found[package.name] = package
    return found, tuple(errors)
