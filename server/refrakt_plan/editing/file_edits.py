"""Additions to the files of a project: a file, a paragraph at the end of a file.

Nothing is written here. Each function returns changes, so that all of them can be applied together or not at all, by the editor
if it has a file open, and without overwriting a file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from refrakt.plugins import FileEdit, ProjectFiles, RefraktError, Span, TextEdit, WorkspaceEdit

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def refuse_control_characters(name: str) -> None:
    """Refuse control characters in a name that becomes part of a text: they could end its line or control a terminal."""
    if _CONTROL.search(name):
        raise RefraktError("INVALID_ARGS", f"{name!r} contains a control character", "Use another folder.")


def merge_changes(changes: Iterable[WorkspaceEdit]) -> WorkspaceEdit:
    """Changes of different files as one."""
    parts = list(changes)
    return WorkspaceEdit(
        tuple(edit for each in parts for edit in each.edits),
        tuple(new for each in parts for new in each.created),
    )


def file_exists(path: Path, files: ProjectFiles) -> bool:
    """Whether a file exists on disk or as an unsaved buffer."""
    # `Path.resolve` raises its own exception for a cycle of links.
    return os.path.lexists(path) or os.path.realpath(path) in map(os.path.realpath, files.open_paths())


def new_file(path: Path, text: str) -> WorkspaceEdit:
    return WorkspaceEdit(created=((str(path), text),))


def append_paragraph(path: Path, text: str, files: ProjectFiles) -> WorkspaceEdit:
    """A paragraph at the end of a file, which is created if it does not exist. The file keeps its line endings."""
    if not file_exists(path, files):
        return new_file(path, text)
    before = files.read(path)
    end = "\r\n" if "\r\n" in before.text else "\n"
    gap = "" if not before.text else (end if before.text.endswith("\n") else end * 2)
    at = len(before.text)
    added = TextEdit(Span(at, at), gap + text.replace("\n", end))
    return WorkspaceEdit((FileEdit(str(path), before.text, (added,), before.version),))
