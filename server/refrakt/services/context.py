"""What every service is given: a project, the buffers that are open over it, and a way to the index of its pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.errors import RefraktError
from refrakt.project.config import FILE_NAME
from refrakt.project.files import LARGEST_PAGE, contained
from refrakt.project.site import NoSite, Project, SiteContext, find_project
from refrakt.project.sizes import refuse_too_large, too_large
from refrakt.project.workspace import Snapshot, Source
from refrakt.untrusted import LONGEST, one_line, quoted, quoted_names, word

if TYPE_CHECKING:
    from refrakt.project.index.project_index import ProjectIndex
    from refrakt.project.index.site_index import SiteIndex


@dataclass(frozen=True, slots=True)
class SitePages:
    """The pages of a site. Whoever looks into `site` for longer than a moment holds the `lock` of the index."""

    index: ProjectIndex
    site: SiteIndex

    @property
    def indexing(self) -> str | None:
        """How far the pages have been read, while that goes on."""
        return self.index.indexing_of(self.site.spec.name)


@dataclass(frozen=True, slots=True)
class Context:
    """A project at one moment."""

    project: Project
    snapshot: Snapshot = field(default_factory=Snapshot)
    index: Callable[[], ProjectIndex | None] = field(default=lambda: None, repr=False, compare=False)
    """The index of the pages, begun with the first question; None where there are none."""
    patience: float | None = None
    """Seconds an answer waits for pages that have not been read; without end where nobody minds."""

    @classmethod
    def at(cls, folder: Path) -> Context:
        """The context of the project a folder belongs to, with nothing open."""
        project, snapshot = find_project(folder), Snapshot()
        return cls(project, snapshot, cache(lambda: _own_index(project, snapshot)))

    @property
    def has_site(self) -> bool:
        """Whether the project has pages of its own, on a refrakt site or in plain Markdoc."""
        return self.project.plain or bool(self.project.config is not None and self.project.config.sites)

    def site(self, name: str | None = None, path: Path | None = None) -> SiteContext:
        """The site of this name, else the one a file lies in, else the only one. Made once, used for every page."""
        found = self.project.site(name, path)
        if isinstance(found, NoSite):
            raise self._no_site(found)
        return found

    def _no_site(self, found: NoSite) -> RefraktError:
        from refrakt.rules.words import did_you_mean, nearest

        known = quoted_names(found.names)
        if found.asked is None:
            message = f"this project has {len(found.names)} sites: {known}"
            return RefraktError("SITE_AMBIGUOUS", message, "Say which one with `site`.")
        asked = f"'{one_line(found.asked, LONGEST)}'"
        if self.project.config is not None and not self.project.config.readable:
            problem = self.project.config.problems[0]
            message = f"the site {asked} is not known: {FILE_NAME}:{problem.line}:{problem.column} cannot be read"
            return RefraktError("SITE_NOT_FOUND", message, f"Fix {FILE_NAME} first.")
        if not found.names:
            return RefraktError("SITE_NOT_FOUND", f"no site is called {asked}", "The config names no site.")
        near = did_you_mean([one_line(each, LONGEST) for each in nearest(found.asked, found.names)])
        message = f"no site is called {asked}{near or f'; there are: {known}'}"
        return RefraktError("SITE_NOT_FOUND", message, "Give `site` the name of a site that the config has.")

    def pages(self, site: str | None = None) -> SitePages:
        """The pages of the site of this name, else of the only one: as they are on disk and in the editor now."""
        index = self.known_pages(site).index
        index.look(self.patience, self.site(site).name)
        return self.known_pages(site)  # the look may have found another config

    def known_pages(self, site: str | None = None) -> SitePages:
        """The same pages as far as they are known, for those who are told of changes anyhow."""
        name = self.site(site).name
        index = self.index()
        found = index.site(name) if index is not None else None
        if index is None or found is None:
            raise self.no_pages(name)
        return SitePages(index, found)

    def no_pages(self, site: str | None = None) -> RefraktError:
        """What to say where a site, or the project, has no folder of pages."""
        config = self.project.config
        sites = config.sites if config is not None else {}
        of_site = f" of the site {quoted(site)}" if site is not None else ""
        if any(each.has_unusable_content_dir for name, each in sites.items() if site in (None, name)):
            message = f"the `contentDir`{of_site} cannot be used"
            return RefraktError("SITE_CONFIG_MISSING", message, "`refrakt doctor` explains why.")
        message = f"the config names no folder of pages{of_site.replace(' of ', ' for ', 1)}"
        return RefraktError("SITE_CONFIG_MISSING", message, "Give the site a `contentDir` in refrakt.config.json.")

    def locate(self, path: str) -> Path:
        """A file of the project. Whatever leads out of it, by dots or by a link, is refused."""
        return contained(self.project.root, path)

    def read(self, path: str) -> Source:
        """The text of a file of the project: in the editor if it is open there, else on disk."""
        if self._size(self.locate(path)) > LARGEST_PAGE:
            raise too_large(word(path, LONGEST))
        source = self.snapshot.read(self.locate(path), path)
        refuse_too_large(source.text, word(path, LONGEST))
        return source

    def text_size(self, text: str | None, path: str | None) -> int:
        """How many characters a question about a text, or else about a file, has to read. A file counts in bytes."""
        if text is not None or path is None:
            return len(text or "")
        return self._size(self.locate(path))

    def _size(self, file: Path) -> int:
        """How many characters a buffer has, or bytes a file; none where there is no file."""
        buffer = self.snapshot.paths.get(file)
        if buffer is not None:
            return buffer.document.tree.end
        try:
            return file.stat().st_size
        except (OSError, ValueError):
            return 0


def _own_index(project: Project, snapshot: Snapshot) -> ProjectIndex:
    """An index for somebody without a workspace. It ends with the process."""
    from refrakt.project.index.project_index import ProjectIndex

    index = ProjectIndex(project, lambda: snapshot)
    index.start()
    return index
