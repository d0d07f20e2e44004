"""Which files are pages, and of which site.

Markdown is written in many places that have nothing to do with Markdoc: a README, a changelog, notes in some folder. Nobody wants
to hear about runes there, so a `.md` file counts only where a project says that pages are.
"""

from __future__ import annotations

import os
from pathlib import Path

from refrakt.project.site import NoSite, Project, SiteContext
from refrakt.project.workspace import MARKDOC_LANGUAGES, Buffer, Workspace

from .session import path_of

MARKDOC_ENDINGS = (".mdoc", ".markdoc", ".markdoc.md")

_NOWHERE = Project(Path(os.devnull))
"""A project nothing is known about: what a page without a place is checked with."""


class Scope:
    """Tells pages from other files. Asked with every keystroke, so it remembers where the pages of a project lie."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._folders: dict[Path, tuple[Project, tuple[Path, ...]]] = {}
        self._sites: dict[Path, tuple[Project, SiteContext | None]] = {}

    def site_for(self, buffer: Buffer) -> SiteContext | None:
        """The site to check an open file with; None for one that is no page."""
        if not buffer.is_markdoc:
            return None
        path = buffer.path
        if path is None:
            return _site(_NOWHERE) if buffer.language == "markdoc" else None
        project = self._workspace.project(path.parent)
        known = self._sites.get(path)
        if known is None or known[0] is not project:
            known = self._sites[path] = project, _site(project, path) if self._is_page(path, project) else None
        return known[1]

    def is_page(self, path: Path, language: str) -> bool:
        """Whether a file would be checked if it were read."""
        return language in MARKDOC_LANGUAGES and self._is_page(path, self._workspace.project(path.parent))

    def forget(self, uri: str) -> None:
        """A file was closed."""
        path = path_of(uri)
        if path is not None:
            self._sites.pop(path, None)

    def _is_page(self, path: Path, project: Project) -> bool:
        if path.name.endswith(MARKDOC_ENDINGS):
            return True
        known = self._folders.get(project.root)
        # While a config cannot be read, pages are where they were.
        readable = project.config is None or project.config.readable
        if known is None or (known[0] is not project and readable):
            known = self._folders[project.root] = project, project.page_folders
        return any(map(path.is_relative_to, known[1]))


def _site(project: Project, path: Path | None = None) -> SiteContext | None:
    found = project.site(path=path)
    if isinstance(found, NoSite):
        found = _NOWHERE.site()
    return None if isinstance(found, NoSite) else found
