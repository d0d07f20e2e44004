"""Confinement: which folders the files of a project may lie in.

A repository is untrusted: its config and its symbolic links must not lead a server, and the agents behind it, to files outside
of the project. Every path that comes from a config, a page or a link is therefore resolved first, and counts only if its real
path lies below the project's root, or below a folder that the user allows.

Only the user can allow a folder: with `--allow-folder`, with the variable `REFRAKT_ALLOWED_FOLDERS`, or in the settings of the
editor. Nothing in the repository can.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path

VARIABLE = "REFRAKT_ALLOWED_FOLDERS"
"""Folders the user allows, separated like those of PATH."""
WAYS_TO_ALLOW = f"`--allow-folder`, `{VARIABLE}`, or `allowedFolders` in the editor's settings"
"""For hints."""

_allowed: list[str] = []
"""What the editor's settings allow, for the whole process."""


def allow(folders: Iterable[str]) -> None:
    """Allow these folders besides those of the variable, and no longer those of an earlier call."""
    _allowed[:] = _resolved(folders)


def allow_in_environment(folders: Iterable[str]) -> None:
    """Allow folders for this process and for all that it starts."""
    added = [os.path.abspath(each) for each in folders]
    known = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = os.pathsep.join([*added, *([known] if known else [])])


def allowed_folders() -> tuple[str, ...]:
    """The real paths of the folders outside of the project that the user allows."""
    variable = os.environ.get(VARIABLE)
    return (*(_resolved(variable.split(os.pathsep)) if variable else ()), *_allowed)


def confined_path(root: Path, path: Path | str) -> Path | None:
    """The real path of a file or folder, there or not; None where it leads out of the project."""
    real = real_path(root / path)
    if real is None:
        return None
    return real if any(_is_below(real, each) for each in (os.path.realpath(root), *allowed_folders())) else None


def real_path(path: Path | str) -> Path | None:
    """A path without links and dots; None for what the system cannot follow: a NUL character, a name that is too long."""
    try:
        real = os.path.realpath(path)
    except (OSError, ValueError):
        return None
    try:
        os.lstat(real)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return None
    return Path(real)


def is_absolute(folder: str) -> bool:
    """Whether a folder means the same wherever a process was started. `~` is the user's home."""
    return os.path.isabs(os.path.expanduser(folder))


def _resolved(folders: Iterable[str]) -> tuple[str, ...]:
    return tuple(os.path.realpath(os.path.expanduser(each)) for each in folders if is_absolute(each))


def _is_below(path: Path, folder: str) -> bool:
    return path == Path(folder) or path.is_relative_to(folder)
