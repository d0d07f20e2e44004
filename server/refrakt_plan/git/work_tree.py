"""A repository and its work tree."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class WorkTree:
    """A work tree and its git folder."""

    top: Path
    """The top of the work tree; a real path, like the others."""
    git_dir: Path
    common_dir: Path
    """What all work trees of a repository share; usually the same as `git_dir`."""


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository of a folder, at one moment."""

    tree: WorkTree
    prefix: bytes
    """The folder relative to the top, with a trailing `/`; empty at the top."""
    head: str
    """The commit hash of HEAD."""
    boundary: bytes = b""
    """Where a shallow clone was cut off; empty for a full clone."""

    @property
    def top(self) -> Path:
        return self.tree.top

    @property
    def shallow(self) -> bool:
        return bool(self.boundary)
