"""All problems of the files that configure a project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from refrakt.project.config import config_problem
from refrakt.project.config_rules import CONFIG_FOLDER
from refrakt.project.site import Project, UnresolvedSite
from refrakt.rules.problem import Problem
from refrakt.untrusted import word


def config_problems(project: Project, site: str | None = None) -> list[Problem]:
    """The problems of a project's config and of the files it names, for one site or all, each once."""
    if project.unknown:
        return []
    names = [site] if site is not None else list(project.config.sites) if project.config is not None else []
    sites = [project.site(name) for name in names] or [project.site()]
    found = [each for known in sites if not isinstance(known, UnresolvedSite) for each in known.problems]
    if project.config is not None:
        found += project.config.problems  # also without any site
    return list(dict.fromkeys([*found, *missing_folders(project, names)]))


def missing_folders(project: Project, names: Iterable[str]) -> Iterator[Problem]:
    """The content folders that do not exist."""
    config = project.config
    for name in names:
        site = config.sites.get(name) if config is not None else None
        if config is None or site is None or site.node is None or site.content_dir is None:
            continue
        node = site.node.get("contentDir")
        if node is not None and not site.content_dir.is_dir():
            name = word(str(node.value))
            exists = site.content_dir.exists()
            message = f"{name} is not a folder" if exists else f"the folder {name} does not exist"
            yield config_problem(CONFIG_FOLDER, message, config.path, node.span, "Create it, or correct `contentDir`.")


def problem_path(problem: Problem, root: Path) -> str:
    """The path of the file of a problem, below the project root if it is there."""
    file = Path(problem.path)
    return file.relative_to(root).as_posix() if file.is_relative_to(root) else file.as_posix()
