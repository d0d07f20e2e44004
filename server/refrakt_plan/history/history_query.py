"""Queries on the history of a plan.

The commits of a folder are read once per HEAD; after that a query reads only the versions it needs. Blobs are cached across
commits, so a new commit adds a few versions.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from threading import Lock

from refrakt.plugins import ProjectFiles, RefraktError
from refrakt_plan.git import GitObjects, Repository, repository
from refrakt_plan.history.commit_log import Commit, deleted_outside, read_log
from refrakt_plan.history.events import Event, attribute_changes, event_of
from refrakt_plan.history.file_versions import BlobCache, EntityContent, EntityTag, decoded, read_content, read_tag
from refrakt_plan.history.lineage import EntityChange, Lineages, trace
from refrakt_plan.history.since_date import is_since

_BATCH = 64
"""The number of changes that are read at a time, until there are enough events."""
_MAX_MOVES = 10
"""How many moves from outside the plan are followed."""
_MAX_HISTORIES = 8

_lock = Lock()
_tags: BlobCache[EntityTag | None] = BlobCache(50_000)
_contents: BlobCache[EntityContent] = BlobCache(5_000)
_histories: OrderedDict[tuple[Path, bytes], History] = OrderedDict()


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    id: str | None = None
    limit: int = 20
    by_commit: bool = False
    """Whether the limit counts commits instead of events."""
    since: datetime | None = None
    types: frozenset[str] = frozenset()
    """Empty for all."""
    author: str | None = None
    status: str | None = None
    """Only changes to this status."""
    content: bool = False
    """Whether to include changes of the text only."""


@dataclass(frozen=True, slots=True)
class HistoryResult:
    events: list[Event]
    """Newest first."""
    truncated: bool


@dataclass(frozen=True, slots=True)
class History:
    """All changes of a plan up to a commit."""

    repository: Repository
    lineages: Lineages
    ids: frozenset[str]
    """Every id that an entity ever had."""

    def query(self, query: HistoryQuery, objects: GitObjects) -> HistoryResult:
        with _lock:
            found: list[Event] = []
            commits: set[str] = set()
            for event in self._events(query, objects):
                full = len(commits if query.by_commit else found) >= query.limit
                if full and not (query.by_commit and event.commit.hash in commits):
                    return HistoryResult(found, True)
                commits.add(event.commit.hash)
                found.append(event)
            return HistoryResult(found, False)

    def _events(self, query: HistoryQuery, objects: GitObjects) -> Iterator[Event]:
        changes = self._matching(query)
        while batch := list(islice(changes, _BATCH)):
            changed = (each for each in batch if each.before and each.after)
            versions = (version for each in changed for version in (*each.before, each.after) if version)
            contents = _contents.get_all((each.file.blob for each in versions), objects, read_content)
            for each in batch:
                event = event_of(each, contents, self.repository.prefix)
                if event and (event.kind != "content" or query.content):
                    yield event

    def _matching(self, query: HistoryQuery) -> Iterator[EntityChange]:
        """The changes that match a query by commit and tag."""
        lineages = self.lineages.with_id(query.id) if query.id is not None else None
        author = query.author.casefold() if query.author else ""
        for each in self.lineages.changes:
            if (
                (lineages is None or each.lineage in lineages)
                and (not query.types or each.version.tag.type in query.types)
                and author in each.commit.author.casefold()
                and (query.since is None or is_since(each.commit.date, query.since))
                and (query.status is None or _sets_status(each, query.status))
            ):
                yield each

    def title(self, id: str, objects: GitObjects) -> str | None:
        """The last title of an entity."""
        lineages = self.lineages.with_id(id)
        last = next((each.version for each in self.lineages.changes if each.lineage in lineages), None)
        if last is None:
            return None
        blob = last.file.blob
        with _lock:
            return _contents.get_all([blob], objects, read_content)[blob].title

    def uncommitted(self, id: str, folder: Path, files: ProjectFiles, objects: GitObjects) -> bool:
        """Whether the file of an entity differs from HEAD."""
        prefix, head = self.repository.prefix, self.repository.head
        lineages = self.lineages.with_id(id)
        for path, lineage in self.lineages.files.items():
            if lineage in lineages and path.startswith(prefix) and b"\n" not in path:
                [(_, committed)] = objects.read([f"{head}:{os.fsdecode(path)}"])
                current = _current_text(folder / os.fsdecode(path[len(prefix) :]), files)
                if _normalised(decoded(committed or b"")) != _normalised(current):
                    return True
        return False


def _sets_status(change: EntityChange, status: str) -> bool:
    if change.after is None or not change.before:
        return False
    changes = attribute_changes(change.before, change.after.tag)
    return any(each.field == "status" and each.after == status for each in changes)


def _current_text(path: Path, files: ProjectFiles) -> str:
    try:
        return files.read(path).text
    except RefraktError:
        return ""


def _normalised(text: str) -> str:
    """A text with the line endings that git commits."""
    return text.replace("\r\n", "\n")


def history_of(folder: Path) -> History:
    """The history of the plan in a folder. `GitError` if git has none."""
    current = repository(folder)
    key = current.top, current.prefix
    with _lock:
        history = _histories.get(key)
        if history is None or history.repository != current:
            with GitObjects(current) as objects:
                history = _read(current, objects)
            _histories[key] = history
        _histories.move_to_end(key)
        while len(_histories) > _MAX_HISTORIES:
            _histories.popitem(last=False)
        return history


def _read(repository: Repository, objects: GitObjects) -> History:
    outside: set[bytes] = set()
    for _ in range(_MAX_MOVES):
        commits = read_log(repository, outside)
        lineages = _trace(commits, repository, outside, objects)
        more = _outside_origins(lineages, repository, objects) - outside
        if not more:
            break
        outside |= more
    versions = (version for each in lineages.changes for version in (*each.before, each.after) if version)
    ids = frozenset(each.tag.id for each in versions if each.tag.id)
    return History(repository, lineages, ids)


def _trace(commits: list[Commit], repository: Repository, outside: set[bytes], objects: GitObjects) -> Lineages:
    entries = (entry for commit in commits for entry in commit.files)
    files = (file for entry in entries for file in entry if file)
    tags = _tags.get_all((each.blob for each in files), objects, read_tag)

    def title(blob: str) -> str | None:
        return _contents.get_all([blob], objects, read_content)[blob].title

    return trace(commits, repository.prefix, outside, tags, title)


def _outside_origins(lineages: Lineages, repository: Repository, objects: GitObjects) -> set[bytes]:
    """The files outside that moved into the plan: deleted by the commit that added a file with the same id."""
    if not repository.prefix:
        return set()
    added: dict[str, set[str]] = {}
    for each in lineages.changes:
        if not each.before and each.after and each.after.tag.id:
            added.setdefault(each.commit.hash, set()).add(each.after.tag.id)
    deleted = deleted_outside(repository, added)
    tags = _tags.get_all((file.blob for files in deleted.values() for file in files), objects, read_tag)
    found = ((file.path, tags[file.blob], added[hash]) for hash, files in deleted.items() for file in files)
    return {path for path, tag, ids in found if tag and tag.id in ids}
