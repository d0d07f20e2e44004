"""Files of a project: which ones belong to it, what is in them, and whether they are still what they were."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from refrakt.errors import RefraktError

Stamp = tuple[tuple[int, int, int] | None, ...]
"""For each of a list of files what tells whether it has changed; None for one that is not there."""


def stamp(paths: Iterable[Path | str]) -> Stamp:
    return tuple(map(_one, paths))


def _one(path: Path | str) -> tuple[int, int, int] | None:
    try:
        known = os.stat(path)
    except (OSError, ValueError):
        return None
    return known.st_mtime_ns, known.st_size, known.st_ino


def contained(root: Path, path: str) -> Path:
    """A file below a folder. Whatever leads out of it, by dots or by a link, is refused."""
    try:
        found = (root / path).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise RefraktError("INVALID_ARGS", f"`{path!r}` is no path: {error}", "Give another path.") from error
    if not found.is_relative_to(root):
        message = f"{path} is outside the project"
        raise RefraktError("INVALID_ARGS", message, "Give a path below the folder of the config.")
    return found


def read_text(path: Path, name: str) -> str:
    """The text of a file, called by the name its user knows."""
    try:
        # A pipe with nobody at its other end would be waited for; it is opened without waiting, then refused.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise RefraktError("INVALID_ARGS", f"{name} is no file", "Give the path of a page.")
        with open(handle, "rb") as file:
            return file.read().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise RefraktError("NOT_FOUND", f"{name} does not exist", "Paths count from the project's folder.") from error
    except UnicodeDecodeError as error:
        raise RefraktError("INVALID_ARGS", f"{name} is not UTF-8 text", "Save it as UTF-8.") from error
    except OSError as error:
        raise RefraktError("INVALID_ARGS", f"{name} cannot be read: {error.strerror}", "Give another path.") from error
