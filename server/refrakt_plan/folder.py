"""The folder of a project's plan: the one that is named, else `plan`.

`--dir` comes first, then the variable REFRAKT_PLAN_DIR, then `plan.dir` of the config. Every command, the detector and the editor
ask here. The user may name any folder with the first two. What the repository says, in its config or by a link called `plan`,
must stay inside the project.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from refrakt.plugins import RefraktError, confined_path, files_below
from refrakt.plugins.prose import LONGEST, has_control_characters, quoted, word

VARIABLE = "REFRAKT_PLAN_DIR"
DEFAULT = "plan"


def plan_folder(root: Path, config: Mapping[str, Any], asked: str | None = None) -> Path:
    """The folder of the plan, there or not. Relative names count from the project's folder.

    `RefraktError` where the project's own name for it is no path, or leads out of the project.
    """
    named = asked or os.environ.get(VARIABLE)
    return root / named if named else _own_folder(root, _configured(config) or DEFAULT)


def trusted_folder(root: Path, config: Mapping[str, Any]) -> Path | None:
    """The same for callers that only look: None where the folder is not to be used."""
    try:
        return plan_folder(root, config)
    except RefraktError:
        return None


def _own_folder(root: Path, name: str) -> Path:
    """A folder that the repository names."""
    if has_control_characters(name):
        message = f"`plan.dir` {quoted(name)} contains a control character"
        raise RefraktError("INVALID_ARGS", message, "Correct `plan.dir` in the config.")
    folder = confined_path(root, name)
    if folder is None:
        message = f"the plan folder {quoted(name)} leads out of the project"
        hint = f"Use a folder inside the project, or name the other one with `--dir` or `{VARIABLE}`."
        raise RefraktError("INVALID_ARGS", message, hint)
    return folder


def _configured(config: Mapping[str, Any]) -> str | None:
    plan = config.get("plan")
    folder = plan.get("dir") if isinstance(plan, Mapping) else None
    return folder if isinstance(folder, str) else None


def inside(root: Path, config: Mapping[str, Any], asked: str | None) -> Path:
    """The folder for a caller who may not leave the project, unless the person who set it up wanted it elsewhere."""
    folder, own = plan_folder(root, config, asked), trusted_folder(root, config)
    if not asked or (own is not None and _real(folder) == _real(own)):
        return folder
    return confined(root, folder)


def confined(root: Path, path: Path) -> Path:
    """A path that must not lead out of the project, neither by dots nor by a link."""
    _real(path)
    if confined_path(root, path) is None:
        raise RefraktError(
            "INVALID_ARGS", f"{word(str(path), LONGEST)} is outside the project", "Give one in the project's folder."
        )
    return path


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise RefraktError("INVALID_ARGS", f"{quoted(str(path))} is not a path", "Give another folder.") from error


def detect(root: Path, config: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What there is of a plan: its folder and how many pages lie in it. None without the folder."""
    folder = trusted_folder(root, config)
    if folder is None or not folder.is_dir():
        return None
    count = sum(entry.name.endswith(".md") for entry in files_below(folder))
    return {"dir": shown(root, folder), "fileCount": count}


def shown(root: Path, path: Path) -> str:
    """A path as people write it: below the project's folder where it is."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def no_plan(folder: Path | None = None) -> RefraktError:
    """What to say where there is no plan: none in the project, or not in the folder that was named."""
    make = "Make one with plan.init (`refrakt plan init`)"
    if folder is None:
        return RefraktError("PLAN_DIR_MISSING", "this project has no plan folder", f"{make}.")
    return RefraktError(
        "PLAN_DIR_MISSING", f"there is no folder {word(str(folder), LONGEST)}", f"{make}, or name another with `dir`."
    )
