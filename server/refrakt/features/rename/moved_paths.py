"""The old and new paths of moved files and folders."""

from __future__ import annotations

from collections.abc import Iterable

PathPair = tuple[str, str]
"""Old and new path, both relative to the project root."""


class MovedPaths:
    """All moves of one operation. The innermost pair wins: a page may leave a folder that moves."""

    def __init__(self, pairs: Iterable[PathPair] = ()) -> None:
        self.pairs = tuple((old.rstrip("/"), new.rstrip("/")) for old, new in pairs if old.rstrip("/"))
        self._by_old = sorted(self.pairs, key=lambda each: -len(each[0]))
        self._by_new = sorted(self.pairs, key=lambda each: -len(each[1]))

    def __bool__(self) -> bool:
        return any(old != new for old, new in self.pairs)

    def new_path(self, path: str) -> str:
        """The path after the move."""
        for old, new in self._by_old:
            if is_below(path, old):
                return new + path[len(old) :]
        return path

    def old_path(self, path: str) -> str | None:
        """The path before the move of what will be at `path`; None where nothing will be."""
        for old, new in self._by_new:
            if is_below(path, new):
                return old + path[len(new) :]
        return None if self.new_path(path) != path else path


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or inside of it."""
    return path == folder or path.startswith(f"{folder}/")
