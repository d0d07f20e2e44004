"""The dependencies of a project, from `pyproject.toml` and `package.json`. Nothing is run."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refrakt.project.files import read_inside, reason
from refrakt.project.folder_scan import FolderScan

PYTHON_FILE = "pyproject.toml"
NODE_FILE = "package.json"
PYTHON_PREFIX = "refrakt-"
SCOPE = "@refrakt-md/"

_NAME = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)")


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """A file that cannot be read."""

    path: Path
    reason: str


def python_dependencies(folder: Path) -> Iterator[str | UnreadableFile]:
    """The distributions named `refrakt-…` in any dependency list of the nearest `pyproject.toml`."""
    path = _nearest(folder, PYTHON_FILE)
    if path is None:
        return
    data = read_toml(path)
    if isinstance(data, UnreadableFile):
        yield data
        return
    lines = [line for line in _requirements(data) if isinstance(line, str)]
    names = (normalised(found[1]) for found in map(_NAME.match, lines) if found is not None)
    yield from (name for name in dict.fromkeys(names) if name.startswith(PYTHON_PREFIX))


def node_dependencies(folder: Path) -> Iterator[str | UnreadableFile]:
    """The packages of our scope in the nearest `package.json`, and those installed beside it."""
    path = _nearest(folder, NODE_FILE)
    if path is None:
        return
    data = read_json_file(path)
    if isinstance(data, UnreadableFile):
        yield data
        data = {}
    named = [name for key in ("dependencies", "devDependencies") for name in table(data, key)]
    installed = installed_names(path.parent / "node_modules")
    yield from (name for name in dict.fromkeys([*named, *installed]) if name.startswith(SCOPE))


def installed_names(folder: Path) -> list[str]:
    """The packages of our scope in a folder `node_modules`."""
    return [f"{SCOPE}{each}" for each in _names(folder / SCOPE)]


def normalised(name: str) -> str:
    """The normalised name of a distribution: `Refrakt_Garden` is `refrakt-garden`."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_toml(path: Path) -> Mapping[str, Any] | UnreadableFile:
    """The table in a file."""
    try:
        return tomllib.loads(_read(path).decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        return UnreadableFile(path, _reason(error))


def read_json_file(path: Path) -> Mapping[str, Any] | UnreadableFile:
    """The object in a file."""
    try:
        data = json.loads(_read(path).decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        return UnreadableFile(path, _reason(error))
    return data if isinstance(data, dict) else UnreadableFile(path, "it contains no object")


def _read(path: Path) -> bytes:
    """The file may be a link to another one in the same folder, not to one outside."""
    return read_inside(path.parent, path)


def _reason(error: OSError | ValueError | RecursionError) -> str:
    return reason(error) if isinstance(error, OSError) else str(error)


def _names(folder: Path) -> list[str]:
    try:
        return sorted(each.name for each in FolderScan.brief().entries(folder))
    except OSError:
        return []


def _nearest(folder: Path, name: str) -> Path | None:
    return next((each / name for each in (folder, *folder.parents) if (each / name).is_file()), None)


def _requirements(data: Mapping[str, Any]) -> Iterator[Any]:
    yield from _listed(table(data, "project").get("dependencies"))
    for groups in (table(data, "project", "optional-dependencies"), table(data, "dependency-groups")):
        for group in groups.values():
            yield from _listed(group)
    poetry = table(data, "tool", "poetry")
    for section in (poetry, *(table(poetry, "group", name) for name in table(poetry, "group"))):
        for key in ("dependencies", "dev-dependencies"):
            yield from table(section, key)


def table(data: Mapping[str, Any], *path: str) -> Mapping[str, Any]:
    """The table at a path of keys; empty if there is none."""
    for key in path:
        found = data.get(key)
        if not isinstance(found, dict):
            return {}
        data = found
    return data


def _listed(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list) else ()
