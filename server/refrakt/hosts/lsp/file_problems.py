"""Collects the diagnostics of a file: an open buffer, a closed page or a config file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.errors import RefraktError
from refrakt.hosts.lsp.diagnostic_cache import DiagnosticCache
from refrakt.hosts.lsp.diagnostic_encoder import Diagnostic, DiagnosticEncoder
from refrakt.hosts.lsp.page_scope import PageScope
from refrakt.hosts.lsp.providers import Providers
from refrakt.hosts.lsp.session import Session
from refrakt.project.config import FILE_NAME
from refrakt.project.config_problems import config_problems
from refrakt.project.files import read_text
from refrakt.project.page_problems import name_in, problems
from refrakt.project.site import Project
from refrakt.project.snapshot import Buffer
from refrakt.rules.problem import Problem

if TYPE_CHECKING:
    from refrakt.hosts.lsp.closed_page_diagnostics import ClosedPageDiagnostics
    from refrakt.project.index.project_index import ProjectIndex


class FileProblems:
    """The diagnostics of each file."""

    def __init__(self, session: Session, scope: PageScope, providers: Providers) -> None:
        self._session = session
        self._scope = scope
        self._providers = providers
        self._encoder = DiagnosticEncoder(session.client, session.positions, session.uri)
        self._closed: ClosedPageDiagnostics | None = None
        self._caches: dict[str, DiagnosticCache] = {}
        """By URI of the open page."""
        self._last_index_problems: dict[Path, list[Problem]] = {}
        """By project root: the config problems that the index reported last."""

    def for_buffer(self, buffer: Buffer) -> list[Diagnostic]:
        """All diagnostics of an open file."""
        snapshot = self._session.workspace.snapshot
        if not snapshot.settings.diagnostics:
            return []
        diagnostics: list[Diagnostic] = []
        site = self._scope.site_for(buffer)
        document, plugin_problems = buffer.document, self._providers.problems_of(buffer, site)
        if site is not None:
            path = name_in(site.root, buffer.path)
            found = problems(document, site, path, snapshot.settings.rules, buffer.problem_cache)
            cache = self._cache(buffer.uri)
            diagnostics += cache.page_problems(document, plugin_problems.without_replaced(document, found))
            diagnostics += cache.site_problems(
                document, plugin_problems.without_replaced_moved(buffer.across), site.root
            )
        elif self._closed is not None and buffer.path is not None:
            diagnostics += self._closed.diagnostics.get(buffer.path, [])  # habits of the pages, in an open schema
        if plugin_problems.problems:
            diagnostics += self._cache(buffer.uri).plugin_problems(document, plugin_problems)
        if buffer.path is not None and buffer.path.suffix == ".json":
            project = self._session.workspace.project(buffer.path.parent)
            here = [each for each in self._config_problems(project) if each.path == str(buffer.path)]
            diagnostics += self._encoder.config_problems(document.text, here)
        return diagnostics

    def for_file(self, path: Path) -> list[Diagnostic]:
        """All diagnostics of a closed file."""
        return self.for_closed_page(path) or self.for_config_files().get(path, [])

    def for_closed_page(self, path: Path) -> list[Diagnostic]:
        """The diagnostics of a closed page; empty for an open one."""
        language = self._session.oversized.get(path)
        if language is not None:
            shown = self._session.workspace.snapshot.settings.diagnostics and self._scope.is_page(path, language)
            return [self._encoder.too_large()] if shown else []
        if self._closed is None or path in self._session.workspace.snapshot.paths:
            return []
        return self._closed.diagnostics.get(path, [])

    def _cache(self, uri: str) -> DiagnosticCache:
        cache = self._caches.get(uri)
        if cache is None:
            cache = self._caches[uri] = DiagnosticCache(self._encoder)
        return cache

    def forget(self, uri: str) -> None:
        """Drop the cache of a closed file."""
        self._caches.pop(uri, None)

    def for_closed_files(self) -> dict[Path, list[Diagnostic]]:
        """All closed files with problems: pages and config files."""
        opened = {*self._session.workspace.snapshot.paths, *self._session.oversized}
        closed = self._closed.diagnostics if self._closed is not None else {}
        found = {path: diagnostics for path, diagnostics in tuple(closed.items()) if path not in opened}
        return {**found, **self.for_config_files()}

    def update_closed_pages(self, index: ProjectIndex, paths: Iterable[Path] | None) -> set[Path]:
        """Update closed pages. Returns those whose diagnostics changed. Not for the event loop's thread."""
        if self._closed is None:
            from refrakt.hosts.lsp.closed_page_diagnostics import ClosedPageDiagnostics

            self._closed = ClosedPageDiagnostics(self._session, self._encoder)
        return self._closed.update(index, paths)

    def for_config_files(self) -> dict[Path, list[Diagnostic]]:
        """Diagnostics of closed config files."""
        snapshot = self._session.workspace.snapshot
        if not snapshot.settings.diagnostics:
            return {}
        by_file: dict[Path, list[Problem]] = {}
        for project in self._projects():
            for each in self._config_problems(project):
                if (path := Path(each.path)) not in snapshot.paths:
                    by_file.setdefault(path, []).append(each)
        return {
            path: self._encoder.config_problems(text, found)
            for path, found in by_file.items()
            if (text := _text(path)) is not None
        }

    def config_problems_changed(self, root: Path) -> bool:
        """Whether the index reports other problems of a project's config than at the last call."""
        found = self._index_config_problems(self._session.workspace.project(root))
        before, self._last_index_problems[root] = self._last_index_problems.get(root, []), found
        return found != before

    def _config_problems(self, project: Project) -> list[Problem]:
        return list(dict.fromkeys([*config_problems(project), *self._index_config_problems(project)]))

    def _index_config_problems(self, project: Project) -> list[Problem]:
        """Problems of the config parts that only the index reads; empty until it has read this project."""
        index = self._session.workspace.known_index(project.root / FILE_NAME)
        if index is None or index.project is not project:
            return []
        return [each for site in index.sites().values() for each in site.spec.problems]

    def _projects(self) -> Iterator[Project]:
        workspace = self._session.workspace
        folders = [*self._session.folders, *(each.parent for each in workspace.snapshot.paths)]
        found = {(project := workspace.project(folder)).root: project for folder in folders}
        yield from found.values()


def is_config(path: Path | None) -> bool:
    return path is not None and path.name == FILE_NAME


def _text(path: Path) -> str | None:
    """The text of a file; None if it does not exist, empty if it cannot be read."""
    try:
        return read_text(path, path.name)
    except RefraktError as error:
        return None if error.code == "NOT_FOUND" else ""
