"""Files as plugins read and change them: what is open in the editor counts more than what is on disk.

Buffers belong to the editor. What is open there is changed by the editor, if it takes changes, and waits there to be saved;
everything else is changed on disk, new files in any case. An editor that takes no changes reads a file again that was saved and
is changed on disk; one that is not saved is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from refrakt.errors import RefraktError
from refrakt.features.answers import Changes
from refrakt.plugins.contract import Applied, Text
from refrakt.plugins.disk import Objection
from refrakt.plugins.transaction import confine, transaction
from refrakt.project.files import reason, resolved
from refrakt.project.workspace import Snapshot
from refrakt.untrusted import quoted_names

from .division import divided, text_on_disk


class Editor(Protocol):
    """An editor that changes its own texts when it is asked to."""

    @property
    def moves_files(self) -> bool:
        """Whether it can give a file another path."""

    def apply(self, root: Path, changes: Changes) -> None:
        """Have changes made, in the versions they name. `RefraktError` where the editor does not. Not for the loop's thread."""


@dataclass(frozen=True, slots=True)
class OpenFiles:
    """The files as they are. A plugin may read any of them: a plan may lie outside its project."""

    now: Callable[[], Snapshot]
    """The buffers. Whoever has waited for another to finish writing reads what that one has written."""
    root: Path
    """The project's folder."""
    editor: Editor | None = None
    """Who has the open files, if it can be asked to change them."""
    objection: Objection | None = None
    """Asked before anything is changed on disk: another editor, of a project around this one perhaps, may have it open."""

    def read(self, path: Path) -> Text:
        try:
            real = resolved(self.root, path)
        except OSError as error:
            raise RefraktError("NOT_FOUND", f"{path} cannot be read: {reason(error)}", "Give another path.") from error
        source = self.now().read(real, str(path))
        return Text(source.text, source.buffer.version if source.buffer is not None else None)

    def open_paths(self) -> Iterable[Path]:
        return tuple(self.now().paths)

    def apply(self, changes: Changes, within: Path | None = None) -> Applied:
        confine(self.root, changes, within)
        editor = self.editor
        edits, moves = editor is not None, editor is not None and editor.moves_files
        parts = divided(changes, self.now(), self.root, edits=edits, moves=moves)
        on_disk = transaction(self.root, parts.on_disk, within)
        if self.objection is not None and on_disk.steps:
            self.objection(self.root, parts.on_disk)
        if editor is not None and parts.in_editor != Changes():
            transaction(self.root, parts.looked_at, within)
            editor.apply(self.root, parts.in_editor)
        try:
            written = on_disk.write()
        except RefraktError as trouble:
            if not parts.expected:
                raise
            raise _half_done(trouble, tuple(parts.expected), on_disk.names) from trouble
        unsaved = tuple(name for name, text in parts.expected.items() if text_on_disk(self.root / name) != text)
        return Applied((*written, *(each for each in parts.expected if each not in unsaved)), unsaved)


def _half_done(trouble: RefraktError, in_editor: tuple[str, ...], missing: tuple[str, ...]) -> RefraktError:
    """What to say where the disk refuses after the editor has done its part."""
    message = (
        f"{trouble.message}; changed in the editor before that: {quoted_names(in_editor)};"
        f" not changed on disk: {quoted_names(missing)}"
    )
    hint = "Undo the changes in the editor, or make the others by hand."
    return RefraktError(trouble.code, message, hint, trouble.exit_code, {"unsaved": list(in_editor)})
