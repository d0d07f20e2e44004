"""The files of a project that pages may show, such as snippets of code and data. Nothing outside of the project is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.project.confinement import confined_path
from refrakt.project.files import LARGEST_PAGE, read_inside
from refrakt.project.folder_scan import FolderScan
from refrakt.project.snapshot import Snapshot
from refrakt.runes.output.render_context import FileReadError


@dataclass(frozen=True, slots=True)
class ConfinedFiles:
    """The files below the root of a project; open ones as they are in the editor."""

    root: Path
    snapshot: Snapshot
    read_paths: dict[str, None] = field(default_factory=dict)
    """The files that were read, or could not be, below the root."""

    def read(self, path: str) -> str:
        self.read_paths[path] = None
        real = confined_path(self.root, path)
        if real is None:
            raise FileReadError("the path leaves the project")
        buffer = self.snapshot.paths.get(real)
        if buffer is not None:
            return buffer.document.text
        try:
            return read_inside(self.root, path, LARGEST_PAGE).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise FileReadError("the file is not UTF-8 text") from None
        except FileNotFoundError:
            raise FileReadError("the file does not exist") from None
        except (OSError, RefraktError) as error:
            raise FileReadError(getattr(error, "strerror", None) or str(error)) from None

    def list(self, folder: str) -> Sequence[str]:
        real = confined_path(self.root, folder)
        if real is None:
            return ()
        try:
            return sorted(entry.name for entry in FolderScan.brief().entries(str(real)) if entry.is_file())
        except (OSError, ValueError):
            return ()
