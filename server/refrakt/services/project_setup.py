"""What `refrakt init` writes into a folder: a small site, if there is none, and the parts that are asked for.

Nothing is written here. The steps can be shown before, and the changes are applied all together or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from refrakt.errors import RefraktError
from refrakt.project.config import FILE_NAME
from refrakt.project.frameworks.site_summary import summary, text_summary
from refrakt.project.mcp_clients import CLIENTS, REFRAKT
from refrakt.project.mcp_registration import Registration, registration
from refrakt.project.project_root import CONFIG_FILES, is_plan, project_root
from refrakt.project.site import Project, project_at
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.services.check_workflow import WORKFLOW, check_workflow
from refrakt.services.starter_site import STARTER_SITE
from refrakt.untrusted import LONGEST, word

_NOT_CONTENT = ("readme", "license", "licence")
"""Files that a new repository has."""


class SetupStep(NamedTuple):
    """A file, or the folder of the plan, and what happens to it."""

    action: Literal["create", "change", "keep"]
    path: str
    """Relative to the project, or absolute outside of it."""
    about: str


@dataclass(frozen=True, slots=True)
class SetupOptions:
    """The parts that are asked for."""

    plan: bool = False
    client: str | None = None
    """The MCP client to register with."""
    workflow: bool = False


@dataclass(frozen=True, slots=True)
class ProjectSetup:
    """What a folder has, and what it gets."""

    root: Path
    found: tuple[str, ...]
    """What was recognised, a line for each site."""
    steps: tuple[SetupStep, ...]
    changes: WorkspaceEdit
    registration: Registration | None
    creates_plan: bool

    @property
    def writes(self) -> bool:
        """Whether there is anything to write."""
        return any(each.action != "keep" for each in self.steps)


def setup_root(folder: Path) -> Path:
    """The folder that `init` sets up: the project around a folder, or the folder itself if it is empty."""
    here = Path(os.path.realpath(folder))
    root = Path(project_root(here))
    has_config = any((root / name).is_file() for name in CONFIG_FILES)
    return here if _is_empty(here) and not has_config else root


def project_setup(root: Path, options: SetupOptions) -> ProjectSetup:
    """How to set up a folder. Raises `RefraktError` if a part is not possible."""
    project = project_at(root)
    if project.config is not None and not project.config.readable:
        message = f"{FILE_NAME} cannot be read as JSON"
        raise RefraktError("CONFIG_INVALID", message, "Fix its syntax first.")
    found = tuple(_recognised(project))
    is_new = not found and not is_plan(root / "plan")
    only_site = not (options.plan or options.client or options.workflow)
    new = dict(_new_files(root, options, is_new and (only_site or _is_empty(root))))
    registered = registration(CLIENTS[options.client], REFRAKT, root, keeps_entry=True) if options.client else None
    steps = [
        SetupStep("keep" if os.path.lexists(root / path) else "create", path, about) for path, (_, about) in new.items()
    ]
    plan = project.plan_folder if options.plan else None
    has_plan = plan is not None and is_plan(plan)
    if options.plan:
        name = plan.relative_to(root).as_posix() if plan is not None and plan.is_relative_to(root) else "plan"
        steps.append(SetupStep("keep" if has_plan else "create", f"{name}/", "a plan with an example of each type"))
        if not has_plan and FILE_NAME not in new:
            exists = project.config is not None
            steps.append(SetupStep("change" if exists else "create", FILE_NAME, "names the folder of the plan"))
    if registered is not None:
        path = registered.path
        shown = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
        steps.append(SetupStep(registered.outcome, shown, f"registers refrakt with {registered.client.title}"))
    created = tuple((path, text) for path, (text, _) in new.items() if not os.path.lexists(root / path))
    extra = registered.changes if registered is not None else WorkspaceEdit()
    return ProjectSetup(
        root,
        found or (_kind(root, is_plan(root / "plan")),),
        tuple(steps),
        WorkspaceEdit(extra.edits, (*created, *extra.created)),
        registered,
        options.plan and not has_plan,
    )


def _recognised(project: Project) -> Iterator[str]:
    """The sites of a project, a line for each."""
    for name, site in (project.config.sites if project.config is not None else {}).items():
        folder = site.content_dir
        where = f" in {folder.relative_to(project.root)}" if folder and folder.is_relative_to(project.root) else ""
        yield f"{word(name, LONGEST)}: a site of refrakt{where}"
    for each in project.markdoc_sites.values():
        yield text_summary(summary(each, project.root))


def _kind(root: Path, has_plan: bool) -> str:
    if has_plan:
        return "a plan, and no site"
    return "an empty folder" if _is_empty(root) else "no Markdoc site and no plan"


def _new_files(root: Path, options: SetupOptions, with_site: bool) -> Iterator[tuple[str, tuple[str, str]]]:
    """The files that are wanted, with text and purpose."""
    if with_site:
        yield from ((path, (file.text, file.about)) for path, file in STARTER_SITE.items())
    if options.workflow:
        yield WORKFLOW, (check_workflow(root), "runs `refrakt check` on GitHub")


def _is_empty(folder: Path) -> bool:
    """Whether a folder has nothing but hidden files, a readme and a license."""
    names = map(str.casefold, os.listdir(folder))
    return all(name.startswith((".", *_NOT_CONTENT)) for name in names)
