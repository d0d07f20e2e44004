"""What is wrong with pages that nobody has open, as the index finds out.

A page's list is made when the index knows something new about it, and kept: to say where a problem stands takes the text, and
nobody wants to read a hundred files because a letter was typed.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.markdoc.text import line_starts
from refrakt.project.files import read_text
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.index.sources import relative

from .diagnostics import Diagnostic, Teller
from .session import Session


class ClosedPages:
    def __init__(self, session: Session, teller: Teller) -> None:
        self._session = session
        self._teller = teller
        self.told: dict[Path, list[Diagnostic]] = {}
        """The pages that have problems."""

    def update(self, index: ProjectIndex, paths: Iterable[Path] | None) -> set[Path]:
        """Look at these pages again, or at all; of which something else is told now. Not for the loop's thread."""
        settings = self._session.workspace.snapshot.settings
        if paths is None:
            known = (each for each in tuple(self.told) if each.is_relative_to(index.root))
            paths = {*(index.root / each for each in index.files()), *known}
        wanted = settings.diagnostics and settings.closed_pages
        changed = set()
        for path in paths:
            index.give_way()
            told = self._of(index, path) if wanted and self._counts(path) else []
            if told != self.told.get(path, []):
                changed.add(path)
                if told:
                    self._session.address(path)  # the loop's thread will want to know it
                    self.told[path] = told
                else:
                    self.told.pop(path, None)
        return changed

    def _counts(self, path: Path) -> bool:
        """What there is to say of an open page is in its buffer. Of a project of which only a file is open, nobody asked."""
        return path not in self._session.workspace.snapshot.paths and self._session.is_in_folders(path)

    def _of(self, index: ProjectIndex, path: Path) -> list[Diagnostic]:
        where = relative(index.root, path)
        problems = index.told(where, self._session.workspace.snapshot.settings.rules)
        if not problems:
            return []
        try:
            text = read_text(path, where)
        except RefraktError:
            text = ""
        starts = line_starts(text)
        return [self._teller.page_problem(text, starts, each, index.root) for each in problems if each.end <= len(text)]
