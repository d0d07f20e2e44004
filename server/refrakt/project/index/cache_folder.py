"""The cache folder: a folder of the user, outside of every project, that no other user may write to."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

VARIABLE = "REFRAKT_CACHE_DIR"


class CacheFolderError(Exception):
    """The cache folder cannot be used; the message has the reason."""


def cache_folder() -> Path:
    """The cache folder of the system, or the one in the environment variable."""
    from pathlib import Path  # not needed by a relay, which must start at once

    return Path(cache_path())


def cache_path() -> str:
    """The same as text."""
    if named := os.environ.get(VARIABLE):
        return os.path.abspath(os.path.expanduser(named))
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
        folder = os.path.join(local, "refrakt", "Cache")
    elif sys.platform == "darwin":
        folder = os.path.join(home, "Library", "Caches", "refrakt")
    else:
        caches = os.environ.get("XDG_CACHE_HOME", "")
        # The standard says to ignore a relative path, which would be inside of the project.
        folder = os.path.join(caches if os.path.isabs(caches) else os.path.join(home, ".cache"), "refrakt")
    if not os.path.isabs(folder):
        raise CacheFolderError(f"no home folder is known; set {VARIABLE} to a folder for the cache")
    return folder


def make_private(folder: Path | str) -> None:
    """Create the folder if needed. One that other users may write to is refused, because cached data is trusted."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        found = os.stat(folder)
    except OSError as error:
        raise CacheFolderError(f"{folder} cannot be used ({error.strerror})") from error
    if sys.platform != "win32":
        if found.st_uid != os.getuid():
            raise CacheFolderError(f"{folder} belongs to another user")
        if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise CacheFolderError(f"{folder} is writable by other users; run `chmod 700` on it")
