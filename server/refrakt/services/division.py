"""Which of some changes an editor has to make, and which are made on disk.

Decided from the buffers as they are at this moment, before anything is done. What cannot be made at either place is refused: a
file that is not what the changes were made for, one that is not saved and that the editor will not change, a new one that would
take the place of an open one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.features.answers import Changes, FileEdit
from refrakt.plugins.transaction import changed_meanwhile, exists_already, name_after, place, real_path, refuse_twice
from refrakt.project.files import read_bytes
from refrakt.project.workspace import Snapshot
from refrakt.untrusted import LONGEST, word

Move = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Parts:
    """Changes, each where it is to be made."""

    in_editor: Changes
    """By absolute paths without links, and in the versions of the buffers."""
    on_disk: Changes
    looked_at: Changes
    """What of the editor's part has to be possible on disk as well."""
    expected: Mapping[str, str | None]
    """The files of the editor's part, by the names they will have, and their texts; None for a folder."""


def divided(changes: Changes, snapshot: Snapshot, root: Path, *, edits: bool, moves: bool) -> Parts:
    """The parts of changes, for an editor that makes edits or not, and gives files other paths or not."""
    return _Division(snapshot, root, edits, edits and moves).divided(changes)


@dataclass(frozen=True, slots=True)
class _Division:
    snapshot: Snapshot
    root: Path
    edits: bool
    moves: bool

    def divided(self, changes: Changes) -> Parts:
        for name in (*(name for name, _ in changes.created), *(new for _, new in changes.moved)):
            if place(self.root, name) in self.snapshot.paths:
                raise exists_already(name)
        refuse_twice(str(real_path(self.root, each.path)) for each in changes.edits)
        moved = [each for each in changes.moved if self._is_moved_there(each[0])]
        edited = [each for each in changes.edits if self._is_edited_there(each, changes.moved, moved)]
        names = {each.path for each in edited}
        # To say that nothing changes would be one more thing an editor could misunderstand.
        changing = [each for each in edited if each.changed != each.text]
        return Parts(
            in_editor=Changes(
                tuple(map(self._for_editor, changing)),
                moved=tuple((str(place(self.root, old)), str(place(self.root, new))) for old, new in moved),
            ),
            on_disk=Changes(
                tuple(each for each in changes.edits if each.path not in names),
                changes.created,
                tuple(each for each in changes.moved if each not in moved),
            ),
            looked_at=Changes(
                tuple(each for each in edited if real_path(self.root, each.path) not in self.snapshot.paths),
                moved=tuple(moved),
            ),
            expected={new: self._text(old) for old, new in moved}
            | {name_after(changes, each.path): each.changed for each in changing},
        )

    def _is_moved_there(self, name: str) -> bool:
        around = place(self.root, name)
        opened = [path for path in self.snapshot.paths if path.is_relative_to(around)]
        if not self.moves:
            self._refuse_unsaved(name, opened)
        return self.moves and bool(opened)

    def _is_edited_there(self, edit: FileEdit, moves: Iterable[Move], moved_there: Iterable[Move]) -> bool:
        path = real_path(self.root, edit.path)
        buffer = self.snapshot.paths.get(path)
        if buffer is not None and buffer.document.text != edit.text:
            raise changed_meanwhile(edit.path)
        move = next((each for each in moves if path.is_relative_to(place(self.root, each[0]))), None)
        if move is not None:  # whoever moves a file changes it, or it would not be found
            return move in moved_there
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
        buffer = self.snapshot.paths.get(place(self.root, name))
        return buffer.document.text if buffer is not None else None


def not_saved(name: str) -> RefraktError:
    message = f"{word(name, LONGEST)} is open in an editor and not saved"
    return RefraktError("VALIDATION_ERROR", message, "Save it there first.", exit_code=1)


def text_on_disk(path: Path) -> str | None:
    try:
        return read_bytes(path).decode("utf-8-sig")
    except (OSError, ValueError):
        return None
