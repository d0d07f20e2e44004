"""The files of a project without an editor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.project.files import read_bytes, reason, resolved
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.untrusted import LONGEST, word


@dataclass(frozen=True, slots=True)
class Text:
    """The current text of a file: in the editor, if it is open, else on disk."""

    text: str
    version: int | None = None
    """The version of the open buffer; None for a file read from disk."""


@dataclass(frozen=True, slots=True)
class Applied:
    """The files that were changed, by their new paths."""

    written: tuple[str, ...] = ()
    """On disk."""
    unsaved: tuple[str, ...] = ()
    """In an editor, not saved yet."""


WriteGuard = Callable[[Path, WorkspaceEdit], None]
"""Gets the project root and the changes; raises `RefraktError` if they must not be made."""


class Disk:
    """Reads files on disk, and changes those below a folder."""

    def __init__(self, root: Path = Path(), objection: WriteGuard | None = None) -> None:
        self._root = root
        self._objection = objection

    def read(self, path: Path) -> Text:
        try:
            return Text(read_bytes(resolved(self._root, path)).decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise RefraktError(
                "INVALID_ARGS", f"{word(str(path), LONGEST)} is not UTF-8 text", "Save it as UTF-8."
            ) from error
        except (OSError, ValueError) as error:
            raise RefraktError(
                "NOT_FOUND", f"{word(str(path), LONGEST)} cannot be read: {reason(error)}", "Give another path."
            ) from error

    def open_paths(self) -> tuple[Path, ...]:
        return ()

    def apply(self, changes: WorkspaceEdit, within: Path | None = None) -> Applied:
        # Imported late: most commands only read.
        from refrakt.project.file_transaction import transaction

        changing = transaction(self._root, changes, within)
        if self._objection is not None:
            self._objection(self._root, changes)
        return Applied(written=changing.write())


def writable_path(root: Path, path: Path, within: Path | None = None) -> Path:
    """The real path of a file or folder that may be written, as for `Files.apply`. INVALID_ARGS if it is outside."""
    from refrakt.project.confined_writer import ConfinedWriter
    from refrakt.project.file_transaction import as_refrakt_errors

    with as_refrakt_errors(str(path)):
        return ConfinedWriter(root, within).file(path)


def remove_file(root: Path, path: Path, data: bytes, within: Path | None = None) -> None:
    """Remove a file that has this content, as for `Files.apply`. WRITE_FAILED if it has another or cannot be removed."""
    from refrakt.project.confined_writer import ConfinedWriter
    from refrakt.project.file_transaction import as_refrakt_errors

    with as_refrakt_errors(str(path)):
        ConfinedWriter(root, within).remove(path, data)


def make_folder(root: Path, path: Path, within: Path | None = None) -> bool:
    """Create a folder in a project with its parents; False if it existed. As for `Files.apply`, it must be in the project."""
    from refrakt.project.confined_writer import ConfinedWriter
    from refrakt.project.file_transaction import as_refrakt_errors

    with as_refrakt_errors(str(path)):
        return ConfinedWriter(root, within).make_folder(path)
