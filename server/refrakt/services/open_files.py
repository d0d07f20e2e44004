"""Files as plugins read and change them: open buffers take precedence over the disk.

The editor changes its open files, if it applies edits, and they stay unsaved; all other files, and new ones, are changed on disk.
For an editor that applies no edits, saved files are changed on disk, and unsaved ones not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from refrakt.errors import RefraktError
from refrakt.project.disk_files import Applied, Text, WriteGuard
from refrakt.project.file_transaction import confine, transaction
from refrakt.project.files import reason, resolved
from refrakt.project.snapshot import Snapshot
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.services.partition_edits import partitioned, text_on_disk
from refrakt.untrusted import quoted_names


class Editor(Protocol):
    """An editor that applies edits to its buffers."""

    @property
    def moves_files(self) -> bool:
        """Whether it can move files."""

    def apply(self, root: Path, changes: WorkspaceEdit) -> None:
        """Apply changes to the versions they name; `RefraktError` if the editor refuses. Blocks: not on the event loop."""


@dataclass(frozen=True, slots=True)
class OpenFiles:
    """The current files. A plugin may read any of them: a plan may be outside its project."""

    now: Callable[[], Snapshot]
    """The current buffers: after waiting for another writer, its changes are visible."""
    root: Path
    """The project's folder."""
    editor: Editor | None = None
    """The editor of the open files, if it applies edits."""
    objection: WriteGuard | None = None
    """Called before changes on disk: another editor, maybe of an enclosing project, may have the file open."""

    def read(self, path: Path) -> Text:
        try:
            real = resolved(self.root, path)
        except OSError as error:
            raise RefraktError("NOT_FOUND", f"{path} cannot be read: {reason(error)}", "Pass another path.") from error
        source = self.now().read(real, str(path))
        return Text(source.text, source.buffer.version if source.buffer is not None else None)

    def open_paths(self) -> Iterable[Path]:
        return tuple(self.now().paths)

    def apply(self, changes: WorkspaceEdit, within: Path | None = None) -> Applied:
        confine(self.root, changes, within)
        editor = self.editor
        edits, moves = editor is not None, editor is not None and editor.moves_files
        parts = partitioned(changes, self.now(), self.root, edits=edits, moves=moves)
        on_disk = transaction(self.root, parts.on_disk, within)
        if self.objection is not None and on_disk.steps:
            self.objection(self.root, parts.on_disk)
        if editor is not None and parts.in_editor != WorkspaceEdit():
            transaction(self.root, parts.checked_on_disk, within)
            editor.apply(self.root, parts.in_editor)
        try:
            written = on_disk.write()
        except RefraktError as error:
            if not parts.expected:
                raise
            raise _partially_applied(error, tuple(parts.expected), on_disk.names) from error
        unsaved = tuple(name for name, text in parts.expected.items() if text_on_disk(self.root / name) != text)
        return Applied((*written, *(each for each in parts.expected if each not in unsaved)), unsaved)


def _partially_applied(error: RefraktError, in_editor: tuple[str, ...], missing: tuple[str, ...]) -> RefraktError:
    """The error for a failure on disk after the editor has applied its changes."""
    message = (
        f"{error.message}; changed in the editor before that: {quoted_names(in_editor)};"
        f" not changed on disk: {quoted_names(missing)}"
    )
    hint = "Undo the changes in the editor, or make the others manually."
    return RefraktError(error.code, message, hint, error.exit_code, {"unsaved": list(in_editor)})
