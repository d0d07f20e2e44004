"""`rename`: another name or place for a page, a heading, a thing, a partial or a file, with every text that speaks of it.

Nothing is written. Whoever asked gets a diff for each file, and applies all of them or none: `git apply` and `patch` read them as
they are, moved files included.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from refrakt.errors import RefraktError
from refrakt.features.answers import Changes, FileEdit
from refrakt.features.renaming.merging import merged
from refrakt.features.renaming.moving import moved
from refrakt.features.renaming.paths import path_changed, tell_if_fixed
from refrakt.features.renaming.refusing import still_read
from refrakt.features.renaming.rename import renamed
from refrakt.project.folder_scan import FolderScan, files_below
from refrakt.project.index.view import SiteView

from .context import Context
from .diffs import diff_of, mark_of
from .payload import SHAPE
from .references import ReferencesQuery, refuse_unclear, site_views, thing_meant
from .registry import service

_NEEDS_QUOTES = re.compile(r"[\s\"\\]")


@dataclass(frozen=True, slots=True)
class RenameQuery:
    """What is meant, which is one of `url`, `id`, `partial` and `file`, and what it is to be called."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    to: str
    """The new address or its last step, text of a heading, id, name of a partial; of a `file` its new path or name."""
    url: str | None = None
    """Of a page, with a fragment of a place on it: `/docs/setup#linux`."""
    id: str | None = None
    """Of something that pages declare, or its title."""
    type: str | None = None
    """With `id`: what kind of thing it is."""
    partial: str | None = None
    """By the name that pages take it in under: `footer.md`."""
    file: str | None = None
    """A page, any other file or a folder, below the project's folder."""
    site: str | None = None
    """Where the project has several."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """What happens to one file."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    path: str
    """Below the project's folder, as it is now."""
    diff: str
    """A unified diff with git's lines for a file that is moved."""
    new_path: str | None = None
    """Where it is moved to."""
    version: int | None = None
    """Of the open buffer whose text the diff is for."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """What renaming would do. Nothing has been written."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    changes: list[FileChange]
    summary: str


def patch(answer: Renamed) -> str:
    """The answer on the command line: a patch, and what it does in a line that a patch leaves alone."""
    return "".join(each.diff for each in answer.changes) + f"# {answer.summary}"


@service("refrakt.rename", needs="site", cli="rename", text=patch)
def rename(context: Context, query: RenameQuery) -> Renamed:
    """Rename or move a page or heading (`url`), a declared thing (`id`), a partial, a file or a folder: a diff for each file that
    names it. Nothing is written: apply all diffs yourself."""
    meant = ReferencesQuery(query.url, query.id, query.type, query.partial, query.file, query.site)
    refuse_unclear(meant)
    known, view, *others = site_views(context, query.site)
    if known.indexing is not None or not all(each.site.complete for each in (view, *others)):
        raise still_read()
    changes = _file_moved(context, view, others, query.file, query.to) if query.file is not None else None
    if changes is None:
        changes = renamed(view, thing_meant(view, meant), query.to, others=others)
    return _told(context, changes)


def _file_moved(context: Context, view: SiteView, others: list[SiteView], file: str, to: str) -> Changes:
    root = context.project.root
    old = context.locate(file)
    if not old.exists():
        raise RefraktError("NOT_FOUND", f"there is no file '{file}'", "Give its path below the project's folder.")
    path = old.relative_to(root).as_posix()
    named = to if "/" in to else posixpath.join(posixpath.dirname(path), to)
    if named.endswith("/"):  # into a folder, as it is called
        named += old.name
    if not old.is_dir() and not posixpath.splitext(named)[1]:
        named += old.suffix
    new = context.locate(named).relative_to(root).as_posix()
    for each in others:
        tell_if_fixed(each, path)
    changes = path_changed(view, path, new)
    return merged(changes, *(moved(each, changes.moved) for each in others))


# What is told ---------------------------------------------------------------------------------------------------------


def _told(context: Context, changes: Changes) -> Renamed:
    moves = {old: new for pair in changes.moved for old, new in _files_of(context, *pair)}
    edits = {each.path: each for each in changes.edits}
    root = context.project.root
    told = [_change(root, path, edits.get(path), moves.get(path)) for path in sorted({*edits, *moves})]
    places = sum(len(each.replacements) for each in changes.edits)
    summary = f"{places} {_many('change', places)} in {len(edits)} {_many('file', len(edits))}"
    if moves:
        summary += f", {len(moves)} {_many('file', len(moves))} moved"
    return Renamed(told, summary if told else "nothing to change")


def _many(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


def _files_of(context: Context, old: str, new: str) -> list[tuple[str, str]]:
    """Every file that is moved when a file or folder is."""
    root = context.project.root
    place = root / old
    if not place.is_dir():
        return [(old, new)]
    scan = FolderScan()
    below = [Path(entry.path) for entry in files_below(place, scan)]
    if scan.cut_off:
        raise RefraktError("INVALID_ARGS", f"{old} holds too many files to move", "Move a smaller folder.")
    files = (each.relative_to(place).as_posix() for each in sorted(below))
    return [(f"{old}/{each}", f"{new}/{each}") for each in files]


def _change(root: Path, path: str, edit: FileEdit | None, new: str | None) -> FileChange:
    before, after = _quoted(f"a/{path}"), _quoted(f"b/{new or path}")
    diff = f"diff --git {before} {after}\n"
    if new is not None:
        same = "" if edit is not None else "similarity index 100%\n"
        diff += f"{same}rename from {_quoted(path)}\nrename to {_quoted(new)}\n"
    if edit is not None:
        # What comes before the first hunk are the names of the file, which may be another one afterwards.
        mark = mark_of(root / path)
        _, _, hunks = diff_of(mark + edit.text, mark + edit.changed, path).split("\n", 2)
        diff += f"--- {before}\n+++ {after}\n{hunks}"
    return FileChange(path, diff, new, edit.version if edit is not None else None)


def _quoted(name: str) -> str:
    """A name as it stands in a patch: in quotes where blanks would end it."""
    return json.dumps(name, ensure_ascii=False) if _NEEDS_QUOTES.search(name) else name
