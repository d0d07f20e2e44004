"""Decides which files need new diagnostics.

Diagnostics are either published (`push_diagnostics`) or pulled by the client (`pull_diagnostics`), never both.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from refrakt.hosts.lsp.file_problems import FileProblems, is_config
from refrakt.hosts.lsp.pull_diagnostics import PullDiagnostics
from refrakt.hosts.lsp.push_diagnostics import PushDiagnostics
from refrakt.hosts.lsp.session import Session, path_from_uri
from refrakt.project.config import FILE_NAME
from refrakt.project.workspace import WorkspaceEvent

_RELOAD_DELAY = 0.05
"""Delay in seconds before a project is read again after an edit of its config or schema."""


class DiagnosticSink(Protocol):
    """Delivers diagnostics to the client."""

    def buffer_changed(self, uri: str) -> None:
        """A buffer was opened, changed or closed."""

    def everything_changed(self) -> None:
        """A project or the settings changed."""

    def files_changed(self) -> None:
        """Files changed on disk. Resulting changes of projects and pages are reported separately."""

    def open_pages_changed(self, uris: Collection[str]) -> None:
        """Site problems of these open pages changed."""

    def closed_pages_changed(self, paths: Collection[Path]) -> None:
        """Problems of these closed pages changed."""


class DiagnosticScheduler:
    def __init__(self, session: Session, file_problems: FileProblems) -> None:
        self._workspace = session.workspace
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._sink: DiagnosticSink = (
            PullDiagnostics(session, file_problems)
            if session.client.pull_diagnostics
            else PushDiagnostics(session, file_problems)
        )
        self._session = session
        self._file_problems = file_problems
        self._edited_definitions: set[str] = set()
        self._pending: dict[Path, frozenset[Path] | None] = {}
        """By project root: files with index changes that are not processed yet; None means all."""
        self._updating = False
        session.workspace.listeners.append(self._on_change)

    def check_all(self) -> None:
        self._sink.everything_changed()

    def files_changed(self) -> None:
        """Files changed on disk, and the projects were refreshed."""
        self._sink.files_changed()

    def folders_changed(self) -> None:
        """The workspace folders changed."""
        self.check_all()
        self._recheck_closed_pages()

    def pages_changed(self, uris: Collection[str]) -> None:
        """Diagnostics of these open files changed without an edit."""
        self._sink.open_pages_changed(uris)

    def _recheck_closed_pages(self) -> None:
        for index in self._workspace.indexes():
            self._index_changed(index.root, None)

    def _on_change(self, change: WorkspaceEvent) -> None:
        # A project change may be detected for an agent, in another thread.
        if threading.get_ident() == self._thread:
            self._handle_change(change)
        else:
            self._loop.call_soon_threadsafe(self._handle_change, change)

    def _handle_change(self, change: WorkspaceEvent) -> None:
        if change.kind == "buffer" and change.uri is not None:
            path = path_from_uri(change.uri)
            if path is not None and self._is_definition(path, change.uri):
                self._definition_edited(path.parent, change.uri)
            else:
                self._sink.buffer_changed(change.uri)
            return
        if change.kind == "files":
            return  # the index or a project change reports the consequences
        if change.kind == "index":
            if change.root is not None:
                self._index_changed(change.root, change.paths)
            return
        if change.root is not None:
            self._workspace.renew(change.root)
        if change.kind == "settings":
            self._recheck_closed_pages()
        self._sink.everything_changed()

    def _index_changed(self, root: Path, paths: frozenset[Path] | None) -> None:
        """The index changed. Open pages are updated first, because the user sees them."""
        uris = self._workspace.settle()
        if uris:
            self._sink.open_pages_changed(uris)
        if self._file_problems.config_problems_changed(root):
            self._sink.everything_changed()
        pending = self._pending.get(root, frozenset())
        self._pending[root] = None if paths is None or pending is None else pending | paths
        if not self._updating:
            self._updating = True
            self._session.start_task(self._update_closed_pages())

    async def _update_closed_pages(self) -> None:
        """Process index changes one after the other; changes that arrive meanwhile are picked up by the loop."""
        try:
            while self._pending:
                root, paths = self._pending.popitem()
                index = self._workspace.known_index(root / FILE_NAME)
                if index is None:
                    continue
                changed = await asyncio.to_thread(self._file_problems.update_closed_pages, index, paths)
                if changed:
                    self._sink.closed_pages_changed(changed)
                    opened = self._workspace.snapshot.paths
                    if uris := [opened[path].uri for path in changed if path in opened]:
                        self._sink.open_pages_changed(uris)
        finally:
            self._updating = False

    def _is_definition(self, path: Path, uri: str) -> bool:
        """Whether a file defines its project: the config, or a source of a schema or of routes."""
        buffer = self._session.buffer(uri)
        if is_config(path):
            return True
        return (buffer is None or not buffer.is_markdoc) and self._workspace.project(path.parent).is_defined_by(path)

    def _definition_edited(self, folder: Path, uri: str) -> None:
        # Report nothing before the reload: the current problems belong to the previous text.
        async def reload() -> None:
            await asyncio.sleep(_RELOAD_DELAY)
            self._edited_definitions.discard(uri)
            await asyncio.to_thread(self._workspace.refresh, folder)
            self._sink.buffer_changed(uri)

        if uri not in self._edited_definitions:
            self._edited_definitions.add(uri)
            self._session.start_task(reload())
