"""Follows entities through commits and renames.

An entity stays the same while its file does, under any name, and when its id moves to another file. A file that git reports as
renamed, but with another id and another title, is a new entity: short files are similar. An id that was reused later belongs to
several lineages, one for each entity.

Branches are followed separately. Where a merge keeps a file as one of its parents has it, changes of the other parents to that file
are dropped, as in git's history simplification.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from refrakt_plan.history.commit_log import Commit, DiffEntry, FileBlob
from refrakt_plan.history.file_versions import EntityTag


@dataclass(frozen=True, slots=True)
class EntityVersion:
    """An entity in one commit."""

    file: FileBlob
    tag: EntityTag


@dataclass(frozen=True, slots=True, eq=False)
class EntityChange:
    """The change of an entity in a commit."""

    commit: Commit
    lineage: int
    before: tuple[EntityVersion, ...]
    """In each parent that has it."""
    after: EntityVersion | None

    @property
    def version(self) -> EntityVersion:
        """The version after the change, or the last one."""
        return self.after or self.before[0]


@dataclass(frozen=True, slots=True)
class Lineages:
    changes: tuple[EntityChange, ...]
    """Newest first."""
    ids: Mapping[int, str | None]
    """The last id of each lineage."""
    files: Mapping[bytes, int]
    """The lineage of every current file."""

    def with_id(self, id: str) -> Set[int]:
        """The lineages whose last id this is; if there are none, those that once had it."""
        last = {lineage for lineage, known in self.ids.items() if known == id}
        return last or {
            each.lineage
            for each in self.changes
            if any(version.tag.id == id for version in (*each.before, *((each.after,) if each.after else ())))
        }


def trace(
    commits: Sequence[Commit],
    prefix: bytes,
    outside: Set[bytes],
    tags: Mapping[str, EntityTag | None],
    title: Callable[[str], str | None],
) -> Lineages:
    """The lineages of a plan, from its commits, newest first.

    `outside` has files outside the plan that moved into it.
    """
    tracer = _LineageTracer(commits, prefix, outside, tags, title)
    current: _FileStates = {}
    for commit in reversed(commits):
        current = tracer.add(commit)
    order = {commit.hash: number for number, commit in enumerate(commits)}
    final = map(tracer.final_state, current.values())
    changes = sorted(
        (each for each in _reachable_changes(final) if each.lineage in tracer.inside),
        key=lambda each: (order[each.commit.hash], each.version.file.path, each.lineage),
    )
    ids = {each.lineage: each.version.tag.id for each in reversed(changes)}
    return Lineages(tuple(changes), ids, {path: state.lineage for path, state in current.items() if state.file})


@dataclass(frozen=True, slots=True, eq=False)
class _FileState:
    """A file after a commit, and its previous states."""

    commit: Commit
    lineage: int
    file: FileBlob | None
    """None if it was deleted."""
    previous: tuple[_FileState, ...]
    change: EntityChange | None


_FileStates = dict[bytes, _FileState]
"""All files after a commit, including deleted ones."""


def _reachable_changes(states: Iterable[_FileState]) -> Set[EntityChange]:
    """The changes that led to these states."""
    visited: set[_FileState] = set()
    pending = list(states)
    while pending:
        state = pending.pop()
        if state not in visited:
            visited.add(state)
            pending += state.previous
    return {state.change for state in visited if state.change}


class _LineageTracer:
    def __init__(
        self,
        commits: Iterable[Commit],
        prefix: bytes,
        outside: Set[bytes],
        tags: Mapping[str, EntityTag | None],
        title: Callable[[str], str | None],
    ) -> None:
        self._prefix = prefix
        self._outside = outside
        self._tags = tags
        self._title = title
        self._count = 0
        self._children = Counter(parent for commit in commits for parent in commit.parents)
        self._states: dict[str, _FileStates] = {}
        """After each commit with children that are not processed yet."""
        self.inside: set[int] = set()
        """The lineages that were ever in the plan folder."""

    def add(self, commit: Commit) -> _FileStates:
        """The file states after a commit. Its parents must have been added before."""
        current, *others = [self._parent_states(each) for each in commit.parents if each in self._states] or [{}]
        entries = sorted(self._matched(map(self._relevant, commit.files)), key=lambda each: each.after is not None)
        # All old paths are removed first, because files may have swapped names.
        before = [current.pop(each.before.path, None) if each.before else None for each in entries]
        for entry, old in zip(entries, before, strict=True):
            current[entry.path] = self._new_state(commit, entry, old, current.get(entry.path), others)
        self._states[commit.hash] = current
        return current

    def _parent_states(self, parent: str) -> _FileStates:
        """The states that a child starts with. The last child gets the original."""
        self._children[parent] -= 1
        return dict(self._states[parent]) if self._children[parent] else self._states.pop(parent)

    def _relevant(self, entry: DiffEntry) -> DiffEntry:
        """An entry without files that are irrelevant to the plan."""
        before, after = (each if each and self._is_relevant(each) else None for each in entry)
        return DiffEntry(before, after)

    def _is_relevant(self, file: FileBlob) -> bool:
        return self._is_inside(file) or file.path in self._outside

    def _is_inside(self, file: FileBlob) -> bool:
        return file.path.startswith(self._prefix)

    def _matched(self, entries: Iterable[DiffEntry]) -> Iterator[DiffEntry]:
        """Deleted and added files of a commit, combined if they hold the same entity."""
        deleted: dict[FileBlob, None] = {}
        added: dict[FileBlob, None] = {}
        uncertain: list[DiffEntry] = []
        for each in entries:
            old, new = each
            if old and new and self._is_same_entity(old, new):
                yield each
                continue
            if old:
                deleted[old] = None
            if new:
                added[new] = None
            if old and new:
                uncertain.append(each)
        by_id = {id: each for each in deleted if (id := self._id(each))}
        for new in list(added):
            if old := by_id.pop(self._id(new) or "", None):
                del deleted[old], added[new]
                yield DiffEntry(old, new)
        for each in uncertain:
            old, new = each
            if old in deleted and new in added and self._may_be_same_entity(old, new):
                del deleted[old], added[new]
                yield each
        yield from (DiffEntry(file, None) for file in deleted)
        yield from (DiffEntry(None, file) for file in added)

    def _is_same_entity(self, old: FileBlob, new: FileBlob) -> bool:
        """Whether this is the same entity, regardless of other changes in the commit."""
        same_path, id = old.path == new.path, self._id(old)
        if id == self._id(new):
            return same_path or id is not None
        return same_path and self._same_title(old, new)

    def _may_be_same_entity(self, old: FileBlob, new: FileBlob) -> bool:
        """Whether this is the same entity, if neither id is in another file."""
        return old.path == new.path or self._same_title(old, new)

    def _same_title(self, old: FileBlob, new: FileBlob) -> bool:
        title = self._title(old.blob)
        return title is not None and title == self._title(new.blob)

    def _id(self, file: FileBlob) -> str | None:
        tag = self._tags.get(file.blob)
        return tag.id if tag else None

    def _new_state(
        self,
        commit: Commit,
        entry: DiffEntry,
        before: _FileState | None,
        deleted: _FileState | None,
        others: Sequence[_FileStates],
    ) -> _FileState:
        """The state after an entry. `before` is its state in the first parent, `deleted` a deleted file at the same path."""
        after = entry.after
        theirs = [other.get(entry.path) for other in others]
        for each in theirs:
            if each and each.file == after:
                return each  # The merge kept this parent's file.
        if before:
            theirs = [each or _with_lineage(before.lineage, other) for each, other in zip(theirs, others, strict=True)]
        previous = [each for each in (before, *theirs) if each and each.file]
        lineage = previous[0].lineage if previous else self._new_lineage()
        if after and self._is_inside(after):
            self.inside.add(lineage)
        files = [each.file for each in previous if each.file]
        versions = tuple(version for each in files if (version := self._version(each)))
        result = self._version(after) if after else None
        moved = after is not None and any(each.blob == after.blob for each in files)
        change = EntityChange(commit, lineage, versions, result) if (versions or result) and not moved else None
        return _FileState(commit, lineage, after, (*previous, *filter(None, (deleted, *theirs))), change)

    def final_state(self, state: _FileState) -> _FileState:
        """The last state of a file in the plan: a file that left it for good was removed at that commit."""
        while state.file is None or not self._is_inside(state.file):
            before, file = next(((each, each.file) for each in state.previous if each.file), (None, None))
            if before is None or file is None:
                break
            if self._is_inside(file):
                version = self._version(file)
                change = EntityChange(state.commit, state.lineage, (version,), None) if version else None
                return _FileState(state.commit, state.lineage, None, (before,), change) if state.file else state
            state = before
        return state

    def _new_lineage(self) -> int:
        self._count += 1
        return self._count

    def _version(self, file: FileBlob) -> EntityVersion | None:
        tag = self._tags.get(file.blob)
        return EntityVersion(file, tag) if tag else None


def _with_lineage(lineage: int, states: _FileStates) -> _FileState | None:
    return next((each for each in states.values() if each.lineage == lineage and each.file), None)
