"""Whether a folder is a package that uses Markdoc, or the top of a workspace of packages.

Only `os` is imported, and `package.json` is searched and not parsed: this runs for every folder upwards before anything else does.
"""

from __future__ import annotations

import os
from itertools import islice

MARKDOC_PACKAGES = (
    "@markdoc/markdoc",
    "@markdoc/next.js",
    "@astrojs/markdoc",
    "@astrojs/starlight-markdoc",
    "markdoc-svelte",
    "svelte-markdoc-preprocess",
    "@keystatic/core",
)
"""The npm packages that make a package a Markdoc site."""
PLUGINS = ("@markdoc/next.js", "@astrojs/markdoc", "markdoc-svelte", "svelte-markdoc-preprocess")
"""Those that a config of a framework imports."""
SCHEMA_FILES = tuple(f"markdoc.config.{ending}" for ending in ("mjs", "js", "mts", "ts"))
"""The config of Astro's integration, in the order in which Astro looks for it."""
LARGEST_PACKAGE = 1 << 20
"""How many bytes of a `package.json` are read."""
_MOST_BELOW = 500
"""How many entries of a folder are looked at."""
WORKSPACE_FILE = "pnpm-workspace.yaml"

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_NAMES = tuple(f'"{name}"'.encode() for name in MARKDOC_PACKAGES)


def is_markdoc_package(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder has a `package.json` that names a Markdoc package, or a `markdoc.config.{js,mjs,mts,ts}`."""
    place = os.fspath(folder)
    try:
        if any(os.path.isfile(os.path.join(place, name)) for name in SCHEMA_FILES):
            return True
        text = _start_of(os.path.join(place, "package.json"))
    except (OSError, ValueError):
        return False
    return any(name in text for name in _NAMES)


def has_package_below(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder directly below is a package that uses Markdoc, such as `docs` in an unpacked archive, and no repository."""
    try:
        with os.scandir(folder) as entries:
            below = [each.path for each in islice(entries, _MOST_BELOW) if each.is_dir(follow_symlinks=False)]
    except (OSError, ValueError):
        return False
    return any(is_markdoc_package(each) and not os.path.lexists(os.path.join(each, ".git")) for each in below)


def is_workspace(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder is the top of several packages: its `package.json` has `workspaces`, or it has pnpm's file."""
    place = os.fspath(folder)
    try:
        if os.path.isfile(os.path.join(place, WORKSPACE_FILE)):
            return True
        return b'"workspaces"' in _start_of(os.path.join(place, "package.json"))
    except (OSError, ValueError):
        return False


def _start_of(path: str) -> bytes:
    """The first bytes of a regular file. `OSError` for links and folders."""
    handle = os.open(path, _FLAGS)
    try:
        parts = []
        left = LARGEST_PACKAGE if os.path.isfile(handle) else 0
        while left > 0 and (part := os.read(handle, left)):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)
    finally:
        os.close(handle)
