"""The files of a project where no editor is running."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.features.answers import Changes
from refrakt.project.files import read_bytes, reason, resolved
from refrakt.untrusted import LONGEST, word

from .contract import Applied, Text

Objection = Callable[[Path, Changes], None]
"""Gets the project's folder and what is about to be changed; raises `RefraktError` where that must not be."""


class Disk:
    """Reads what is on disk, and changes what is below a folder."""

    def __init__(self, root: Path = Path(), objection: Objection | None = None) -> None:
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

    def apply(self, changes: Changes, within: Path | None = None) -> Applied:
        # Most commands only read, and what makes a file safely is not loaded for them.
        from .transaction import transaction

        changing = transaction(self._root, changes, within)
        if self._objection is not None:
            self._objection(self._root, changes)
        return Applied(written=changing.write())


def writable_path(root: Path, path: Path, within: Path | None = None) -> Path:
    """The real path of a file or folder that may be written, as for `Files.apply`. INVALID_ARGS where it leads out."""
    from refrakt.project.writing import ConfinedWriter

    from .transaction import told

    with told(str(path)):
        return ConfinedWriter(root, within).file(path)


def make_folder(root: Path, path: Path, within: Path | None = None) -> bool:
    """Make a folder of a project with those above it; False if it was there. As for `Files.apply`, it stays in the project."""
    from refrakt.project.writing import ConfinedWriter

    from .transaction import told

    with told(str(path)):
        return ConfinedWriter(root, within).make_folder(path)
