"""Unsaved text in editors: commands must not overwrite it.

Each editor process is queried for its open files. One that runs but does not report them may have any file open, so nothing is
written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.hosts.link.connection import Refusal
from refrakt.hosts.link.open_buffers import fingerprint, open_buffers
from refrakt.project.file_transaction import entry_path, exists_already, real_path
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.services.partition_edits import not_saved, text_on_disk


@dataclass(frozen=True, slots=True)
class EditorBuffers:
    """The files that editors have open."""

    editors: Sequence[Mapping[str, str]]
    """For each editor the fingerprints of its texts by real path. Two editors may have one file open."""

    def has(self, path: Path) -> bool:
        return any(str(path) in opened for opened in self.editors)

    def differs(self, path: Path, text: str | None) -> bool:
        """Whether a file is open with another text."""
        fingerprints = {opened[str(path)] for opened in self.editors if str(path) in opened}
        return bool(fingerprints) if text is None else not fingerprints <= {fingerprint(text)}

    def below(self, path: Path) -> Iterator[Path]:
        """The open files at a path, which may be a folder."""
        return (each for opened in self.editors for each in map(Path, opened) if each.is_relative_to(path))


def editor_buffers(*folders: Path) -> EditorBuffers:
    """What editors have open now. An editor may have any parent of these folders open, so each is queried."""
    found: list[Mapping[str, str]] = []
    for folder in dict.fromkeys(each for one in folders for each in (one, *one.parents)):
        buffers = open_buffers(str(folder))
        if isinstance(buffers, Refusal):
            message = f"an editor has {folder} open but does not report its unsaved files: {buffers.reason}"
            raise RefraktError("WRITE_FAILED", message, "Close the editor, or use the same release of refrakt in both.")
        found += buffers
    return EditorBuffers(found)


def refuse_unsaved(root: Path, changes: WorkspaceEdit) -> None:
    """Refuse changes of files with unsaved text in an editor."""
    # A plan may be in another project, which an editor has open.
    names = (*(edit.path for edit in changes.edits), *(name for name, _ in changes.created), *chain(*changes.moved))
    opened = editor_buffers(root, *(real_path(root, name).parent for name in names))
    for edit in changes.edits:
        if opened.differs(real_path(root, edit.path), edit.text):
            raise not_saved(edit.path)
    for old, _ in changes.moved:
        if any(opened.differs(path, text_on_disk(path)) for path in opened.below(entry_path(root, old))):
            raise not_saved(old)
    for name in (*(name for name, _ in changes.created), *(new for _, new in changes.moved)):
        if opened.has(entry_path(root, name)):
            raise exists_already(name)
