"""Files and folders that get another path: what is where before and after."""

from __future__ import annotations

from collections.abc import Iterable

Pair = tuple[str, str]
"""The path something has, and the one it gets; both below the project's folder."""


class Moves:
    """All that is moved at once. The innermost pair counts: a page may leave the folder that is moved."""

    def __init__(self, pairs: Iterable[Pair] = ()) -> None:
        self.pairs = tuple((old.rstrip("/"), new.rstrip("/")) for old, new in pairs if old.rstrip("/"))
        self._by_old = sorted(self.pairs, key=lambda each: -len(each[0]))
        self._by_new = sorted(self.pairs, key=lambda each: -len(each[1]))

    def __bool__(self) -> bool:
        return any(old != new for old, new in self.pairs)

    def after(self, path: str) -> str:
        """Where something is in the end."""
        for old, new in self._by_old:
            if is_below(path, old):
                return new + path[len(old) :]
        return path

    def before(self, path: str) -> str | None:
        """Where that is now which will be at a path; None where nothing will be, because it is moved away."""
        for old, new in self._by_new:
            if is_below(path, new):
                return old + path[len(new) :]
        return None if self.after(path) != path else path


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies in it."""
    return path == folder or path.startswith(f"{folder}/")
