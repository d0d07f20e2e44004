"""The context of a service: a project, its open buffers, and the index of its pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.errors import RefraktError
from refrakt.project.config import FILE_NAME, ProjectConfig
from refrakt.project.config_problems import config_problems
from refrakt.project.config_rules import CONFIG_FOLDER, CONFIG_KEY, CONFIG_SHAPE, OUTSIDE_PROJECT
from refrakt.project.files import LARGEST_PAGE, contained
from refrakt.project.index.read_progress import reported
from refrakt.project.page_size import refuse_too_large, too_large
from refrakt.project.site import Project, SiteContext, UnresolvedSite, find_project
from refrakt.project.snapshot import Snapshot, SourceText
from refrakt.rules.problem import Problem
from refrakt.untrusted import LONGEST, one_line, quoted, quoted_names, word

_SITE_MISTAKES = frozenset(each.code for each in (CONFIG_KEY, CONFIG_SHAPE, OUTSIDE_PROJECT))
"""Because of these mistakes in the config, a site may lack its pages."""
LONGEST_WAIT = 50
"""Seconds for which a call may wait for pages; a little less than the timeout of a call."""
STILL_INDEXING = "The project is being indexed: ask again, or pass `wait` with a number of seconds."

if TYPE_CHECKING:
    from refrakt.project.index.project_index import ProjectIndex
    from refrakt.project.index.site_index import SiteIndex


@dataclass(frozen=True, slots=True)
class SitePages:
    """The pages of a site. Hold the `lock` of the index while reading `site`."""

    index: ProjectIndex
    site: SiteIndex

    @property
    def indexing(self) -> str | None:
        """Share of pages read so far, while indexing."""
        return self.index.indexing_of(self.site.spec.name)


@dataclass(frozen=True, slots=True)
class Context:
    """A snapshot of a project."""

    project: Project
    snapshot: Snapshot = field(default_factory=Snapshot)
    index: Callable[[], ProjectIndex | None] = field(default=lambda: None, repr=False, compare=False)
    """The index of the pages, started by the first call; None without pages."""
    patience: float | None = None
    """Seconds an answer waits for pages that are not read yet; None without a limit."""
    scan_age: float = 0.0
    """Seconds for which a scan of the disk counts as current; a batch that reads many pages sets it."""
    progress: Callable[[float, float | None, str], None] | None = field(default=None, repr=False, compare=False)
    """Gets how many pages are read, of how many, while a call waits for them."""
    underscores: bool = False
    """Whether the caller knows tools by names with underscores instead of dots."""
    paged: bool = True
    """Whether long lists come in pages, as an agent needs them; a shell and an editor get them whole."""

    @classmethod
    def at(cls, folder: Path, *, paged: bool = True) -> Context:
        """The context of the project around a folder, without open buffers."""
        project, snapshot = find_project(folder), Snapshot()
        return cls(project, snapshot, cache(lambda: _own_index(project, snapshot)), paged=paged)

    def tool_name(self, name: str) -> str:
        """The name of a tool as the caller knows it."""
        return name.replace(".", "_") if self.underscores else name

    @property
    def has_site(self) -> bool:
        """Whether the project has pages, of a refrakt site or in plain Markdoc."""
        return self.project.plain or bool(self.project.config is not None and self.project.config.sites)

    def site(self, name: str | None = None, path: Path | None = None) -> SiteContext:
        """The site of this name, else that of a file, else the only one."""
        found = self.project.site(name, path)
        if isinstance(found, UnresolvedSite):
            raise self._no_site(found)
        return found

    def _no_site(self, found: UnresolvedSite) -> RefraktError:
        from refrakt.rules.name_suggestion import did_you_mean, nearest

        known = quoted_names(found.names)
        if found.requested is None:
            message = f"this project has {len(found.names)} sites: {known}"
            return RefraktError("SITE_AMBIGUOUS", message, "Pass `{option:site}`.")
        requested = f"'{one_line(found.requested, LONGEST)}'"
        self.refuse_broken_config()
        if not found.names:
            return RefraktError("SITE_NOT_FOUND", f"unknown site {requested}", "The config defines no site.")
        near = did_you_mean([one_line(each, LONGEST) for each in nearest(found.requested, found.names)])
        message = f"unknown site {requested}{near or f'; sites: {known}'}"
        return RefraktError("SITE_NOT_FOUND", message, "Pass the name of a site in the config.")

    def pages(self, site: str | None = None, wait: float | None = None) -> SitePages:
        """The pages of the site of this name, else of the only one, as they are on disk and in the editor now."""
        index = self.known_pages(site).index
        self.rescan(index, self.site(site).name, wait)
        return self.known_pages(site)  # the config may have changed

    def rescan(self, index: ProjectIndex, site: str | None = None, wait: float | None = None) -> bool:
        """Scan the disk and wait until its pages are read; returns whether they are. `wait` is in seconds, if not the patience."""
        patience = wait if wait is not None and self.patience is not None else self.patience
        if self.progress is None:
            return index.rescan(patience, site, self.scan_age)
        with reported(index, self.progress):
            return index.rescan(patience, site, self.scan_age)

    def content(self, site: str | None = None, wait: float | None = None) -> SitePages:
        """The same for a list of pages: raises if there are none because their folder is missing."""
        pages, config = self.pages(site, wait), self.project.config
        if not pages.site.entries and config is not None:
            for problem in config_problems(self.project, pages.site.spec.name):
                if problem.code == CONFIG_FOLDER.code:
                    raise _config_error(config, problem)
        return pages

    def known_pages(self, site: str | None = None) -> SitePages:
        """The same without reading from disk, for callers that watch files."""
        name = self.site(site).name
        index = self.index()
        found = index.site(name) if index is not None else None
        if index is None or found is None:
            raise self.no_pages(name)
        return SitePages(index, found)

    def refuse_broken_config(self) -> None:
        """Raise if the config cannot be read: what it defines is not known."""
        config = self.project.config
        if config is not None and not config.readable:
            raise _config_error(config, config.problems[0])

    def config_error(self, site: str | None = None) -> RefraktError | None:
        """The mistake in the config because of which a site, or all, may be missing."""
        config = self.project.config
        if config is None:
            return None
        if not config.readable:
            return _config_error(config, config.problems[0])
        mistakes = [each for each in config.problems if each.code in _SITE_MISTAKES and each.severity == "error"]
        chosen = config.sites.get(site) if site is not None else None
        node = chosen.node if chosen is not None else None
        if node is not None:
            mistakes = [each for each in mistakes if node.start <= each.span.start < node.end]
        mistakes.sort(key=lambda each: "`contentDir`" not in each.message)
        return _config_error(config, mistakes[0]) if mistakes else None

    def no_pages(self, site: str | None = None) -> RefraktError:
        """The error for a site, or a project, without a content folder."""
        broken = self.config_error(site)
        if broken is not None:
            return broken
        message = f"the config has no `contentDir`{f' for the site {quoted(site)}' if site is not None else ''}"
        return RefraktError("SITE_CONFIG_MISSING", message, "Add a `contentDir` to the site in refrakt.config.json.")

    def locate(self, path: str) -> Path:
        """A file of the project; raises if the path leaves the project, also by a link."""
        return contained(self.project.root, path)

    def read(self, path: str) -> SourceText:
        """The text of a file of the project: its buffer if it is open, else from disk."""
        if self._size(self.locate(path)) > LARGEST_PAGE:
            raise too_large(word(path, LONGEST))
        source = self.snapshot.read(self.locate(path), path)
        refuse_too_large(source.text, word(path, LONGEST))
        return source

    def text_size(self, text: str | None, path: str | None) -> int:
        """The number of characters of a text, or else the number of bytes of a file."""
        if text is not None or path is None:
            return len(text or "")
        return self._size(self.locate(path))

    def _size(self, file: Path) -> int:
        """The number of characters of a buffer, or of bytes of a file; 0 without a file."""
        buffer = self.snapshot.paths.get(file)
        if buffer is not None:
            return buffer.document.tree.end
        try:
            return file.stat().st_size
        except (OSError, ValueError):
            return 0


def _config_error(config: ProjectConfig, problem: Problem) -> RefraktError:
    line, column = config.position(problem)
    message = f"{FILE_NAME}:{line}:{column}: {problem.message}"
    return RefraktError("CONFIG_INVALID", message, f"Fix {FILE_NAME} first.")


def _own_index(project: Project, snapshot: Snapshot) -> ProjectIndex:
    """An index without a workspace. It ends with the process."""
    from refrakt.project.index.project_index import ProjectIndex
    from refrakt.project.site_rules.site_checker import problems_of

    index = ProjectIndex(project, lambda: snapshot, problems_of)
    index.start()
    return index
