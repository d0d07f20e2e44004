"""Edits of several files, applied all together or not at all."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.markdoc.text_edit import TextEdit


@dataclass(frozen=True, slots=True)
class FileEdit:
    """Edits of one file. All spans refer to the text before the edits."""

    path: str
    """Below the project root."""
    text: str
    edits: tuple[TextEdit, ...]
    """In text order, without overlaps."""
    version: int | None = None
    """The version of the buffer, if the file is open."""

    @property
    def changed(self) -> str:
        """The text after the edits."""
        pieces, end = [], 0
        for span, new in self.edits:
            pieces += [self.text[end : span.start], new]
            end = span.end
        return "".join([*pieces, self.text[end:]])


@dataclass(frozen=True, slots=True)
class WorkspaceEdit:
    """Edits, new files and moves, applied all together or not at all."""

    edits: tuple[FileEdit, ...] = ()
    created: tuple[tuple[str, str], ...] = ()
    """New files and their texts. An existing file is never replaced."""
    moved: tuple[tuple[str, str], ...] = ()
    """Old and new paths of files or folders. Edits use the old paths."""
