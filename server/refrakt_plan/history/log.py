"""The commits that touched a plan, with what each did to which file.

One `git log` tells all of it: for every file its content before and after by name, so that a change is always one against
the commit's own parent, whatever happened on other branches meanwhile. Branches that had no part in what a plan is now are
left out, as git does for a path. Of a merge only those files are told that are unlike all of its parents: what came with a
branch has been told by the commits of that branch.
"""

from __future__ import annotations

import os.path
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from refrakt_plan.history.git import NoHistory, Repository, output

_FORMAT = "tformat:" + "".join(f"%{field}%x00" for field in ("H", "P", "aI", "aN", "s"))
_FIELDS = 5
_OPTIONS = (
    f"--format={_FORMAT}",
    "--encoding=UTF-8",
    "--date-order",
    "--raw",
    "-z",
    "-c",
    "--combined-all-paths",
    "--no-abbrev",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-notes",
)
_MOST_PATHS = 64
"""git looks at each path for each file of each commit; for more than these, the folder around them is cheaper."""
_SUFFIX = b".md"


@dataclass(frozen=True, slots=True)
class Commit:
    hash: str
    parents: tuple[str, ...]
    date: str
    """When it was made, by its author."""
    author: str
    message: str
    """The first line."""
    files: tuple[FileChange, ...]


class Place(NamedTuple):
    """A content at a path. The path counts from the top of the repository."""

    path: bytes
    blob: str


@dataclass(frozen=True, slots=True)
class FileChange:
    """What a commit did to one file."""

    before: tuple[Place, ...]
    """In each parent that has the file."""
    after: Place | None
    """None where it was deleted."""


def read_log(repository: Repository, elsewhere: Collection[bytes] = ()) -> list[Commit]:
    """The commits that touched the plan, or one of some files elsewhere, the newest first."""
    paths = [repository.prefix.rstrip(b"/") or b".", *_shortened(elsewhere)]
    words: list[str | bytes] = [*_OPTIONS, repository.head, "--", *paths]
    try:
        said = output(repository.top, "log", "-M", *words)
    except NoHistory:
        # A clone without old contents cannot compare them; files that were only moved are known by their names.
        said = output(repository.top, "log", "-M100%", *words)
    return list(_commits(said))


def _shortened(paths: Collection[bytes]) -> list[bytes]:
    if len(paths) <= _MOST_PATHS:
        return sorted(paths)
    return [os.path.commonpath([os.path.dirname(path) or b"." for path in paths]) or b"."]


def deleted_elsewhere(repository: Repository, commits: Collection[str]) -> dict[str, list[Place]]:
    """The pages that these commits deleted outside of the plan."""
    said = output(
        repository.top,
        "diff-tree",
        "--stdin",
        "-r",
        "-z",
        "--raw",
        "--no-abbrev",
        "--no-renames",
        "--no-ext-diff",
        "--diff-filter=D",
        given="".join(f"{each}\n" for each in commits).encode(),
    )
    found: dict[str, list[Place]] = {}
    hash = ""
    words = iter(said.split(b"\0"))
    for word in words:
        if not word.startswith(b":"):
            hash = word.decode("ascii", "replace").strip()
            continue
        for each in _entry(word, words).before:
            if not each.path.startswith(repository.prefix):
                found.setdefault(hash, []).append(each)
    return found


def _commits(said: bytes) -> Iterator[Commit]:
    words = iter(said.split(b"\0"))
    fields: list[str] = []
    files: list[FileChange] = []
    for word in words:
        word = word.lstrip(b"\n")
        if word.startswith(b":"):
            files.append(_entry(word, words))
        elif word:
            if fields:
                yield _commit(fields, files)
            fields = [each.decode("utf-8", "replace") for each in (word, *(next(words) for _ in range(_FIELDS - 1)))]
            files = []
    if fields:
        yield _commit(fields, files)


def _commit(fields: list[str], files: list[FileChange]) -> Commit:
    hash, parents, date, author, message = fields
    # Newer versions of git shorten the zone.
    date = date.removesuffix("Z") + "+00:00" if date.endswith("Z") else date
    return Commit(hash, tuple(parents.split()), date, author, message, tuple(files))


def _entry(word: bytes, words: Iterator[bytes]) -> FileChange:
    """A line of the raw format: as many colons as parents, a mode and a name for each of them and for the commit."""
    facts = word.lstrip(b":").decode("ascii").split(" ")
    parents = len(word) - len(word.lstrip(b":"))
    modes, blobs, status = facts[: parents + 1], facts[parents + 1 : -1], facts[-1]
    if parents == 1:
        first = next(words)
        paths = [first, next(words) if status[0] in "RC" else first]
    else:
        paths = [next(words) for _ in range(parents + 1)]
    places = [
        Place(path, blob) if mode.startswith("100") and path.endswith(_SUFFIX) else None
        for mode, blob, path in zip(modes, blobs, paths, strict=True)
    ]
    return FileChange(tuple(each for each in places[:-1] if each is not None), places[-1])
