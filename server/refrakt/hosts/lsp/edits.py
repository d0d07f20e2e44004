"""Places in files and changes of files, as an editor wants them told.

A place in a file that is open is counted in the editor's text, one in a file that is not in the text on disk. Changes of several
files are one step for the editor where it knows versions: all of them are made, or, if a file has changed meanwhile, none.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from refrakt.errors import RefraktError
from refrakt.features.answers import Changes, FileEdit, Location, Range, Replacement
from refrakt.markdoc import Document
from refrakt.markdoc.text import line_starts

from .positions import Lines, Place
from .session import Session

Edit = dict[str, Any]
_HINTS = {"create": "Make the file by hand.", "rename": "Use `refrakt rename` on the command line."}
"""What to do instead, in an editor that has no such operation."""


class Files:
    """The files of one project, for as long as one answer takes."""

    def __init__(self, session: Session, root: Path) -> None:
        self._session = session
        self._root = root
        self._lines: dict[str, Lines] = {}

    def address(self, path: str) -> str:
        """The URI of a file: the one the editor has opened it by, where it has."""
        buffer = self._session.workspace.snapshot.paths.get(self._root / path)
        return buffer.uri if buffer is not None else self._session.address(self._root / path)

    def place(self, path: str, place: Range) -> Place:
        """A place in a file as it is now; at its beginning if it cannot be read."""
        if place == (0, 0):  # nobody reads an image to point at it
            return {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
        buffer = self._session.workspace.snapshot.paths.get(self._root / path)
        if buffer is not None:
            return self._session.codec.place(buffer.document, *place)
        lines = self._lines.get(path)
        if lines is None:
            lines = self._lines[path] = self._read(path)
        return self._session.codec.place_in(lines, *place)

    def location(self, found: Location) -> dict[str, Any]:
        return {"uri": self.address(found.path), "range": self.place(found.path, found.place)}

    def _read(self, path: str) -> Lines:
        try:
            text = self._session.workspace.snapshot.read(self._root / path, path).text
        except RefraktError:
            text = ""
        return Lines(text, line_starts(text))

    # Changes ----------------------------------------------------------------------------------------------------------

    def workspace_edit(self, changes: Changes) -> dict[str, Any]:
        """Changes as one edit. What the client cannot do at all is refused, before anything is done."""
        client = self._session.client
        wanted = [name for name, some in (("create", changes.created), ("rename", changes.moved)) if some]
        missing = [each for each in wanted if each not in client.file_operations]
        if missing:
            raise RefraktError(
                "INVALID_ARGS", f"this editor cannot {missing[0]} files for a server", _HINTS[missing[0]]
            )
        if not client.versioned_edits and not wanted:
            return {"changes": {self.address(each.path): self._edits(each) for each in changes.edits}}
        return self.versioned_edit(changes)

    def versioned_edit(self, changes: Changes) -> dict[str, Any]:
        """Changes in the versions they name, one after the other."""
        steps: list[Edit] = [
            {
                "textDocument": {"uri": self.address(each.path), "version": each.version},
                "edits": self._edits(each),
            }
            for each in changes.edits
        ]
        for path, text in changes.created:
            uri = self.address(path)
            steps.append({"kind": "create", "uri": uri, "options": {"overwrite": False, "ignoreIfExists": False}})
            start = {"line": 0, "character": 0}
            new = {"range": {"start": start, "end": start}, "newText": text}
            steps.append({"textDocument": {"uri": uri, "version": None}, "edits": [new]})
        steps += [
            {"kind": "rename", "oldUri": self.address(old), "newUri": self.address(new)} for old, new in changes.moved
        ]
        return {"documentChanges": steps}

    def _edits(self, edit: FileEdit) -> list[Edit]:
        codec = self._session.codec
        lines = Lines(edit.text, line_starts(edit.text))
        return [{"range": codec.place_in(lines, *place), "newText": new} for place, new in edit.replacements]


def text_edits(session: Session, document: Document, replacements: Iterable[Replacement]) -> list[Edit]:
    """Changes of one open document."""
    return [{"range": session.codec.place(document, *place), "newText": new} for place, new in replacements]
