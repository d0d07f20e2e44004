"""Where a project begins. Everybody who asks from any folder inside it must find the same place, links or no links.

Only the standard library, and little of it: the relay that every agent starts imports this.
"""

from __future__ import annotations

import os

MARKERS = ("refrakt.config.json", "markdoc.config.json")
PLAN = "plan"
PLAN_FOLDERS = ("specs", "work", "bugs", "decisions", "milestones")
FORGE = ".fractary"
REPOSITORY = ".git"


def project_root(folder: str | os.PathLike[str]) -> str:
    """The top of the project a folder belongs to, as a real path.

    That is the nearest folder, upwards, with a config, a plan or `.fractary`; else the top of the repository; else the folder.
    """
    start = os.path.realpath(folder)
    repository = None
    for each in _upwards(start):
        if is_project(each):
            return each
        if repository is None and os.path.exists(os.path.join(each, REPOSITORY)):
            repository = each
    return repository or start


def is_project(folder: str) -> bool:
    """Whether a project begins at this folder."""
    if any(os.path.isfile(os.path.join(folder, name)) for name in MARKERS):
        return True
    return os.path.isdir(os.path.join(folder, FORGE)) or is_plan(os.path.join(folder, PLAN))


def is_plan(folder: str) -> bool:
    """Whether a folder called `plan` is one of refrakt's: it has one of the five folders, or pages at its top.

    Many programs keep a `plan` folder; one without either is somebody else's.
    """
    try:
        with os.scandir(folder) as entries:
            return any(each.name in PLAN_FOLDERS or each.name.endswith(".md") for each in entries)
    except OSError:
        return False


def _upwards(folder: str) -> list[str]:
    found = [folder]
    while (above := os.path.dirname(found[-1])) != found[-1]:
        found.append(above)
    return found
