"""Stages the changes of a migration, ready to be committed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from refrakt.plugins import RefraktError
from refrakt_plan.git import GitError, Repository, repository
from refrakt_plan.git.staging import rename_entries, stage_files
from refrakt_plan.migrations.migration import MigrationFailure, MigrationStep


def repository_of(folder: Path) -> Repository:
    """The repository of a plan. INVALID_ARGS if there is none."""
    try:
        return repository(folder)
    except GitError as error:
        raise RefraktError(error.code, error.message, "Leave out `{option:git}`.") from error


def stage(repository: Repository, steps: Sequence[MigrationStep], root: Path) -> list[MigrationFailure]:
    """Stage files: of a moved file only its path, as `git mv` does, of an edited one its content.

    A moved file that is not in the index stays out of it. Returns the files that cannot be staged.
    """
    moved: dict[bytes, bytes] = {}
    edited: dict[bytes, str] = {}
    failures: list[MigrationFailure] = []
    for step in steps:
        try:
            moved |= {
                _git_path(repository, root / old): _git_path(repository, root / new) for old, new in step.changes.moved
            }
            edited |= {_git_path(repository, root / edit.path): step.file for edit in step.changes.edits}
        except ValueError:
            failures.append(_not_staged(step.file, "it is outside the work tree"))
    try:
        if moved:
            rename_entries(repository, moved)
        refused = stage_files(repository, sorted(edited)) if edited else {}
    except GitError as error:
        raise RefraktError(error.code, error.message, "Stage the files by hand.", exit_code=1) from error
    return [*failures, *(_not_staged(edited[path], reason) for path, reason in refused.items())]


def _not_staged(file: str, reason: str) -> MigrationFailure:
    return MigrationFailure(file, f"changed, but not staged: {reason}")


def _git_path(repository: Repository, path: Path) -> bytes:
    """A path relative to the top of the repository. `ValueError` outside the work tree."""
    return os.fsencode(Path(os.path.realpath(path)).relative_to(repository.top).as_posix())
