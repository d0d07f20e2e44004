"""Where the runes of a package come from.

A package as it is installed knows best what it offers, so its own catalogue comes first, then one in the project's
`.refrakt/catalogues`, then the definitions that come with refrakt or with a Python package. Nothing of the project is ever
run to find out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from refrakt import untrusted
from refrakt.runes.model import Attribute, Package
from refrakt.runes.packages import BUNDLED, bundled, collect

from .config import ConfigProblem
from .confinement import confined_path, real_path
from .files import read_bytes, read_inside, reason
from .folder_scan import FolderScan

GROUP = "refrakt.runes"
"""The entry points through which Python packages offer runes: a module with a `PACKAGE` and its runes beside it."""
CATALOGUES = ".refrakt/catalogues"
CATALOGUE = "refrakt.runes.json"

_SHORT_OF = {"@refrakt-md/runes" if short == "core" else f"@refrakt-md/{short}": short for short in BUNDLED}
_NPM_NAME = re.compile(r"(?=.{1,214}\Z)(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")
"""What npm calls a package. Anything else under `plugins` is no name to look for in a folder."""


def is_package_name(name: str) -> bool:
    """Whether npm could call a package so. Only such a name is looked for, or shown as a part of a command."""
    return _NPM_NAME.fullmatch(name) is not None


class Packages:
    """The packages that can be found from one folder. Each is read once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.problems: list[ConfigProblem] = []
        self.variables: dict[str, Any] = {}
        """Variables that catalogues of plain Markdoc projects name."""
        self.functions: set[str] = set()
        self.nodes: dict[str, tuple[Attribute, ...]] = {}
        self.incomplete: set[str] = set()
        """The packages whose catalogue has runes that could not be read."""
        self._catalogued: Mapping[str, Package] | None = None

    def find(self, name: str) -> Package | None:
        """The package of this name, as sites name it."""
        return self._own_catalogue(name) or self.catalogued.get(name) or known(name)

    @property
    def catalogued(self) -> Mapping[str, Package]:
        """The packages in the project's catalogues."""
        if self._catalogued is None:
            found: dict[str, Package] = {}
            if confined_path(self.root, CATALOGUES) is None:
                self.problems.append(_problem(self.root / CATALOGUES, "the folder leads out of the project"))
            for path in self.catalogues():
                package = self._load(Path(path))
                if package is not None:
                    found.setdefault(package.name, package)
            self._catalogued = found
        return self._catalogued

    def catalogues(self) -> list[str]:
        """The files of the project's own catalogues."""
        folder = os.path.join(self.root, CATALOGUES)
        if confined_path(self.root, folder) is None:
            return []
        try:
            return sorted(each.path for each in FolderScan.brief().entries(folder) if each.name.endswith(".json"))
        except OSError:
            return []

    def installed(self, names: Iterable[str]) -> Iterator[Path]:
        """Where catalogues are, or would be, that packages of these names bring along."""
        for name in names:
            if is_package_name(name):
                yield from (each / "node_modules" / name / CATALOGUE for each in (self.root, *self.root.parents))

    def _own_catalogue(self, name: str) -> Package | None:
        """What a package brings along, in the `node_modules` nearest to the config."""
        if not is_package_name(name):
            return None
        for folder in (self.root, *self.root.parents):
            installed = folder / "node_modules" / name
            if installed.is_dir():
                path = installed / CATALOGUE
                return self._load(path) if path.is_file() else None
        return None

    def read(self, path: Path) -> bytes:
        """The bytes of a catalogue. Links of a package manager may lead into a `node_modules` above the project."""
        from refrakt.runes.catalogue import LARGEST

        real = real_path(path)
        stores = (folder / "node_modules" for folder in self.root.parents)
        if real is not None and any(map(real.is_relative_to, stores)):
            return read_bytes(real, LARGEST)
        return read_inside(self.root, path, LARGEST)

    def _load(self, path: Path) -> Package | None:
        from refrakt.runes.catalogue import completed, read

        try:
            catalogue = read(self.read(path))
        except (OSError, ValueError) as error:
            self.problems.append(_problem(path, f"it cannot be read: {reason(error)}"))
            return None
        self.problems += [
            _problem(path, f"{each.path}: {each.message}", each.line, each.column) for each in catalogue.problems
        ]
        self.variables |= catalogue.variables
        self.functions |= set(catalogue.functions)
        self.nodes |= catalogue.nodes
        package = catalogue.package
        if package is not None and catalogue.incomplete:
            self.incomplete.add(package.name)
        ours = known(package.name) if package is not None else None
        return completed(catalogue, ours) if ours is not None else package


def _problem(path: Path, message: str, line: int | None = None, column: int | None = None) -> ConfigProblem:
    at = (line or 1, column or 1)
    return ConfigProblem("catalogue-broken", "warning", untrusted.message(message), path, *at, *at)


def known(name: str) -> Package | None:
    """A package that needs no catalogue: one that comes with refrakt, or with an installed Python package."""
    short = _SHORT_OF.get(name)
    return bundled(short) if short is not None else installed()[0].get(name)


def everything() -> list[Package]:
    """All packages that need no catalogue."""
    return [*map(bundled, BUNDLED), *installed()[0].values()]


@cache
def installed() -> tuple[Mapping[str, Package], tuple[str, ...]]:
    """The packages that Python packages offer, and what is wrong with those that cannot be used."""
    from importlib.metadata import entry_points

    found: dict[str, Package] = {}
    troubles: list[str] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        try:
            offered = entry.load()
            package = collect(offered.__name__) if isinstance(offered, ModuleType) else offered
        except (Exception, SystemExit) as error:  # noqa: BLE001 one broken package must not take the others away
            troubles.append(f"the rune package `{entry.name}` cannot be loaded: {type(error).__name__}: {error}")
            continue
        if not isinstance(package, Package):
            troubles.append(f"the rune package `{entry.name}` offers no PACKAGE")
        elif package.name in found:
            troubles.append(f"two installed packages offer the runes of {package.name}")
        else:
            found[package.name] = package
    return found, tuple(troubles)
