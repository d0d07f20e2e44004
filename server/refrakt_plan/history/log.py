"""The commits that touched a plan, with what each did to which file.

`git log` tells for every file its content before and after by name, so that a change is always one against the commit's own
parent, whatever happened on other branches meanwhile. Branches that had no part in what a plan is now are left out, as git does
for a path, and commits have the parents that this leaves. Merges are compared with the first of these.
"""

from __future__ import annotations

import os.path
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from refrakt_plan.git import NoHistory, Repository, output

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


class FileChange(NamedTuple):
    """What a commit did to one file."""

    before: Place | None
    """None where it was added."""
    after: Place | None
    """None where it was deleted."""

    @property
    def path(self) -> bytes:
        """Where it is, or was."""
        place = self.after or self.before
        assert place is not None
        return place.path


def read_log(repository: Repository, elsewhere: Collection[bytes] = ()) -> list[Commit]:
    """The commits that touched the plan, or one of some files elsewhere, the newest first."""
    paths = [repository.prefix.rstrip(b"/") or b".", *_shortened(elsewhere)]
    try:
        return _read(repository, "-M", paths)
    except NoHistory as trouble:
        if trouble.type != "git-failed":
            raise
        # A clone without old contents cannot compare them; files that were only moved are known by their names.
        return _read(repository, "-M100%", paths)


def _read(repository: Repository, renames: str, paths: list[bytes]) -> list[Commit]:
    commits = list(_commits(output(repository, "log", renames, *_OPTIONS, repository.head, "--", *paths)))
    merges = [f"{each.hash} {each.parents[0]}" for each in commits if len(each.parents) > 1]
    merged = _compared(repository, merges, renames, "--", *paths)
    return [replace(each, files=tuple(merged.get(each.hash, each.files))) for each in commits]


def _shortened(paths: Collection[bytes]) -> list[bytes]:
    if len(paths) <= _MOST_PATHS:
        return sorted(paths)
    return [os.path.commonpath([os.path.dirname(path) or b"." for path in paths]) or b"."]


def deleted_elsewhere(repository: Repository, commits: Collection[str]) -> dict[str, list[Place]]:
    """The pages that these commits deleted outside of the plan."""
    compared = _compared(repository, commits, "--no-renames", "--diff-filter=D")
    return {
        hash: [old for old, _ in files if old and not old.path.startswith(repository.prefix)]
        for hash, files in compared.items()
    }


def _compared(repository: Repository, commits: Collection[str], *words: str | bytes) -> dict[str, list[FileChange]]:
    """What commits did to their parent; the name of a merge is followed by that of the parent that is meant."""
    if not commits:
        return {}
    options = ("--stdin", "-r", "-z", "--raw", "--no-abbrev", "--no-ext-diff")
    given = "".join(f"{each}\n" for each in commits).encode()
    said = iter(output(repository, "diff-tree", *options, *words, given=given).split(b"\0"))
    found: dict[str, list[FileChange]] = {}
    hash = ""
    for word in said:
        if word.startswith(b":"):
            found.setdefault(hash, []).append(_entry(word, said))
        else:
            hash = word.decode("ascii", "replace").strip()
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
            fields = [each.decode("utf-8", "replace") for each in (word, *(next(words) for _ in _FIELDS[1:]))]
            files = []
    if fields:
        yield _commit(fields, files)


def _commit(fields: list[str], files: list[FileChange]) -> Commit:
    hash, parents, date, author, message = fields
    # What a damaged commit does not say is left as it was asked for.
    date, author = ("" if each in _FIELDS else each for each in (date, author))
    # Newer versions of git shorten the zone.
    date = date.removesuffix("Z") + "+00:00" if date.endswith("Z") else date
    return Commit(hash, tuple(parents.split()), date, author, message, tuple(files))


def _entry(word: bytes, words: Iterator[bytes]) -> FileChange:
    """A line of the raw format: both modes, both names of contents, what happened; a path, or two for a file that was renamed."""
    old_mode, new_mode, old, new, status = word.removeprefix(b":").decode("ascii").split(" ")
    path = next(words)
    return FileChange(_place(old_mode, old, path), _place(new_mode, new, next(words) if status[0] in "RC" else path))


def _place(mode: str, blob: str, path: bytes) -> Place | None:
    return Place(path, blob) if mode.startswith("100") and path.endswith(_SUFFIX) else None
