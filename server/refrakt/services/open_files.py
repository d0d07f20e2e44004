"""Files as plugins read and change them: what is open in the editor counts more than what is on disk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from refrakt.errors import RefraktError
from refrakt.features.answers import Changes
from refrakt.plugins.contract import Applied, Text
from refrakt.plugins.disk import write
from refrakt.project.workspace import Snapshot


class Editor(Protocol):
    """An editor that changes its own texts when it is asked to."""

    def apply(self, root: Path, changes: Changes) -> None:
        """Have changes made, in the versions they name. `RefraktError` where the editor does not. Not for the loop's thread."""


@dataclass(frozen=True, slots=True)
class OpenFiles:
    """The files of a moment. A plugin may read any of them: a plan may lie outside its project."""

    snapshot: Snapshot
    root: Path
    """The project's folder."""
    editor: Editor | None = None
    """Who has the open files, if it can be asked to change them."""

    def read(self, path: Path) -> Text:
        source = self.snapshot.read(path.resolve(), str(path))
        return Text(source.text, source.buffer.version if source.buffer is not None else None)

    def open_paths(self) -> Iterable[Path]:
        return tuple(self.snapshot.paths)

    def apply(self, changes: Changes) -> Applied:
        touched = (*(each.path for each in changes.edits), *(old for old, _ in changes.moved))
        for name in touched:
            path = (self.root / name).resolve()
            buffer = self.snapshot.paths.get(path)
            if buffer is not None and buffer.document.text != _on_disk(path):
                message = f"{name} has unsaved changes"
                raise RefraktError("VALIDATION_ERROR", message, "Save it first.", exit_code=1)
        return Applied(written=write(self.root, changes))


def _on_disk(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
