"""Where the cache lies: a folder of the user's, outside every project, that nobody else may write to."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

VARIABLE = "REFRAKT_CACHE_DIR"


class NoFolder(Exception):
    """Why there is no folder to keep a cache in; the text says it in one sentence."""


def cache_folder() -> Path:
    """The folder the system has for caches, or the one the environment names."""
    if named := os.environ.get(VARIABLE):
        return Path(os.path.abspath(os.path.expanduser(named)))
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
        folder = os.path.join(local, "refrakt", "Cache")
    elif sys.platform == "darwin":
        folder = os.path.join(home, "Library", "Caches", "refrakt")
    else:
        caches = os.environ.get("XDG_CACHE_HOME", "")
        # The standard says to ignore a relative one, and it would lead into the project.
        folder = os.path.join(caches if os.path.isabs(caches) else os.path.join(home, ".cache"), "refrakt")
    if not os.path.isabs(folder):
        raise NoFolder(f"no home folder is known; {VARIABLE} may name a folder for the cache")
    return Path(folder)


def make_private(folder: Path) -> None:
    """See that the folder is there. One that others may write to is refused: what is cached there is believed."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        found = os.stat(folder)
    except OSError as error:
        raise NoFolder(f"{folder} cannot be used ({error.strerror})") from error
    if sys.platform != "win32":
        if found.st_uid != os.getuid():
            raise NoFolder(f"{folder} belongs to somebody else")
        if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise NoFolder(f"others may write to {folder}; `chmod 700` mends it")
