"""Diagnostics of closed pages, as found by the index.

Schemas count as closed pages: habits of the pages are reported there, also while they are open. The list of a page is encoded when
the index reports a change and then kept, because converting offsets to positions requires the text of the file.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.hosts.lsp.diagnostic_encoder import Diagnostic, DiagnosticEncoder
from refrakt.hosts.lsp.position_encoding import TextLines
from refrakt.hosts.lsp.session import Session
from refrakt.markdoc.text import line_starts
from refrakt.project.files import read_text
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.index.site_files import relative_path


class ClosedPageDiagnostics:
    def __init__(self, session: Session, encoder: DiagnosticEncoder) -> None:
        self._session = session
        self._encoder = encoder
        self.diagnostics: dict[Path, list[Diagnostic]] = {}
        """By path, for the pages with problems."""

    def update(self, index: ProjectIndex, paths: Iterable[Path] | None) -> set[Path]:
        """Update these pages, or all of them. Returns the pages whose diagnostics changed. Not for the event loop's thread."""
        settings = self._session.workspace.snapshot.settings
        if paths is None:
            reported = (each for each in tuple(self.diagnostics) if each.is_relative_to(index.root))
            paths = {*(index.root / each for each in (*index.files(), *index.schema_files())), *reported}
        enabled = settings.diagnostics and settings.closed_pages
        changed = set()
        for path in paths:
            index.give_way()
            diagnostics = self._encode(index, path) if enabled and self._is_reported(index, path) else []
            if diagnostics != self.diagnostics.get(path, []):
                changed.add(path)
                if diagnostics:
                    self._session.uri(path)  # fills the URI cache outside the event loop's thread
                    self.diagnostics[path] = diagnostics
                else:
                    self.diagnostics.pop(path, None)
        return changed

    def _is_reported(self, index: ProjectIndex, path: Path) -> bool:
        """Open pages report their own diagnostics; projects outside the workspace folders report none for closed pages."""
        is_closed = path not in self._session.workspace.snapshot.paths
        is_schema = not index.sites_of(relative_path(index.root, path))
        return (is_closed or is_schema) and self._session.is_in_folders(path)

    def _encode(self, index: ProjectIndex, path: Path) -> list[Diagnostic]:
        where = relative_path(index.root, path)
        problems = index.file_problems(where, self._session.workspace.snapshot.settings.rules)
        if not problems:
            return []
        lines = cache(lambda path: _lines(index.root, path))
        return [
            self._encoder.closed_page_problem(where, lines, each, index.root)
            for each in problems
            if each.span.end <= len(lines(where).text)
        ]


def _lines(root: Path, path: str) -> TextLines:
    """The text of a file, empty if it cannot be read."""
    try:
        text = read_text(root / path, path)
    except RefraktError:
        text = ""
    return TextLines(text, line_starts(text))
