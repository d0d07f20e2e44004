"""The files of a project where no editor is running."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.features.answers import Changes
from refrakt.untrusted import LONGEST, word

from .contract import Applied, Text

Objection = Callable[[Path, Changes], None]
"""Gets the project's folder and what is about to be changed; raises `RefraktError` where that must not be."""


class Disk:
    """Reads and changes what is on disk, below a folder or beside it."""

    def __init__(self, root: Path = Path(), objection: Objection | None = None) -> None:
        self._root = root
        self._objection = objection

    def read(self, path: Path) -> Text:
        try:
            return Text(path.read_bytes().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise RefraktError(
                "INVALID_ARGS", f"{word(str(path), LONGEST)} is not UTF-8 text", "Save it as UTF-8."
            ) from error
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise RefraktError(
                "NOT_FOUND", f"{word(str(path), LONGEST)} cannot be read: {reason}", "Give another path."
            ) from error

    def open_paths(self) -> tuple[Path, ...]:
        return ()

    def apply(self, changes: Changes) -> Applied:
        # Most commands only read, and what makes a file safely is not loaded for them.
        from .transaction import transaction

        changing = transaction(self._root, changes)
        if self._objection is not None:
            self._objection(self._root, changes)
        return Applied(written=changing.write())
