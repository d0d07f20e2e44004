"""Finds the programs that refrakt runs: git and node.

A program comes from the PATH and never from the workspace: with an empty entry of PATH, `.` or a folder of the workspace, a
repository could provide its own `git`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

_SUFFIX = ".exe" if sys.platform == "win32" else ""


def search_path(workspaces: Iterable[Path]) -> tuple[str, ...]:
    """The absolute folders on PATH that are outside of these workspaces."""
    return _outside(os.environ.get("PATH", os.defpath), tuple(workspaces))


@lru_cache(maxsize=64)
def find_program(name: str, folders: tuple[str, ...]) -> str | None:
    """The absolute path of a program in one of these folders."""
    for folder in folders:
        program = os.path.join(folder, name + _SUFFIX)
        if os.path.isfile(program) and os.access(program, os.X_OK):
            return program
    return None


@lru_cache(maxsize=16)
def _outside(path: str, workspaces: tuple[Path, ...]) -> tuple[str, ...]:
    return tuple(each for each in path.split(os.pathsep) if os.path.isabs(each) and not _inside(each, workspaces))


def _inside(path: str, folders: Iterable[Path]) -> bool:
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(each) for each in folders)
