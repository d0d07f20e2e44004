"""The commits that changed a plan, with their file changes.

`git log` reports each file's blob before and after, so a change is always relative to the commit's own parent, whatever happened on
other branches. History simplification removes branches that did not contribute to the current plan, and commits have the parents
that remain. Merges are compared with the first of these.
"""

from __future__ import annotations

import os.path
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from refrakt_plan.git import GitError, Repository, git_output

_FIELDS = ("%H", "%P", "%aI", "%aN", "%s")
_FORMAT = "tformat:" + "".join(f"{field}%x00" for field in _FIELDS)
_OPTIONS = (
    f"--format={_FORMAT}",
    "--encoding=UTF-8",
    "--date-order",
    "--raw",
    "-z",
    "--parents",
    "--no-abbrev",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-notes",
)
_MOST_PATHS = 64
"""git compares each path with each file of each commit; with more paths, their common folder is cheaper."""
_SUFFIX = b".md"


@dataclass(frozen=True, slots=True)
class Commit:
    hash: str
    parents: tuple[str, ...]
    date: str
    """The author date."""
    author: str
    message: str
    """The first line."""
    files: tuple[DiffEntry, ...]


class FileBlob(NamedTuple):
    """A blob at a path. The path is relative to the top of the repository."""

    path: bytes
    blob: str


class DiffEntry(NamedTuple):
    """The change of one file in a commit."""

    before: FileBlob | None
    """None if it was added."""
    after: FileBlob | None
    """None if it was deleted."""

    @property
    def path(self) -> bytes:
        """The current path, or the last one."""
        file = self.after or self.before
        assert file is not None
        return file.path


def read_log(repository: Repository, outside: Collection[bytes] = ()) -> list[Commit]:
    """The commits that changed the plan, or one of some files outside it, newest first."""
    paths = [repository.prefix.rstrip(b"/") or b".", *_limited(outside)]
    try:
        return _read(repository, "-M", paths)
    except GitError as error:
        if error.type != "git-failed":
            raise
        # A partial clone cannot compare missing blobs; exact renames need only their names.
        return _read(repository, "-M100%", paths)


def _read(repository: Repository, renames: str, paths: list[bytes]) -> list[Commit]:
    commits = list(_commits(git_output(repository, "log", renames, *_OPTIONS, repository.head, "--", *paths)))
    merges = [f"{each.hash} {each.parents[0]}" for each in commits if len(each.parents) > 1]
    merged = _diff_trees(repository, merges, renames, "--", *paths)
    return [replace(each, files=tuple(merged.get(each.hash, each.files))) for each in commits]


def _limited(paths: Collection[bytes]) -> list[bytes]:
    if len(paths) <= _MOST_PATHS:
        return sorted(paths)
    return [os.path.commonpath([os.path.dirname(path) or b"." for path in paths]) or b"."]


def deleted_outside(repository: Repository, commits: Collection[str]) -> dict[str, list[FileBlob]]:
    """The pages that these commits deleted outside the plan."""
    changes = _diff_trees(repository, commits, "--no-renames", "--diff-filter=D")
    return {
        hash: [old for old, _ in files if old and not old.path.startswith(repository.prefix)]
        for hash, files in changes.items()
    }


def _diff_trees(repository: Repository, commits: Collection[str], *args: str | bytes) -> dict[str, list[DiffEntry]]:
    """The changes of commits relative to their parent; a merge's hash is followed by that of the parent to compare with."""
    if not commits:
        return {}
    options = ("--stdin", "-r", "-z", "--raw", "--no-abbrev", "--no-ext-diff")
    stdin = "".join(f"{each}\n" for each in commits).encode()
    fields = iter(git_output(repository, "diff-tree", *options, *args, stdin=stdin).split(b"\0"))
    found: dict[str, list[DiffEntry]] = {}
    hash = ""
    for field in fields:
        if field.startswith(b":"):
            found.setdefault(hash, []).append(_entry(field, fields))
        else:
            hash = field.decode("ascii", "replace").strip()
    return found


def _commits(output: bytes) -> Iterator[Commit]:
    parts = iter(output.split(b"\0"))
    fields: list[str] = []
    files: list[DiffEntry] = []
    for part in parts:
        part = part.lstrip(b"\n")
        if part.startswith(b":"):
            files.append(_entry(part, parts))
        elif part:
            if fields:
                yield _commit(fields, files)
            fields = [each.decode("utf-8", "replace") for each in (part, *(next(parts) for _ in _FIELDS[1:]))]
            files = []
    if fields:
        yield _commit(fields, files)


def _commit(fields: list[str], files: list[DiffEntry]) -> Commit:
    hash, parents, date, author, message = fields
    # git leaves the placeholder of a field that a damaged commit does not have.
    date, author = ("" if each in _FIELDS else each for each in (date, author))
    # Newer versions of git abbreviate the UTC offset.
    date = date.removesuffix("Z") + "+00:00" if date.endswith("Z") else date
    return Commit(hash, tuple(parents.split()), date, author, message, tuple(files))


def _entry(field: bytes, fields: Iterator[bytes]) -> DiffEntry:
    """An entry of the raw format: both modes, both blobs, the status; one path, or two for a renamed file."""
    old_mode, new_mode, old, new, status = field.removeprefix(b":").decode("ascii").split(" ")
    path = next(fields)
    return DiffEntry(_file(old_mode, old, path), _file(new_mode, new, next(fields) if status[0] in "RC" else path))


def _file(mode: str, blob: str, path: bytes) -> FileBlob | None:
    return FileBlob(path, blob) if mode.startswith("100") and path.endswith(_SUFFIX) else None
