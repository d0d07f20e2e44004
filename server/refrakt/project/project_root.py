"""The root of the project that a folder belongs to.

An editor and an agent find each other because both get the same root, wherever in the project they were started. It takes a few
dozen `stat` calls and a few `package.json`. Only `os` is imported, because a relay calls this first.

The root is the nearest folder upwards that has

- a file `refrakt.config.json` or `markdoc.config.json`,
- a folder `plan` with one of the folders of plan items: `specs`, `work`, `bugs`, `decisions`, `milestones`, or
- a folder `.fractary`. The one in the user's home is not a project: it has settings for all projects.

Projects may be nested. Without such a folder, the nearest npm package that uses Markdoc is the project; without one, the root of
the repository (a folder with `.git`, which is a file in worktrees and submodules), and without a repository, as in an unpacked
archive, the outermost workspace of npm packages, else the folder itself.
Links are resolved first, so all paths of a folder give the same project.
"""

from __future__ import annotations

import os

from refrakt.project.markdoc_package import has_package_below, is_markdoc_package, is_workspace

CONFIG_FILES = ("refrakt.config.json", "markdoc.config.json")
PLAN_FOLDERS = ("specs", "work", "bugs", "decisions", "milestones")


def project_root(folder: str | os.PathLike[str]) -> str:
    """The root of the project that `folder` belongs to, as a real path."""
    start = os.path.realpath(folder)
    home = os.path.realpath(os.path.expanduser("~"))
    package = repository = workspace = None
    for parent in _upwards(start):
        if _is_project(parent, home):
            return parent
        if package is None and repository is None and is_markdoc_package(parent):
            package = parent
        if repository is None and os.path.lexists(os.path.join(parent, ".git")):
            repository = parent
        if repository is None and parent != home and is_workspace(parent):
            workspace = parent
    return package or repository or workspace or start


def is_root(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder is a project, or the top of a repository; without one, of a workspace."""
    path = os.fspath(folder)
    home = os.path.realpath(os.path.expanduser("~"))
    if _is_project(path, home) or is_markdoc_package(path) or os.path.lexists(os.path.join(path, ".git")):
        return True
    return path != home and is_workspace(path)


def is_plan(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder contains one of the folders of plan items."""
    return any(os.path.isdir(os.path.join(folder, name)) for name in PLAN_FOLDERS)


def has_sites_below(folder: str | os.PathLike[str]) -> bool:
    """Whether to search a folder for sites that is not a root: one above a package, such as `docs` in an unpacked archive."""
    path = os.fspath(folder)
    if path == os.path.realpath(os.path.expanduser("~")) or path == os.path.dirname(path):
        return False
    return has_package_below(path)


def _upwards(folder: str) -> list[str]:
    parents = [folder]
    while (above := os.path.dirname(parents[-1])) != parents[-1]:
        parents.append(above)
    return parents


def _is_project(folder: str, home: str) -> bool:
    if any(os.path.isfile(os.path.join(folder, name)) for name in CONFIG_FILES):
        return True
    if is_plan(os.path.join(folder, "plan")):
        return True
    return folder != home and os.path.isdir(os.path.join(folder, ".fractary"))
