"""Questions about the history of a plan.

The commits of a folder are read once for each commit that is checked out; after that a question costs a look at what it is
about. What pages said is remembered longer: a new commit brings a few new versions and no more.
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

from refrakt.plugins import Files, RefraktError
from refrakt_plan.git import Objects, Repository, repository
from refrakt_plan.history.events import Event, attribute_changes, event_of
from refrakt_plan.history.lineage import Change, Lineages, trace
from refrakt_plan.history.log import Commit, deleted_elsewhere, read_log
from refrakt_plan.history.since import is_since
from refrakt_plan.history.versions import Body, Head, Memory, body_of, decoded, head_of

_AT_ONCE = 64
"""So many changes are looked at before it is known whether they are enough."""
_MOST_MOVES = 10
"""How often a file may have come from elsewhere before it is followed no further."""
_MOST_FOLDERS = 8

_lock = Lock()
_heads: Memory[Head | None] = Memory(50_000)
_bodies: Memory[Body] = Memory(5_000)
_known: OrderedDict[tuple[Path, bytes], History] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Question:
    id: str | None = None
    limit: int = 20
    by_commit: bool = False
    """Whether the limit counts commits and not events."""
    since: datetime | None = None
    types: frozenset[str] = frozenset()
    """None of them means all."""
    author: str | None = None
    status: str | None = None
    """Only where this became the status."""
    content: bool = False
    """Whether to tell of changes to nothing but the text."""


@dataclass(frozen=True, slots=True)
class Answered:
    events: list[Event]
    """The newest first."""
    truncated: bool


@dataclass(frozen=True, slots=True)
class History:
    """All changes to a plan up to a commit."""

    repository: Repository
    lineages: Lineages
    ids: frozenset[str]
    """Every id that anything ever had."""

    def ask(self, question: Question, objects: Objects) -> Answered:
        with _lock:
            found: list[Event] = []
            counted: set[str] = set()
            for event in self._events(question, objects):
                full = len(counted if question.by_commit else found) >= question.limit
                if full and not (question.by_commit and event.commit.hash in counted):
                    return Answered(found, True)
                counted.add(event.commit.hash)
                found.append(event)
            return Answered(found, False)

    def _events(self, question: Question, objects: Objects) -> Iterator[Event]:
        changes = self._fitting(question)
        while some := list(islice(changes, _AT_ONCE)):
            changed = (each for each in some if each.before and each.after)
            versions = (version for each in changed for version in (*each.before, each.after) if version)
            bodies = _bodies.all((each.place.blob for each in versions), objects, body_of)
            for each in some:
                event = event_of(each, bodies, self.repository.prefix)
                if event and (event.kind != "content" or question.content):
                    yield event

    def _fitting(self, question: Question) -> Iterator[Change]:
        """The changes a question is about, as far as commit and tag tell."""
        wanted = self.lineages.named(question.id) if question.id is not None else None
        author = question.author.casefold() if question.author else ""
        for each in self.lineages.changes:
            if (
                (wanted is None or each.lineage in wanted)
                and (not question.types or each.version.head.type in question.types)
                and author in each.commit.author.casefold()
                and (question.since is None or is_since(each.commit.date, question.since))
                and (question.status is None or _became(each, question.status))
            ):
                yield each

    def title(self, id: str, objects: Objects) -> str | None:
        """What an entity was last called."""
        wanted = self.lineages.named(id)
        last = next((each.version for each in self.lineages.changes if each.lineage in wanted), None)
        if last is None:
            return None
        blob = last.place.blob
        with _lock:
            return _bodies.all([blob], objects, body_of)[blob].title

    def uncommitted(self, id: str, folder: Path, files: Files, objects: Objects) -> bool:
        """Whether the file of an entity is not what was committed."""
        prefix, head = self.repository.prefix, self.repository.head
        lineages = self.lineages.named(id)
        for path, lineage in self.lineages.files.items():
            if lineage in lineages and path.startswith(prefix) and b"\n" not in path:
                [(_, committed)] = objects.read([f"{head}:{os.fsdecode(path)}"])
                if _lines(decoded(committed or b"")) != _lines(_now(folder / os.fsdecode(path[len(prefix) :]), files)):
                    return True
        return False


def _became(change: Change, status: str) -> bool:
    if change.after is None or not change.before:
        return False
    changes = attribute_changes(change.before, change.after.head)
    return any(each.field == "status" and each.after == status for each in changes)


def _now(path: Path, files: Files) -> str:
    try:
        return files.read(path).text
    except RefraktError:
        return ""


def _lines(text: str) -> str:
    """A text as git may have committed it, whatever its lines end with on this system."""
    return text.replace("\r\n", "\n")


def history_of(folder: Path) -> History:
    """The history of the plan in a folder. `NoHistory` where git cannot tell."""
    now = repository(folder)
    key = now.top, now.prefix
    with _lock:
        known = _known.get(key)
        if known is None or known.repository != now:
            with Objects(now) as objects:
                known = _read(now, objects)
            _known[key] = known
        _known.move_to_end(key)
        while len(_known) > _MOST_FOLDERS:
            _known.popitem(last=False)
        return known


def _read(now: Repository, objects: Objects) -> History:
    elsewhere: set[bytes] = set()
    for _ in range(_MOST_MOVES):
        commits = read_log(now, elsewhere)
        lineages = _trace(commits, now, elsewhere, objects)
        more = _came_from(lineages, now, objects) - elsewhere
        if not more:
            break
        elsewhere |= more
    versions = (version for each in lineages.changes for version in (*each.before, each.after) if version)
    ids = frozenset(each.head.id for each in versions if each.head.id)
    return History(now, lineages, ids)


def _trace(commits: list[Commit], now: Repository, elsewhere: set[bytes], objects: Objects) -> Lineages:
    files = (file for commit in commits for file in commit.files)
    places = (place for file in files for place in file if place)
    heads = _heads.all((each.blob for each in places), objects, head_of)

    def title(blob: str) -> str | None:
        return _bodies.all([blob], objects, body_of)[blob].title

    return trace(commits, now.prefix, elsewhere, heads, title)


def _came_from(lineages: Lineages, now: Repository, objects: Objects) -> set[bytes]:
    """The files elsewhere that became part of the plan: deleted by the commit that added one with the same id."""
    if not now.prefix:
        return set()
    added: dict[str, set[str]] = {}
    for each in lineages.changes:
        if not each.before and each.after and each.after.head.id:
            added.setdefault(each.commit.hash, set()).add(each.after.head.id)
    deleted = deleted_elsewhere(now, added)
    heads = _heads.all((place.blob for places in deleted.values() for place in places), objects, head_of)
    found = ((place.path, heads[place.blob], added[hash]) for hash, places in deleted.items() for place in places)
    return {path for path, head, ids in found if head and head.id in ids}
