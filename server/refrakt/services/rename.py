"""`rename`: rename or move a page, a heading, an entity, a partial or a file, with all references to it.

Nothing is written: the answer has a diff for each file, moved files included, for `git apply` and `patch`.
"""

from __future__ import annotations

import json
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.features.rename.edit_collector import merge_edits
from refrakt.features.rename.file_path import change_path, check_movable
from refrakt.features.rename.move_files import link_updates
from refrakt.features.rename.rename import rename_symbol
from refrakt.features.rename.rename_error import index_incomplete
from refrakt.project.folder_scan import FolderScan, files_below
from refrakt.project.index.site_view import SiteView
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload
from refrakt.services.references import ReferencesInput, refuse_ambiguous, site_views, target_of
from refrakt.services.registry import service
from refrakt.services.unified_diff import byte_order_mark, diff_of

_NEEDS_QUOTES = re.compile(r"[\s\"\\]")


@dataclass(frozen=True, slots=True)
class RenameInput:
    """The target, one of `url`, `id`, `partial`, `file` and `tag`, and its new name."""

    to: str
    """new URL or its last segment, heading text, id or name; of a file, its path or name"""
    url: str | None = option(None, described=False)
    """URL of a page, with `#fragment` for a heading: `/docs/setup#linux`"""
    id: str | None = option(None, described=False)
    """id or title of an entity"""
    type: str | None = option(None, described=False)
    """with `id`: the type of the entity"""
    partial: str | None = option(None, described=False)
    """name of a partial as pages write it: `footer.md`"""
    file: str | None = option(None, path=True)
    """path of a page, another file or a folder in the project"""
    tag: str | None = option(None, described=False)
    """name of a tag of a site that is not refrakt's own"""
    attribute: str | None = option(None, described=False)
    """with `tag`: name of an attribute of the tag"""
    site: str | None = option(None, described=False)
    """the site, if the project has several"""


@dataclass(frozen=True, slots=True)
class FileDiff(JsonPayload):
    """The changes of one file."""

    path: str
    """Current path in the project."""
    diff: str
    """Unified diff, with the headers of git for a moved file."""
    new_path: str | None = None
    """New path of a moved file."""
    version: int | None = None
    """Version of the open buffer that the diff is for."""


@dataclass(frozen=True, slots=True)
class Renamed(JsonPayload):
    """The changes of a rename; nothing is written."""

    changes: list[FileDiff]
    summary: str


def patch(answer: Renamed) -> str:
    """All diffs, with a summary in a line that `patch` ignores."""
    return "".join(each.diff for each in answer.changes) + f"# {answer.summary}"


@service("refrakt.rename", needs="site", cli="rename", text=patch, prints_patch=True)
def rename(context: Context, query: RenameInput) -> Renamed:
    """Rename or move a page or heading (`url`), an entity (`id`), a partial, a file, a folder or a tag: a diff for each file that
    refers to it. Writes nothing: apply all diffs yourself."""
    meant = ReferencesInput(query.url, query.id, query.type, query.partial, query.file, query.tag, query.attribute)
    refuse_ambiguous(meant)
    pages, view, *others = site_views(context, query.site)
    if pages.indexing is not None or not all(each.site.complete for each in (view, *others)):
        raise index_incomplete()
    changes = _file_moved(context, view, others, query.file, query.to) if query.file is not None else None
    if changes is None:
        changes = rename_symbol(view, target_of(view, meant), query.to, others=others)
    return _answer(context, changes)


def _file_moved(context: Context, view: SiteView, others: list[SiteView], file: str, to: str) -> WorkspaceEdit:
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
        check_movable(each, path)
    changes = change_path(view, path, new)
    return merge_edits(changes, *(link_updates(each, changes.moved) for each in others))


# The answer -----------------------------------------------------------------------------------------------------------


def _answer(context: Context, changes: WorkspaceEdit) -> Renamed:
    moves = {old: new for pair in changes.moved for old, new in _files_of(context, *pair)}
    edits = {each.path: each for each in changes.edits}
    root = context.project.root
    files = [_change(root, path, edits.get(path), moves.get(path)) for path in sorted({*edits, *moves})]
    count = sum(len(each.edits) for each in changes.edits)
    summary = f"{count} {_many('change', count)} in {len(edits)} {_many('file', len(edits))}"
    if moves:
        summary += f", {len(moves)} {_many('file', len(moves))} moved"
    return Renamed(files, summary if files else "nothing to change")


def _many(noun: str, count: int) -> str:
    return noun if count == 1 else f"{noun}s"


def _files_of(context: Context, old: str, new: str) -> list[tuple[str, str]]:
    """Every file that is moved when a file or folder is."""
    root = context.project.root
    folder = root / old
    if not folder.is_dir():
        return [(old, new)]
    scan = FolderScan()
    below = [Path(entry.path) for entry in files_below(folder, scan)]
    if scan.cut_off:
        raise RefraktError("INVALID_ARGS", f"{old} holds too many files to move", "Move a smaller folder.")
    files = (each.relative_to(folder).as_posix() for each in sorted(below))
    return [(f"{old}/{each}", f"{new}/{each}") for each in files]


def _change(root: Path, path: str, edit: FileEdit | None, new: str | None) -> FileDiff:
    before, after = _quoted(f"a/{path}"), _quoted(f"b/{new or path}")
    diff = f"diff --git {before} {after}\n"
    if new is not None:
        same = "" if edit is not None else "similarity index 100%\n"
        diff += f"{same}rename from {_quoted(path)}\nrename to {_quoted(new)}\n"
    if edit is not None:
        # What comes before the first hunk are the names of the file, which may be another one afterwards.
        bom = byte_order_mark(root / path)
        _, _, hunks = diff_of(bom + edit.text, bom + edit.changed, path).split("\n", 2)
        diff += f"--- {before}\n+++ {after}\n{hunks}"
    return FileDiff(path, diff, new, edit.version if edit is not None else None)


def _quoted(name: str) -> str:
    """A name in a patch: quoted if it has blanks."""
    return json.dumps(name, ensure_ascii=False) if _NEEDS_QUOTES.search(name) else name
