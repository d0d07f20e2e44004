"""Where a definition is in a source file, so that an editor can open it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """A range of a source file. `path` is relative to the project's root, with `/`."""

    path: str
    start: int
    """The offset in code points."""
    end: int
    """The offset after the last code point."""
    line: int
    """The line of the start, from 1."""
    column: int
    """The column of the start in code points, from 1."""
