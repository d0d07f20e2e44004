"""Decides which files are pages, and of which site.

Many Markdown files have nothing to do with Markdoc: a README, a changelog, notes. So a `.md` file is a page only inside the page
folders of a project.
"""

from __future__ import annotations

import os
from pathlib import Path

from refrakt.hosts.lsp.session import path_from_uri
from refrakt.project.site import Project, SiteContext, UnresolvedSite, unrecognised_site
from refrakt.project.snapshot import MARKDOC_LANGUAGES, Buffer
from refrakt.project.workspace import Workspace

MARKDOC_ENDINGS = (".mdoc", ".markdoc", ".markdoc.md")

_NO_PROJECT = Project(Path(os.devnull))
"""The empty project, for pages without a path."""


class PageScope:
    """Decides which files are pages. Called with every keystroke, so page folders and sites are cached."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._projects: dict[Path, Project] = {}
        self._sites: dict[Path, tuple[Project, SiteContext | None]] = {}

    def site_for(self, buffer: Buffer) -> SiteContext | None:
        """The site of an open file; None if it is not a page."""
        if not buffer.is_markdoc:
            return None
        path = buffer.path
        if path is None:
            return _site(_NO_PROJECT) if buffer.language == "markdoc" else None
        project = self._workspace.project(path.parent)
        cached = self._sites.get(path)
        if cached is None or cached[0] is not project:
            cached = self._sites[path] = project, _site(project, path) if self._is_page(path, project) else None
        return cached[1]

    def is_page(self, path: Path, language: str) -> bool:
        """Whether a file is a page, regardless of its size."""
        return language in MARKDOC_LANGUAGES and self._is_page(path, self._workspace.project(path.parent))

    def forget(self, uri: str) -> None:
        """Drop the cached site of a closed file."""
        path = path_from_uri(uri)
        if path is not None:
            self._sites.pop(path, None)

    def _is_page(self, path: Path, project: Project) -> bool:
        if not project.plain and path.name.endswith(MARKDOC_ENDINGS):
            return True
        # While a config is unreadable, the last page folders apply.
        if project.config is None or project.config.readable or project.root not in self._projects:
            self._projects[project.root] = project
        return self._projects[project.root].is_page(path)


def _site(project: Project, path: Path | None = None) -> SiteContext | None:
    if path is not None and project.unknown and not project.is_page(path):
        return unrecognised_site(project.root)
    found = project.site(path=path)
    if isinstance(found, UnresolvedSite):
        found = _NO_PROJECT.site()
    return None if isinstance(found, UnresolvedSite) else found
