"""Plugins in JavaScript packages. refrakt does not run their commands, but lists them with their shell command."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refrakt.plugins.project_dependencies import NODE_FILE, UnreadableFile, installed_names, read_json_file
from refrakt.project.programs import find_program, search_path
from refrakt.untrusted import one_line

EXPORT = "./cli-plugin"
"""The export of a package with its commands."""
_NAME = re.compile(r"(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")
_MAX_NAME = 214
"""The limit of npm."""
_MAX_VERSION = 100
_MAX_DESCRIPTION = 300


@dataclass(frozen=True, slots=True)
class JavaScriptPackage:
    """A JavaScript package with commands."""

    name: str
    version: str
    description: str

    @property
    def namespace(self) -> str:
        """The namespace of its commands: by convention the last part of its name. Only its code knows for certain."""
        return self.name.rpartition("/")[2]

    @property
    def shell(self) -> str:
        return f"npx refrakt {self.namespace}"


def find_package(name: str, folder: Path) -> JavaScriptPackage | None:
    """The package of this name in the nearest `node_modules`, if it has commands."""
    if len(name) > _MAX_NAME or not _NAME.fullmatch(name):
        return None
    for each in (folder, *folder.parents):
        path = each / "node_modules" / name / NODE_FILE
        if path.is_file():
            return _read_package(name, path)
    return None


def global_packages(project: Path) -> Iterator[JavaScriptPackage]:
    """The packages of our scope with commands that are installed for all projects of the user. Runs nothing."""
    folder = _global_folder(project)
    for name in installed_names(folder) if folder is not None else ():
        path = folder / name / NODE_FILE if folder is not None and _NAME.fullmatch(name) else None
        package = _read_package(name, path) if path is not None and path.is_file() else None
        if package is not None:
            yield package


def _global_folder(project: Path) -> Path | None:
    """Where npm installs packages with `--global`: by its variable, or else beside the node that would run."""
    prefix = os.environ.get("NPM_CONFIG_PREFIX", "")
    if not prefix and os.name == "nt":
        prefix = os.path.join(os.environ.get("APPDATA", ""), "npm")
    if not prefix:
        node = find_program("node", search_path([project]))
        prefix = os.path.dirname(os.path.dirname(os.path.realpath(node))) if node is not None else ""
    if not os.path.isabs(prefix):
        return None
    return Path(prefix) / "node_modules" if os.name == "nt" else Path(prefix) / "lib" / "node_modules"


def _read_package(name: str, path: Path) -> JavaScriptPackage | None:
    data = read_json_file(path)
    return None if isinstance(data, UnreadableFile) else _package(name, data)


def _package(name: str, data: Mapping[str, Any]) -> JavaScriptPackage | None:
    exports = data.get("exports")
    if not isinstance(exports, dict) or EXPORT not in exports:
        return None
    version, description = data.get("version"), data.get("description")
    return JavaScriptPackage(
        name,
        one_line(version, _MAX_VERSION) if isinstance(version, str) else "0.0.0",
        one_line(description, _MAX_DESCRIPTION) if isinstance(description, str) else "",
    )
