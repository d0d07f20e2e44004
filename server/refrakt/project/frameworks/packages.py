"""`package.json` files, and the versions of installed packages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from refrakt.project.frameworks.site_files import SiteFiles, joined
from refrakt.project.markdoc_package import MARKDOC_PACKAGES

Version = tuple[int, int, int]
LOCK_FILES = ("package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock")
LARGEST_LOCK = 16 << 20
"""The size limit of a lock file in bytes."""
_DEPENDENCIES = ("devDependencies", "peerDependencies", "optionalDependencies", "dependencies")
_VERSION = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})\.([0-9]{1,4})")
_VERSION_KEY = re.compile(r"\bversion\"?:? *+\"?([0-9]{1,4})\.([0-9]{1,4})\.([0-9]{1,4})")
_DECLARED = re.compile(r"(?<![0-9.])([0-9]{1,4})(?:\.([0-9]{1,4}|[x*]))?(?:\.([0-9]{1,4}|[x*]))?")
_NEAR = 240
"""How many characters after its name the version of a package is in a lock file."""


@dataclass(frozen=True, slots=True)
class PackageFile:
    """A `package.json`."""

    folder: str
    name: str | None
    dependencies: Mapping[str, str]

    @property
    def markdoc_packages(self) -> tuple[str, ...]:
        return tuple(name for name in MARKDOC_PACKAGES if name in self.dependencies)


def packages_in(files: SiteFiles) -> Iterator[PackageFile]:
    """The packages of a project, the outermost first."""
    names = [path for path in files.paths if posixpath.basename(path) == "package.json"]
    for path in sorted(names, key=lambda each: (each.count("/"), each)):
        yield read_package(files, posixpath.dirname(path))


def read_package(files: SiteFiles, folder: str) -> PackageFile:
    data = files.json(joined(folder, "package.json"))
    data = data if isinstance(data, dict) else {}
    found: dict[str, str] = {}
    for key in _DEPENDENCIES:
        listed = data.get(key)
        found.update(_texts(listed) if isinstance(listed, dict) else {})
    name = data.get("name")
    return PackageFile(folder, name if isinstance(name, str) else None, found)


def _texts(listed: dict[str, Any]) -> dict[str, str]:
    return {key: value for key, value in listed.items() if isinstance(value, str)}


def package_version(files: SiteFiles, package: PackageFile, name: str) -> Version | None:
    """The version of a dependency: from a lock file of its folder or above, else the lowest one that `package.json` allows."""
    folder = files.root / package.folder
    for place in (folder, *folder.parents):
        if not place.is_relative_to(files.top):
            break
        for lock in LOCK_FILES:
            text = files.text(str(place / lock), LARGEST_LOCK)
            version = _locked(text, name) if text is not None else None
            if version is not None:
                return version
    declared = _DECLARED.search(package.dependencies.get(name, ""))
    if declared is None:
        return None
    numbers = [int(each) if each is not None and each.isdigit() else 0 for each in declared.groups()]
    return numbers[0], numbers[1], numbers[2]


def _locked(text: str, name: str) -> Version | None:
    """The version of a package in a lock file: directly after `NAME@`, else after `version`."""
    for sign in (f'"node_modules/{name}"', f'"{name}@', f"'{name}':", f'"{name}":', f"{name}@"):
        at = text.find(sign)
        while at >= 0:
            end = at + len(sign)
            found = _VERSION.match(text, end) or _VERSION_KEY.search(text, end, end + _NEAR)
            if found is not None:
                return int(found[1]), int(found[2]), int(found[3])
            at = text.find(sign, end) if sign.endswith("@") else -1
    return None
