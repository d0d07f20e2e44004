"""Split changes into those for the editor and those for the disk.

Based on the current buffers, before anything is changed. Raises for a file whose text differs from the one the changes were made
for, for an unsaved file that the editor will not change, and for a new file that would replace an open one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.project.file_transaction import (
    changed_meanwhile,
    entry_path,
    exists_already,
    name_after,
    real_path,
    refuse_twice,
)
from refrakt.project.files import read_bytes
from refrakt.project.snapshot import Snapshot
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit
from refrakt.untrusted import LONGEST, word

Move = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PartitionedEdits:
    """Changes for the editor and for the disk."""

    in_editor: WorkspaceEdit
    """With absolute paths without links, and the versions of the buffers."""
    on_disk: WorkspaceEdit
    checked_on_disk: WorkspaceEdit
    """The editor's changes that must be possible on disk as well."""
    expected: Mapping[str, str | None]
    """The new names of the editor's files, with their texts; None for a folder."""


def partitioned(
    changes: WorkspaceEdit, snapshot: Snapshot, root: Path, *, edits: bool, moves: bool
) -> PartitionedEdits:
    """Split changes for an editor that applies edits or not, and moves files or not."""
    return _Partition(snapshot, root, edits, edits and moves).partitioned(changes)


@dataclass(frozen=True, slots=True)
class _Partition:
    snapshot: Snapshot
    root: Path
    edits: bool
    moves: bool

    def partitioned(self, changes: WorkspaceEdit) -> PartitionedEdits:
        for name in (*(name for name, _ in changes.created), *(new for _, new in changes.moved)):
            if entry_path(self.root, name) in self.snapshot.paths:
                raise exists_already(name)
        refuse_twice(str(real_path(self.root, each.path)) for each in changes.edits)
        moved = [each for each in changes.moved if self._editor_moves(each[0])]
        edited = [each for each in changes.edits if self._editor_edits(each, changes.moved, moved)]
        names = {each.path for each in edited}
        # Editors handle edits without effect differently.
        changing = [each for each in edited if each.changed != each.text]
        return PartitionedEdits(
            in_editor=WorkspaceEdit(
                tuple(map(self._for_editor, changing)),
                moved=tuple((str(entry_path(self.root, old)), str(entry_path(self.root, new))) for old, new in moved),
            ),
            on_disk=WorkspaceEdit(
                tuple(each for each in changes.edits if each.path not in names),
                changes.created,
                tuple(each for each in changes.moved if each not in moved),
            ),
            checked_on_disk=WorkspaceEdit(
                tuple(each for each in edited if real_path(self.root, each.path) not in self.snapshot.paths),
                moved=tuple(moved),
            ),
            expected={new: self._text(old) for old, new in moved}
            | {name_after(changes, each.path): each.changed for each in changing},
        )

    def _editor_moves(self, name: str) -> bool:
        around = entry_path(self.root, name)
        opened = [path for path in self.snapshot.paths if path.is_relative_to(around)]
        if not self.moves:
            self._refuse_unsaved(name, opened)
        return self.moves and bool(opened)

    def _editor_edits(self, edit: FileEdit, moves: Iterable[Move], moved_by_editor: Iterable[Move]) -> bool:
        path = real_path(self.root, edit.path)
        buffer = self.snapshot.paths.get(path)
        if buffer is not None and buffer.document.text != edit.text:
            raise changed_meanwhile(edit.path)
        move = next((each for each in moves if path.is_relative_to(entry_path(self.root, each[0]))), None)
        if move is not None:  # the mover of a file also edits it: its path changes
            return move in moved_by_editor
        if buffer is not None and not self.edits:
            self._refuse_unsaved(edit.path, [path])
        return self.edits and buffer is not None

    def _refuse_unsaved(self, name: str, opened: Iterable[Path]) -> None:
        for path in opened:
            if self.snapshot.paths[path].document.text != text_on_disk(path):
                raise not_saved(name)

    def _for_editor(self, edit: FileEdit) -> FileEdit:
        path = real_path(self.root, edit.path)
        buffer = self.snapshot.paths.get(path)
        return replace(edit, path=str(path), version=buffer.version if buffer is not None else None)

    def _text(self, name: str) -> str | None:
        buffer = self.snapshot.paths.get(entry_path(self.root, name))
        return buffer.document.text if buffer is not None else None


def not_saved(name: str) -> RefraktError:
    message = f"{word(name, LONGEST)} is open in an editor and not saved"
    return RefraktError("VALIDATION_ERROR", message, "Save it there first.", exit_code=1)


def text_on_disk(path: Path) -> str | None:
    try:
        return read_bytes(path).decode("utf-8-sig")
    except (OSError, ValueError):
        return None
