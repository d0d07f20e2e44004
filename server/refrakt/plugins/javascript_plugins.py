"""Plugins in JavaScript packages. refrakt does not run their commands, but lists them with their shell command."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refrakt.plugins.project_dependencies import NODE_FILE, UnreadableFile, read_json_file

EXPORT = "./cli-plugin"
"""The export of a package with its commands."""
_NAME = re.compile(r"(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")
_MAX_NAME = 214
"""The limit of npm."""


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
            data = read_json_file(path)
            return None if isinstance(data, UnreadableFile) else _package(name, data)
    return None


def _package(name: str, data: Mapping[str, Any]) -> JavaScriptPackage | None:
    exports = data.get("exports")
    if not isinstance(exports, dict) or EXPORT not in exports:
        return None
    version, description = data.get("version"), data.get("description")
    return JavaScriptPackage(
        name,
        version if isinstance(version, str) else "0.0.0",
        description if isinstance(description, str) else "",
    )
