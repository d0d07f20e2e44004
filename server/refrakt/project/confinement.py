"""Confinement: the folders that files of a project may be in.

A repository is not trusted: its config and symbolic links must not give a server, and the agents that use it, access to files
outside of the project. Every path from a config, a page or a link is resolved first, and is used only if its real path is below
the project root, or below a folder that the user allows.

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
"""The folders allowed by the settings of the editor, for the whole process."""


def allow(folders: Iterable[str]) -> None:
    """Allow these folders besides those of the variable, instead of those of an earlier call."""
    _allowed[:] = _resolved(folders)


def allow_in_environment(folders: Iterable[str]) -> None:
    """Allow folders for this process and its children."""
    added = [os.path.abspath(each) for each in folders]
    inherited = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = os.pathsep.join([*added, *([inherited] if inherited else [])])


def allowed_folders() -> tuple[str, ...]:
    """The real paths of the folders outside of the project that the user allows."""
    variable = os.environ.get(VARIABLE)
    return (*(_resolved(variable.split(os.pathsep)) if variable else ()), *_allowed)


def confined_path(root: Path, path: Path | str) -> Path | None:
    """The real path of a file or folder, whether it exists or not; None if it is outside of the project."""
    real = real_path(root / path)
    if real is None:
        return None
    return real if any(map(real.is_relative_to, (os.path.realpath(root), *allowed_folders()))) else None


def real_path(path: Path | str) -> Path | None:
    """A path without links and dots; None for an invalid path: a NUL character, a name that is too long."""
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
    """Whether a folder does not depend on the working directory. `~` is the home folder."""
    return os.path.isabs(os.path.expanduser(folder))


def _resolved(folders: Iterable[str]) -> tuple[str, ...]:
    return tuple(os.path.realpath(os.path.expanduser(each)) for each in folders if is_absolute(each))
