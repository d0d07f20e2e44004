"""Files as plugins read them: what is open in the editor counts more than what is on disk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from refrakt.plugins.contract import Text
from refrakt.project.workspace import Snapshot


@dataclass(frozen=True, slots=True)
class OpenFiles:
    """The files of a moment. A plugin may read any of them: a plan may lie outside its project."""

    snapshot: Snapshot

    def read(self, path: Path) -> Text:
        source = self.snapshot.read(path.resolve(), str(path))
        return Text(source.text, source.buffer.version if source.buffer is not None else None)

    def open_paths(self) -> Iterable[Path]:
        return tuple(self.snapshot.paths)
