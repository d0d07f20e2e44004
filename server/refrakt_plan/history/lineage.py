"""Which changes belong to one entity.

An entity stays the same while its file does, under whatever name, and when its file becomes another one that has its id. A
file that git takes for renamed, but that has another id and another title, is a new entity: short ones look alike. Nobody has
to ask again about an id that was given to something else later; each life of an entity is a lineage of its own.

Branches are followed one by one. Where a merge left a file as one of its parents had it, what the others did to that file came
to nothing and is forgotten, as git does for a path.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from refrakt_plan.history.log import Commit, FileChange, Place
from refrakt_plan.history.versions import Head


@dataclass(frozen=True, slots=True)
class Version:
    """An entity in one commit."""

    place: Place
    head: Head


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What a commit did to an entity."""

    commit: Commit
    lineage: int
    before: tuple[Version, ...]
    """In each parent that had it; a commit that is no merge has one parent."""
    after: Version | None

    @property
    def version(self) -> Version:
        """How it was left."""
        return self.after or self.before[0]


@dataclass(frozen=True, slots=True)
class Lineages:
    changes: tuple[Change, ...]
    """The newest first."""
    ids: Mapping[int, str | None]
    """The last id of each lineage."""
    files: Mapping[bytes, int]
    """The lineage of every file there is."""

    def named(self, id: str) -> Set[int]:
        """The lineages of an id: those that have it in the end, or else those that once had it."""
        last = {lineage for lineage, known in self.ids.items() if known == id}
        return last or {
            each.lineage
            for each in self.changes
            if any(version.head.id == id for version in (*each.before, *((each.after,) if each.after else ())))
        }


def trace(
    commits: Sequence[Commit],
    prefix: bytes,
    elsewhere: Set[bytes],
    heads: Mapping[str, Head | None],
    title: Callable[[str], str | None],
) -> Lineages:
    """The lineages of a plan, from commits of which the newest is the first.

    Files elsewhere count for as long as they became or will become part of the plan.
    """
    tracer = _Tracer(commits, prefix, elsewhere, heads, title)
    now: _State = {}
    for commit in reversed(commits):
        now = tracer.add(commit)
    order = {commit.hash: number for number, commit in enumerate(commits)}
    changes = sorted(
        (each for each in _led_to(map(tracer.ended, now.values())) if each.lineage in tracer.inside),
        key=lambda each: (order[each.commit.hash], each.version.place.path, each.lineage),
    )
    ids = {each.lineage: each.version.head.id for each in reversed(changes)}
    return Lineages(tuple(changes), ids, {path: step.lineage for path, step in now.items() if step.place})


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """A file as a commit left it, and what it came from."""

    commit: Commit
    lineage: int
    place: Place | None
    """None where it was deleted."""
    past: tuple[_Step, ...]
    change: Change | None


_State = dict[bytes, _Step]
"""All files after a commit, those that were deleted included."""


def _led_to(steps: Iterable[_Step]) -> Set[Change]:
    """The changes that these came through."""
    seen: set[_Step] = set()
    left = list(steps)
    while left:
        step = left.pop()
        if step not in seen:
            seen.add(step)
            left += step.past
    return {step.change for step in seen if step.change}


class _Tracer:
    def __init__(
        self,
        commits: Iterable[Commit],
        prefix: bytes,
        elsewhere: Set[bytes],
        heads: Mapping[str, Head | None],
        title: Callable[[str], str | None],
    ) -> None:
        self._prefix = prefix
        self._elsewhere = elsewhere
        self._heads = heads
        self._title = title
        self._count = 0
        self._children = Counter(parent for commit in commits for parent in commit.parents)
        self._states: dict[str, _State] = {}
        """After each commit that some child has still to begin with."""
        self.inside: set[int] = set()

    def add(self, commit: Commit) -> _State:
        """What a commit left. Its parents must have been added before."""
        now, *others = [self._begun(parent) for parent in commit.parents if parent in self._states] or [{}]
        files = sorted(self._paired(map(self._counted, commit.files)), key=lambda each: each.after is not None)
        # All leave before the first arrives: names may have been exchanged.
        left = [now.pop(each.before.path, None) if each.before else None for each in files]
        for each, before in zip(files, left, strict=True):
            now[each.path] = self._step(commit, each, before, now.get(each.path), others)
        self._states[commit.hash] = now
        return now

    def _begun(self, parent: str) -> _State:
        """The state a child begins with. The last child may have it for itself."""
        self._children[parent] -= 1
        return dict(self._states[parent]) if self._children[parent] else self._states.pop(parent)

    def _counted(self, file: FileChange) -> FileChange:
        """A change as far as it concerns the plan."""
        before, after = (each if each and self._counts(each) else None for each in file)
        return FileChange(before, after)

    def _counts(self, place: Place) -> bool:
        return self._is_inside(place) or place.path in self._elsewhere

    def _is_inside(self, place: Place) -> bool:
        return place.path.startswith(self._prefix)

    def _paired(self, files: Iterable[FileChange]) -> Iterator[FileChange]:
        """What was deleted and what was added in one commit, put together where it is one entity."""
        gone: dict[Place, None] = {}
        come: dict[Place, None] = {}
        doubtful: list[FileChange] = []
        for each in files:
            old, new = each
            if old and new and self._goes_on(old, new):
                yield each
                continue
            if old:
                gone[old] = None
            if new:
                come[new] = None
            if old and new:
                doubtful.append(each)
        by_id = {id: each for each in gone if (id := self._id(each))}
        for new in list(come):
            if old := by_id.pop(self._id(new) or "", None):
                del gone[old], come[new]
                yield FileChange(old, new)
        for each in doubtful:
            old, new = each
            if old in gone and new in come and self._may_go_on(old, new):
                del gone[old], come[new]
                yield each
        yield from (FileChange(place, None) for place in gone)
        yield from (FileChange(None, place) for place in come)

    def _goes_on(self, old: Place, new: Place) -> bool:
        """Whether this is the same entity, whatever else came and went."""
        here, id = old.path == new.path, self._id(old)
        if id == self._id(new):
            return here or id is not None
        return here and self._same_title(old, new)

    def _may_go_on(self, old: Place, new: Place) -> bool:
        """Whether this is the same entity, if neither id is anywhere else."""
        return old.path == new.path or self._same_title(old, new)

    def _same_title(self, old: Place, new: Place) -> bool:
        title = self._title(old.blob)
        return title is not None and title == self._title(new.blob)

    def _id(self, place: Place) -> str | None:
        head = self._heads.get(place.blob)
        return head.id if head else None

    def _step(
        self, commit: Commit, file: FileChange, before: _Step | None, gone: _Step | None, others: Sequence[_State]
    ) -> _Step:
        """What became of a file. In the first parent it was `before`; `gone` is what was deleted where it is now."""
        after = file.after
        theirs = [other.get(file.path) for other in others]
        for each in theirs:
            if each and each.place == after:
                return each  # A merge left it as it was there.
        if before:
            theirs = [each or _of(before.lineage, other) for each, other in zip(theirs, others, strict=True)]
        past = [each for each in (before, *theirs) if each and each.place]
        lineage = past[0].lineage if past else self._begin()
        if after and self._is_inside(after):
            self.inside.add(lineage)
        places = [each.place for each in past if each.place]
        versions = tuple(version for each in places if (version := self._version(each)))
        result = self._version(after) if after else None
        moved = after is not None and any(each.blob == after.blob for each in places)
        change = Change(commit, lineage, versions, result) if (versions or result) and not moved else None
        return _Step(commit, lineage, after, (*past, *filter(None, (gone, *theirs))), change)

    def ended(self, step: _Step) -> _Step:
        """How a file ended for the plan: one that left it and did not come back was removed then."""
        while step.place is None or not self._is_inside(step.place):
            before, place = next(((each, each.place) for each in step.past if each.place), (None, None))
            if before is None or place is None:
                break
            if self._is_inside(place):
                version = self._version(place)
                change = Change(step.commit, step.lineage, (version,), None) if version else None
                return _Step(step.commit, step.lineage, None, (before,), change) if step.place else step
            step = before
        return step

    def _begin(self) -> int:
        self._count += 1
        return self._count

    def _version(self, place: Place) -> Version | None:
        head = self._heads.get(place.blob)
        return Version(place, head) if head else None


def _of(lineage: int, state: _State) -> _Step | None:
    return next((each for each in state.values() if each.lineage == lineage and each.place), None)
