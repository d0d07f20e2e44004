"""Locations and workspace edits in the editor's form.

Positions in an open file count in the buffer, those in another file in the text on disk. Where the client supports document
versions, a workspace edit of several files is one step: applied as a whole or, if a file has changed meanwhile, not at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from refrakt.errors import RefraktError
from refrakt.features.results import Location
from refrakt.hosts.lsp.position_encoding import Range, TextLines
from refrakt.hosts.lsp.session import Session
from refrakt.markdoc.document import Document
from refrakt.markdoc.text import line_starts
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit

JsonEdit = dict[str, Any]
_HINTS = {"create": "Create the file manually.", "rename": "Use `refrakt rename` on the command line."}
"""By operation: the hint for clients that do not support it."""


class EditEncoder:
    """Encodes locations and edits in the files of one project. Create one per response: it caches line starts."""

    def __init__(self, session: Session, root: Path) -> None:
        self._session = session
        self._root = root
        self._lines: dict[str, TextLines] = {}

    def uri(self, path: str) -> str:
        """The URI of a file, as the editor opened it if it is open."""
        buffer = self._session.workspace.snapshot.paths.get(self._root / path)
        return buffer.uri if buffer is not None else self._session.uri(self._root / path)

    def range(self, path: str, span: Span) -> Range:
        """The range of a span in the current text; the start of the file if it cannot be read."""
        if span.bounds == (0, 0):  # no need to read the file, which may be an image
            return {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
        buffer = self._session.workspace.snapshot.paths.get(self._root / path)
        if buffer is not None:
            return self._session.positions.range(buffer.document, *span.bounds)
        lines = self._lines.get(path)
        if lines is None:
            lines = self._lines[path] = self._read(path)
        return self._session.positions.range_in(lines, *span.bounds)

    def location(self, location: Location) -> dict[str, Any]:
        return {"uri": self.uri(location.path), "range": self.range(location.path, location.span)}

    def _read(self, path: str) -> TextLines:
        try:
            text = self._session.workspace.snapshot.read(self._root / path, path).text
        except RefraktError:
            text = ""
        return TextLines(text, line_starts(text))

    # Edits ------------------------------------------------------------------------------------------------------------------

    def workspace_edit(self, changes: WorkspaceEdit) -> dict[str, Any]:
        """A `WorkspaceEdit` in the client's form. An operation that the client does not support is an error."""
        client = self._session.client
        operations = [name for name, some in (("create", changes.created), ("rename", changes.moved)) if some]
        missing = [each for each in operations if each not in client.resource_operations]
        if missing:
            raise RefraktError(
                "INVALID_ARGS", f"this editor does not support `{missing[0]}` operations", _HINTS[missing[0]]
            )
        if not client.document_changes and not operations:
            return {"changes": {self.uri(each.path): self._edits(each) for each in changes.edits}}
        return self.versioned_edit(changes)

    def versioned_edit(self, changes: WorkspaceEdit) -> dict[str, Any]:
        """A `WorkspaceEdit` with `documentChanges`."""
        steps: list[JsonEdit] = [
            {
                "textDocument": {"uri": self.uri(each.path), "version": each.version},
                "edits": self._edits(each),
            }
            for each in changes.edits
        ]
        for path, text in changes.created:
            uri = self.uri(path)
            steps.append({"kind": "create", "uri": uri, "options": {"overwrite": False, "ignoreIfExists": False}})
            start = {"line": 0, "character": 0}
            new = {"range": {"start": start, "end": start}, "newText": text}
            steps.append({"textDocument": {"uri": uri, "version": None}, "edits": [new]})
        steps += [{"kind": "rename", "oldUri": self.uri(old), "newUri": self.uri(new)} for old, new in changes.moved]
        return {"documentChanges": steps}

    def _edits(self, edit: FileEdit) -> list[JsonEdit]:
        positions = self._session.positions
        lines = TextLines(edit.text, line_starts(edit.text))
        return [{"range": positions.range_in(lines, *span.bounds), "newText": new} for span, new in edit.edits]


def text_edits(session: Session, document: Document, edits: Iterable[TextEdit]) -> list[JsonEdit]:
    """Edits of one open document."""
    return [{"range": session.positions.range(document, *span.bounds), "newText": new} for span, new in edits]
