"""JavaScript packages, as data. Python cannot run their commands, but it can say that they are there and how to reach them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .dependencies import NODE_FILE, Unreadable, read_json_file

EXPORT = "./cli-plugin"
"""The export of a package that holds its commands."""
_NAME = re.compile(r"(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")
_LONGEST = 214
"""The longest name that npm allows."""


@dataclass(frozen=True, slots=True)
class JavaScriptPackage:
    """A package with commands."""

    name: str
    version: str
    description: str

    @property
    def namespace(self) -> str:
        """What its commands go by. Only the package's code knows for certain; by custom it is the end of its name."""
        return self.name.rpartition("/")[2]

    @property
    def shell(self) -> str:
        return f"npx refrakt {self.namespace}"


def find_package(name: str, folder: Path) -> JavaScriptPackage | None:
    """The package of this name in the nearest `node_modules` that has it, if it brings commands."""
    if len(name) > _LONGEST or not _NAME.fullmatch(name):
        return None
    for each in (folder, *folder.parents):
        path = each / "node_modules" / name / NODE_FILE
        if path.is_file():
            data = read_json_file(path)
            return None if isinstance(data, Unreadable) else _package(name, data)
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
