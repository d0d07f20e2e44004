"""Where the plan of a project lies: where somebody says it does, else in `plan`.

`--dir` comes first, then the variable REFRAKT_PLAN_DIR, then `plan.dir` of the config. Everybody asks here, the detector
included, so that what is detected is what commands then read.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from refrakt.plugins import RefraktError

VARIABLE = "REFRAKT_PLAN_DIR"
DEFAULT = "plan"


def plan_folder(root: Path, config: Mapping[str, Any], asked: str | None = None) -> Path:
    """The folder of the plan, whether it is there or not. Relative names count from the project's folder."""
    return root / (asked or os.environ.get(VARIABLE) or _configured(config) or DEFAULT)


def _configured(config: Mapping[str, Any]) -> str | None:
    plan = config.get("plan")
    folder = plan.get("dir") if isinstance(plan, Mapping) else None
    return folder if isinstance(folder, str) else None


def inside(root: Path, config: Mapping[str, Any], asked: str | None) -> Path:
    """The folder for a caller who may not leave the project, unless the person who set it up wanted it elsewhere."""
    folder = plan_folder(root, config, asked)
    if not asked or _real(folder) == _real(plan_folder(root, config)):
        return folder
    return confined(root, folder)


def confined(root: Path, path: Path) -> Path:
    """A path that must not lead out of the project, neither by dots nor by a link."""
    if not _real(path).is_relative_to(_real(root)):
        raise RefraktError("INVALID_ARGS", f"{path} is outside the project", "Give one in the project's folder.")
    return path


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise RefraktError("INVALID_ARGS", f"{str(path)!r} is no path", "Give another folder.") from error


def detect(root: Path, config: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What there is of a plan: its folder and how many pages lie in it. None without the folder."""
    folder = plan_folder(root, config)
    if not folder.is_dir():
        return None
    count = sum(name.endswith(".md") for _, _, names in os.walk(folder) for name in names)
    return {"dir": shown(root, folder), "fileCount": count}


def shown(root: Path, path: Path) -> str:
    """A path as people write it: below the project's folder where it is."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def no_plan(folder: Path | None = None) -> RefraktError:
    """What to say where there is no plan: none in the project, or not in the folder that was named."""
    make = "Make one with plan.init (`refrakt plan init`)"
    if folder is None:
        return RefraktError("PLAN_DIR_MISSING", "this project has no plan folder", f"{make}.")
    return RefraktError("PLAN_DIR_MISSING", f"there is no folder {folder}", f"{make}, or name another with `dir`.")
