"""Collects and merges edits of several files."""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.site_view import PageText
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit


class EditCollector:
    """Text edits by file."""

    def __init__(self) -> None:
        self._sources: dict[str, PageText] = {}
        self._found: dict[str, dict[Span, str]] = {}

    def add(self, path: str, source: PageText, replacement: TextEdit) -> None:
        self._sources.setdefault(path, source)
        self._found.setdefault(path, {}).setdefault(*replacement)

    def edits(self) -> tuple[FileEdit, ...]:
        return tuple(
            FileEdit(
                path,
                self._sources[path].text,
                without_overlaps(TextEdit(*each) for each in found.items()),
                self._sources[path].version,
            )
            for path, found in sorted(self._found.items())
        )


def merge_edits(*changes: WorkspaceEdit) -> WorkspaceEdit:
    """Several workspace edits of the same texts as one."""
    edits: dict[str, FileEdit] = {}
    for each in (edit for some in changes for edit in some.edits):
        existing = edits.get(each.path)
        if existing is None or existing.text != each.text:
            edits.setdefault(each.path, each)
        else:
            both = without_overlaps([*existing.edits, *each.edits])
            edits[each.path] = FileEdit(each.path, each.text, both, each.version)
    return WorkspaceEdit(
        tuple(edits[path] for path in sorted(edits)),
        tuple(made for some in changes for made in some.created),
        tuple(dict.fromkeys(pair for some in changes for pair in some.moved)),
    )


def without_overlaps(edits: Iterable[TextEdit]) -> tuple[TextEdit, ...]:
    """In text order, without duplicates. Of two overlapping edits the longer one is kept, else the first."""
    merged: list[TextEdit] = []
    for each in sorted(dict.fromkeys(edits), key=lambda each: (each.span.start, -each.span.end)):
        if not merged or each.span.start >= merged[-1].span.end or each.span.start == each.span.end:
            merged.append(each)
    return tuple(merged)
