"""The folder of a project's plan, `plan` by default.

`--dir` takes precedence, then the variable REFRAKT_PLAN_DIR, then `plan.dir` of the config. The user may choose any folder with the
first two. A folder chosen by the repository, in its config or by a link named `plan`, must be inside the project.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from refrakt.plugins import FolderWatch, RefraktError, confined_path, files_below
from refrakt.plugins.message_quoting import LONGEST, has_control_characters, quoted, word

VARIABLE = "REFRAKT_PLAN_DIR"
DEFAULT = "plan"


def plan_folder(root: Path, config: Mapping[str, Any], option: str | None = None) -> Path:
    """The folder of the plan, whether it exists or not. A relative path is relative to the project root.

    `RefraktError` if the repository's choice is not a path, or is outside the project.
    """
    named = option or os.environ.get(VARIABLE)
    return root / named if named else _repository_folder(root, _configured(config) or DEFAULT)


def trusted_folder(root: Path, config: Mapping[str, Any]) -> Path | None:
    """The same for callers that only read: None if the folder must not be used."""
    try:
        return plan_folder(root, config)
    except RefraktError:
        return None


def _repository_folder(root: Path, name: str) -> Path:
    """A folder chosen by the repository."""
    if has_control_characters(name):
        message = f"`plan.dir` {quoted(name)} contains a control character"
        raise RefraktError("INVALID_ARGS", message, "Correct `dir` of `plan` in the config.")
    folder = confined_path(root, name)
    if folder is None:
        message = f"the plan folder {quoted(name)} is outside the project"
        hint = f"Use a folder inside the project, or choose the other one with `{{option:dir}}` or `{VARIABLE}`."
        raise RefraktError("INVALID_ARGS", message, hint)
    return folder


def _configured(config: Mapping[str, Any]) -> str | None:
    plan = config.get("plan")
    folder = plan.get("dir") if isinstance(plan, Mapping) else None
    return folder if isinstance(folder, str) else None


def confined_folder(root: Path, config: Mapping[str, Any], option: str | None) -> Path:
    """The folder for a caller that may not leave the project, except for the folder that the user configured."""
    folder, own = plan_folder(root, config, option), trusted_folder(root, config)
    if not option or (own is not None and _resolved(folder) == _resolved(own)):
        return folder
    return require_inside(root, folder)


def require_inside(root: Path, path: Path) -> Path:
    """The path itself, if neither `..` nor a link takes it outside the project."""
    _resolved(path)
    if confined_path(root, path) is None:
        raise RefraktError(
            "INVALID_ARGS", f"{word(str(path), LONGEST)} is outside the project", "Use a path inside the project."
        )
    return path


def _resolved(path: Path) -> Path:
    try:
        found = path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise RefraktError("INVALID_ARGS", f"{quoted(str(path))} is not a path", "Use another folder.") from error
    try:
        os.lstat(found)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            message = f"{quoted(str(path))} is too long for a path"
            raise RefraktError("INVALID_ARGS", message, "Use a shorter path.") from error
    return found


def detect(root: Path, config: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The plan folder and its number of pages. None if the folder does not exist."""
    folder = trusted_folder(root, config)
    if folder is None or not folder.is_dir():
        return None
    return {"dir": display_path(root, folder), "fileCount": _page_count(folder.resolve()).current()}


@lru_cache(maxsize=16)
def _page_count(folder: Path) -> _PageCount:
    return _PageCount(folder)


class _PageCount:
    """The number of pages in a folder. Every request of an agent needs it, so it is kept while nothing changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._watch = FolderWatch()
        self._count = 0

    def current(self) -> int:
        with self._lock:
            if not self._watch.is_unchanged():
                self._watch.start(str(self._folder))
                files = files_below(self._folder, enter=self._watch.enter)
                self._count = sum(entry.name.endswith(".md") for entry in files)
            return self._count


def display_path(root: Path, path: Path) -> str:
    """A path for display: relative to the project root if it is inside."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def missing_plan(folder: Path | None = None) -> RefraktError:
    """The error for a project without a plan, or for a missing folder."""
    make = "Create one with `{command:plan.init}`"
    if folder is None:
        return RefraktError("PLAN_DIR_MISSING", "this project has no plan folder", f"{make}.")
    return RefraktError(
        "PLAN_DIR_MISSING",
        f"no such folder: {word(str(folder), LONGEST)}",
        f"{make}, or choose another with `{{option:dir}}`.",
    )
