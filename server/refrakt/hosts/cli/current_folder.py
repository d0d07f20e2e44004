"""Paths on the command line count from the current folder; services count them from the project's folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from refrakt.command_input import input_fields
from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output
from refrakt.project.confinement import real_path
from refrakt.untrusted import LONGEST, word


def path_in_project(root: Path, path: str) -> str:
    """A path of the command line relative to the project's folder, as a service expects it."""
    found = Path(os.path.abspath(path))
    # The index has real paths, also if the content folder is a symbolic link inside the project.
    for each in (real_path(found), found):
        if each is not None and each.is_relative_to(root):
            return each.relative_to(root).as_posix()
    hint = "One run is for one project; pass paths in its folder."
    raise RefraktError("INVALID_ARGS", f"{path} is outside the project at {root}", hint)


def patch_folder(root: Path, files: Iterable[Path]) -> Path:
    """The folder that the paths of a patch count from: the current one, as `git apply` and `patch` expect it.

    A patch cannot name files outside of it, so with such a file all paths count from the project's folder, with a note.
    """
    here = Path(os.path.abspath(os.curdir))
    if all(each.is_relative_to(here) for each in files):
        return here
    note_patch_folder(root)
    return root


def note_patch_folder(root: Path) -> None:
    """Say which folder the paths of a patch count from, unless it is the current one: `git apply` skips files elsewhere."""
    if Path.cwd() != root:
        standard_output.report(f"the paths of the diff count from {word(str(root), LONGEST)}; apply it there")


def with_project_paths(query: Any, root: Path) -> Any:
    """The input of a service with the paths of the command line relative to the project's folder."""
    kind: Any = type(query)
    paths = {
        each.name: path_in_project(root, value)
        for each in input_fields(kind)
        if each.spec.path and isinstance(value := getattr(query, each.name), str)
    }
    # A new name without a folder stays a name.
    new, old = getattr(query, "to", None), getattr(query, "file", None)
    if isinstance(new, str) and old is not None and ("/" in new or os.sep in new):
        paths["to"] = path_in_project(root, new)
    return replace(query, **paths) if paths else query
