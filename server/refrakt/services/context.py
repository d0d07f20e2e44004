"""What every service is given: a project, and the buffers that are open over it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.project.files import contained
from refrakt.project.site import NoSite, Project, SiteContext, find_project
from refrakt.project.workspace import Snapshot, Source


@dataclass(frozen=True, slots=True)
class Context:
    """A project at one moment."""

    project: Project
    snapshot: Snapshot = field(default_factory=Snapshot)

    @classmethod
    def at(cls, folder: Path) -> Context:
        """The context of the project a folder belongs to, with nothing open."""
        return cls(find_project(folder))

    @property
    def has_site(self) -> bool:
        """Whether the project has pages of its own, on a refrakt site or in plain Markdoc."""
        return self.project.plain or bool(self.project.config is not None and self.project.config.sites)

    def site(self, name: str | None = None, path: Path | None = None) -> SiteContext:
        """The site of this name, else the one a file lies in, else the only one. Made once, used for every page."""
        found = self.project.site(name, path)
        if isinstance(found, NoSite):
            code = "SITE_AMBIGUOUS" if found.asked is None else "SITE_NOT_FOUND"
            raise RefraktError(code, found.message, found.hint)
        return found

    def locate(self, path: str) -> Path:
        """A file of the project. Whatever leads out of it, by dots or by a link, is refused."""
        return contained(self.project.root, path)

    def read(self, path: str) -> Source:
        """The text of a file of the project: in the editor if it is open there, else on disk."""
        return self.snapshot.read(self.locate(path), path)
