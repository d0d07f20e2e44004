"""Telling git of what was changed, so that it can be committed as it is."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from refrakt.plugins import Changes, RefraktError
from refrakt_plan.history.git import NoHistory, Repository, output, repository


def repository_of(folder: Path) -> Repository:
    """The repository to tell. INVALID_ARGS where there is none."""
    try:
        return repository(folder)
    except NoHistory as trouble:
        raise RefraktError("INVALID_ARGS", trouble.message, "Leave out --git.") from trouble


def stage(repository: Repository, changes: Iterable[Changes], root: Path) -> None:
    """Put files into the index: of what was moved only its name, as `git mv` does, of what was edited all of it.

    What git does not know it is not told of, if it was only moved.
    """
    done = list(changes)
    moved = {_below(repository, root / old): _below(repository, root / new) for each in done for old, new in each.moved}
    edited = sorted({_below(repository, root / edit.path) for each in done for edit in each.edits})
    try:
        if moved:
            output(repository.top, "update-index", "-z", "--index-info", given=b"".join(_renamed(repository, moved)))
        if edited:
            output(repository.top, "add", "--pathspec-from-file=-", "--pathspec-file-nul", given=b"\0".join(edited))
    except NoHistory as trouble:
        raise RefraktError("TOOL_FAILED", trouble.message, "Stage the files by hand.", exit_code=1) from trouble


def _renamed(repository: Repository, moved: Mapping[bytes, bytes]) -> Iterator[bytes]:
    """Lines that take an entry out of the index and put it in under its new name."""
    for entry in output(repository.top, "ls-files", "--stage", "-z").split(b"\0"):
        facts, _, path = entry.partition(b"\t")
        if path in moved:
            _, name, _ = facts.split(b" ")
            yield b"0 " + b"0" * len(name) + b"\t" + path + b"\0"
            yield facts + b"\t" + moved[path] + b"\0"


def _below(repository: Repository, path: Path) -> bytes:
    return os.fsencode(path.resolve().relative_to(repository.top).as_posix())
