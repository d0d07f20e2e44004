"""The files that the preview serves besides pages: static files of a site, and the stylesheets of its installed theme.

Nothing else of the project is served: only regular files with the extension of an image, a font, a medium or a stylesheet, below
the static folders of a site or in the package of its theme, and only if their real path is in the project.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from refrakt.project.confinement import confined_path
from refrakt.project.files import LARGEST_CONFIG, read_bytes, read_inside
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.rune_packages import is_package_name
from refrakt.theme.theme_names import SHIPPED

MAX_FILE = 32 << 20
"""Bytes of a static file."""

MEDIA_TYPES = {
    ".avif": "image/avif",
    ".bmp": "image/bmp",
    ".gif": "image/gif",
    ".ico": "image/x-icon",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".ogg": "audio/ogg",
    ".otf": "font/otf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".wav": "audio/wav",
    ".webm": "video/webm",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".vtt": "text/vtt; charset=utf-8",
}
"""The media types by extension. Files with others are not served: no page, no script, no data."""
THEME_TYPES = {".css": "text/css; charset=utf-8"} | {
    ending: MEDIA_TYPES[ending] for ending in (".otf", ".svg", ".ttf", ".woff", ".woff2")
}


class ServedFile(NamedTuple):
    data: bytes
    media_type: str


def static_file(spec: SiteSpec, name: str) -> ServedFile | None:
    """A static file of a site by the path of its URL; None if there is none."""
    for folder in spec.static:
        found = _served(spec.root, folder, name, MEDIA_TYPES)
        if found is not None:
            return found
    return None


def static_path(spec: SiteSpec, name: str) -> Path | None:
    """The file itself, for an editor, which reads it on its own."""
    for folder in spec.static:
        file = _allowed(spec.root, folder, name, MEDIA_TYPES)
        if file is not None and file.is_file():
            return file
    return None


def theme_name(spec: SiteSpec) -> str | None:
    """The name of the theme's package, or its folder, as the config writes it."""
    theme = spec.context.settings.get("theme")
    name = theme.get("package") if isinstance(theme, Mapping) else theme
    if name is None and spec.context.markdoc is None:
        name = SHIPPED
    return name if isinstance(name, str) else None


def theme_folder(spec: SiteSpec) -> Path | None:
    """The folder of the theme's package, if it is installed in the project."""
    name = theme_name(spec)
    if name is None:
        return None
    if name.startswith("."):
        found = confined_path(spec.root, name)
    elif is_package_name(name):
        found = confined_path(spec.root, Path("node_modules", name))
    else:
        return None
    return found if found is not None and found.is_dir() else None


def theme_stylesheet(spec: SiteSpec) -> str | None:
    """The path of the theme's stylesheet below the folder of its package; None without an installed theme."""
    folder = theme_folder(spec)
    if folder is None:
        return None
    try:
        package = json.loads(read_inside(spec.root, folder / "package.json", LARGEST_CONFIG))
    except (OSError, ValueError, RecursionError):
        package = {}
    for each in (*_declared(package), "index.css", "dist/index.css"):
        path = posixpath.normpath(each)
        if path.endswith(".css") and _served(spec.root, folder, path, THEME_TYPES) is not None:
            return path
    return None


def theme_file(spec: SiteSpec, name: str) -> ServedFile | None:
    """A stylesheet of the theme, or a font or drawing that it uses."""
    folder = theme_folder(spec)
    return _served(spec.root, folder, name, THEME_TYPES) if folder is not None else None


def _declared(package: Any) -> list[str]:
    """The stylesheets that a `package.json` declares, the most specific first."""
    if not isinstance(package, dict):
        return []
    exports = package.get("exports")
    entries = exports if isinstance(exports, dict) else {}
    root = entries.get(".")
    found = [
        package.get("style"),
        root.get("style") if isinstance(root, dict) else None,
        *(_target(entries.get(name)) for name in ("./index.css", "./styles.css", "./style.css")),
    ]
    return [each for each in found if isinstance(each, str)]


def _target(entry: Any) -> Any:
    """The file of an entry of `exports`, which may depend on conditions."""
    return entry.get("style", entry.get("default")) if isinstance(entry, dict) else entry


def _allowed(root: Path, folder: Path, name: str, types: Mapping[str, str]) -> Path | None:
    """The file of a name below a folder, if it may be shown."""
    parts = name.split("/")
    if posixpath.splitext(name)[1].lower() not in types or any(each.startswith(".") or not each for each in parts):
        return None
    file = confined_path(root, folder.joinpath(*parts))
    return file if file is not None and file.is_relative_to(folder.resolve()) else None


def _served(root: Path, folder: Path, name: str, types: Mapping[str, str]) -> ServedFile | None:
    file = _allowed(root, folder, name, types)
    if file is None:
        return None
    try:
        return ServedFile(read_bytes(file, MAX_FILE), types[posixpath.splitext(name)[1].lower()])
    except (OSError, ValueError):
        return None
