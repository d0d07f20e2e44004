"""What is known of a repository."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class WorkTree:
    """A work tree and the folder that git keeps its data in."""

    top: Path
    """Where the work tree begins; a real path, like the others."""
    git_dir: Path
    common_dir: Path
    """What all work trees of a repository share; the same as `git_dir` in most of them."""


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository a folder belongs to, at one moment."""

    tree: WorkTree
    prefix: bytes
    """The folder below the top, with a `/` at its end; empty where it is the top."""
    head: str
    """The commit that is checked out."""
    boundary: bytes = b""
    """Where a shallow clone was cut off; empty where all commits are there."""

    @property
    def top(self) -> Path:
        return self.tree.top

    @property
    def shallow(self) -> bool:
        return bool(self.boundary)
