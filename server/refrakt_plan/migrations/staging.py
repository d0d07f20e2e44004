"""Stages what a migration changed, so that it can be committed as it is."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from refrakt.plugins import RefraktError
from refrakt_plan.git import NoHistory, Repository, repository
from refrakt_plan.git.index import rename_entries, stage_files
from refrakt_plan.migrations.steps import Step, Trouble


def repository_of(folder: Path) -> Repository:
    """The repository of a plan. INVALID_ARGS where there is none."""
    try:
        return repository(folder)
    except NoHistory as trouble:
        raise RefraktError("INVALID_ARGS", trouble.message, "Leave out --git.") from trouble


def stage(repository: Repository, steps: Sequence[Step], root: Path) -> list[Trouble]:
    """Put files into the index: of what was moved only its name, as `git mv` does, of what was edited all of it.

    A file that was only moved and is not in the index stays out of it. Returns the files that cannot be staged.
    """
    moved: dict[bytes, bytes] = {}
    edited: dict[bytes, str] = {}
    troubles: list[Trouble] = []
    for step in steps:
        try:
            moved |= {_below(repository, root / old): _below(repository, root / new) for old, new in step.changes.moved}
            edited |= {_below(repository, root / edit.path): step.file for edit in step.changes.edits}
        except ValueError:
            troubles.append(_not_staged(step.file, "it is outside the work tree"))
    try:
        if moved:
            rename_entries(repository, moved)
        refused = stage_files(repository, sorted(edited)) if edited else {}
    except NoHistory as trouble:
        raise RefraktError("TOOL_FAILED", trouble.message, "Stage the files by hand.", exit_code=1) from trouble
    return [*troubles, *(_not_staged(edited[path], reason) for path, reason in refused.items())]


def _not_staged(file: str, reason: str) -> Trouble:
    return Trouble(file, f"changed, but not staged: {reason}")


def _below(repository: Repository, path: Path) -> bytes:
    """A path as git calls it. `ValueError` outside the work tree."""
    return os.fsencode(Path(os.path.realpath(path)).relative_to(repository.top).as_posix())
