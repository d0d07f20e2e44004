"""The stylesheets of a theme: those the caller names, else those of the installed theme package, else the built-in one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from refrakt.errors import RefraktError
from refrakt.project.confinement import real_path
from refrakt.project.files import read_bytes
from refrakt.project.rune_packages import is_package_name
from refrakt.project.site import SiteContext
from refrakt.services.context import Context
from refrakt.theme.css_selectors import StyledNames, styled_names
from refrakt.theme.default_stylesheet import default_stylesheet
from refrakt.untrusted import LONGEST, word

MOST_FILES = 1_000
LARGEST_FILE = 2_000_000
"""Bytes of a stylesheet. Larger ones are generated."""
DEFAULT = "default"
"""The name of our own stylesheet."""
_NODE_MODULES = "node_modules"


@dataclass(frozen=True, slots=True)
class Stylesheets:
    """What the stylesheets style, and where they are."""

    source: str
    """A path as it was given, the name of a package, or `DEFAULT`."""
    files: int
    styled: StyledNames


def stylesheets(context: Context, site: SiteContext, css: str | None, theme: str) -> Stylesheets:
    """The stylesheets for a theme."""
    if css is not None:
        place = context.locate(css)
        files = list(_files(place))
        if not files:
            hint = "Pass a stylesheet, or a folder with stylesheets."
            raise RefraktError("NOT_FOUND", f"no stylesheet at {word(css, LONGEST)}", hint)
        return _read(css, files)
    package = installed_package(site.root, theme)
    files = list(_files(package)) if package is not None else []
    return _read(theme, files) if files else Stylesheets(DEFAULT, 1, _default())


@cache
def _default() -> StyledNames:
    return styled_names([default_stylesheet()])


def _read(source: str, files: list[Path]) -> Stylesheets:
    """The stylesheets of these files and of what they import from beside them."""
    texts: dict[Path, str] = {}
    pending = list(files)
    styled = StyledNames()
    folders = {each.parent for each in files}
    while pending and len(texts) < MOST_FILES:
        file = pending.pop(0)
        if file in texts:
            continue
        try:
            texts[file] = read_bytes(file, LARGEST_FILE).decode("utf-8", "replace")
        except OSError:
            continue  # a link, a folder or a file that is too large
        found = styled_names([texts[file]])
        styled.classes |= found.classes
        styled.attributes |= found.attributes
        styled.parts |= found.parts
        for each in found.imports:
            imported = real_path(file.parent / each)
            if imported is not None and any(imported.is_relative_to(folder) for folder in folders):
                pending.append(imported)
    return Stylesheets(source, len(texts), styled)


def _files(place: Path) -> Iterator[Path]:
    """A stylesheet, or those in a folder and below, in the order of their names. Links are not followed."""
    if place.is_file():
        yield place
        return
    count = 0
    for folder, folders, names in os.walk(place):
        folders[:] = sorted(each for each in folders if each != _NODE_MODULES and not each.startswith("."))
        for name in sorted(names):
            if name.endswith(".css"):
                yield Path(folder, name)
                count += 1
                if count == MOST_FILES:
                    return


def installed_package(root: Path, package: str) -> Path | None:
    """The folder of a package in the nearest `node_modules`; a link may lead into the project or a `node_modules` above it."""
    if not is_package_name(package):
        return None
    folders = (root, *root.parents)
    for each in folders:
        place = real_path(each / _NODE_MODULES / package)
        if place is not None and (place / "package.json").is_file():
            allowed = (root, *(folder / _NODE_MODULES for folder in folders))
            return place if any(place.is_relative_to(base) for base in allowed) else None
    return None


def read_package_json(package: Path | None, name: str) -> Any:
    """The data of a JSON file in a package; None if it has none that can be read."""
    if package is None:
        return None
    try:
        return json.loads(read_bytes(package / name, LARGEST_FILE))
    except (OSError, ValueError, RecursionError):
        return None
