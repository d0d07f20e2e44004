"""What is wrong with a file that the editor shows or that configures a project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.errors import RefraktError
from refrakt.project.checking import name_in, problems
from refrakt.project.config import FILE_NAME, ConfigProblem
from refrakt.project.files import read_text
from refrakt.project.site import NoSite, Project
from refrakt.project.workspace import Buffer

from .diagnostics import Diagnostic, Teller
from .providers import Providers
from .retelling import Retelling
from .scope import Scope
from .session import Session

if TYPE_CHECKING:
    from refrakt.project.index.project_index import ProjectIndex

    from .closed_pages import ClosedPages


class Reports:
    """Makes the list of diagnostics of a file."""

    def __init__(self, session: Session, scope: Scope, providers: Providers) -> None:
        self._session = session
        self._scope = scope
        self._providers = providers
        self._teller = Teller(session.client, session.codec, session.address)
        self._closed: ClosedPages | None = None
        self._retellings: dict[str, Retelling] = {}
        """By URI: what has been told of open pages."""
        self._indexed: dict[Path, list[ConfigProblem]] = {}
        """By project: what the index had to say of its config when somebody last asked."""

    def of_buffer(self, buffer: Buffer) -> list[Diagnostic]:
        """Everything there is to say about an open file."""
        snapshot = self._session.workspace.snapshot
        if not snapshot.settings.diagnostics:
            return []
        told: list[Diagnostic] = []
        site = self._scope.site_for(buffer)
        document, said = buffer.document, self._providers.said(buffer, site)
        if site is not None:
            path = name_in(site.root, buffer.path)
            found = problems(document, site, path, snapshot.settings.rules, buffer.remembered)
            retelling = self._retelling(buffer.uri)
            told += retelling.findings(document, said.left(document, found))
            told += retelling.across(document, said.left_across(buffer.across), site.root)
        if said.problems:
            told += self._retelling(buffer.uri).theirs(document, said.problems)
        if buffer.path is not None and buffer.path.suffix == ".json":
            project = self._session.workspace.project(buffer.path.parent)
            here = [each for each in self._config_problems(project) if each.file == buffer.path]
            told += self._teller.config_problems(document.text, here)
        return told

    def of_file(self, path: Path) -> list[Diagnostic]:
        """Everything there is to say about a file that is not open."""
        return self.of_page(path) or self.of_config_files().get(path, [])

    def of_page(self, path: Path) -> list[Diagnostic]:
        """The same for a page; of one that is open, nothing is known here."""
        language = self._session.unread.get(path)
        if language is not None:
            shown = self._session.workspace.snapshot.settings.diagnostics and self._scope.is_page(path, language)
            return [self._teller.too_large()] if shown else []
        if self._closed is None or path in self._session.workspace.snapshot.paths:
            return []
        return self._closed.told.get(path, [])

    def _retelling(self, uri: str) -> Retelling:
        known = self._retellings.get(uri)
        if known is None:
            known = self._retellings[uri] = Retelling(self._teller)
        return known

    def forget(self, uri: str) -> None:
        """A file was closed."""
        self._retellings.pop(uri, None)

    def of_files(self) -> dict[Path, list[Diagnostic]]:
        """The files that are not open and have problems all the same: pages, and files that configure a project."""
        opened = {*self._session.workspace.snapshot.paths, *self._session.unread}
        closed = self._closed.told if self._closed is not None else {}
        found = {path: told for path, told in tuple(closed.items()) if path not in opened}
        return {**found, **self.of_config_files()}

    def look_at_closed(self, index: ProjectIndex, paths: Iterable[Path] | None) -> set[Path]:
        """Look again at pages that may not be open; of which something else is told. Not for the loop's thread."""
        if self._closed is None:
            from .closed_pages import ClosedPages

            self._closed = ClosedPages(self._session, self._teller)
        return self._closed.update(index, paths)

    def of_config_files(self) -> dict[Path, list[Diagnostic]]:
        """The files that are not open and configure a project, with what is wrong with each."""
        snapshot = self._session.workspace.snapshot
        if not snapshot.settings.diagnostics:
            return {}
        by_file: dict[Path, list[ConfigProblem]] = {}
        for project in self._projects():
            for each in self._config_problems(project):
                if each.file not in snapshot.paths:
                    by_file.setdefault(each.file, []).append(each)
        return {
            path: self._teller.config_problems(text, found)
            for path, found in by_file.items()
            if (text := _text(path)) is not None
        }

    def config_news(self, root: Path) -> bool:
        """Whether the index says anything else of a project's config than when this was last asked."""
        found = self._of_index(self._session.workspace.project(root))
        before, self._indexed[root] = self._indexed.get(root, []), found
        return found != before

    def _config_problems(self, project: Project) -> list[ConfigProblem]:
        return list(dict.fromkeys([*config_problems(project), *self._of_index(project)]))

    def _of_index(self, project: Project) -> list[ConfigProblem]:
        """What is wrong with the parts of a config that only the index reads, once it has read this one."""
        index = self._session.workspace.known_index(project.root / FILE_NAME)
        if index is None or index.project is not project:
            return []
        return [each for site in index.sites().values() for each in site.spec.problems]

    def _projects(self) -> Iterator[Project]:
        workspace = self._session.workspace
        folders = [*self._session.folders, *(each.parent for each in workspace.snapshot.paths)]
        found = {(project := workspace.project(folder)).root: project for folder in folders}
        yield from found.values()


def config_problems(project: Project) -> list[ConfigProblem]:
    """What is wrong with the config of a project and with what it names, each thing once."""
    if project.unknown:
        return []
    names = list(project.config.sites) if project.config is not None else []
    sites = [project.site(name) for name in names] or [project.site()]
    found = [each for site in sites if not isinstance(site, NoSite) for each in site.problems]
    return list(dict.fromkeys(found))


def is_config(path: Path | None) -> bool:
    return path is not None and path.name == FILE_NAME


def _text(path: Path) -> str | None:
    """The text of a file; empty for one that cannot be read, which is then its problem."""
    try:
        return read_text(path, path.name)
    except RefraktError as error:
        return None if error.code == "NOT_FOUND" else ""
