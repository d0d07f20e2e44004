"""Edits of several files, applied all together or not at all."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.markdoc.text_edit import TextEdit


@dataclass(frozen=True, slots=True)
class FileEdit:
    """Changes of one file. They are all meant for the text as it was when they were thought of."""

    path: str
    """Below the project's folder."""
    text: str
    edits: tuple[TextEdit, ...]
    """In the order of the text; no two of them touch the same character."""
    version: int | None = None
    """Of the buffer the text is from, where it is open."""

    @property
    def changed(self) -> str:
        """The text with the changes in it."""
        pieces, end = [], 0
        for place, new in self.edits:
            pieces += [self.text[end : place.start], new]
            end = place.end
        return "".join([*pieces, self.text[end:]])


@dataclass(frozen=True, slots=True)
class WorkspaceEdit:
    """What is to be done to files, all of it or nothing."""

    edits: tuple[FileEdit, ...] = ()
    created: tuple[tuple[str, str], ...] = ()
    """Files that are new, and their texts. Never one that is there already."""
    moved: tuple[tuple[str, str], ...] = ()
    """Files or folders that get another path. Edits name files by the paths they have before."""
