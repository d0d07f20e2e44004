"""Which changes belong to one entity.

An entity stays the same while its file does, under whatever name, and when its file becomes another one that has its id. A
file that git takes for renamed, but that has another id and another title, is a new entity: short ones look alike. Nobody has
to ask again about an id that was given to something else later; each life of an entity is a lineage of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from refrakt_plan.history.log import Commit, FileChange, Place
from refrakt_plan.history.versions import Head


@dataclass(frozen=True, slots=True)
class Version:
    """An entity in one commit."""

    place: Place
    head: Head


@dataclass(frozen=True, slots=True)
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
    paths: Mapping[int, bytes]
    """Where each was last, without those that are gone."""

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
    tracer = _Tracer(prefix, elsewhere, heads, title)
    groups = [tracer.add(commit) for commit in reversed(commits)]
    changes = tuple(each for group in reversed(groups) for each in group if each.lineage in tracer.inside)
    ids = {lineage: id for lineage, id in tracer.ids.items() if lineage in tracer.inside}
    return Lineages(changes, ids, {lineage: path for lineage, path in tracer.paths.items() if lineage in ids})


class _Tracer:
    def __init__(
        self,
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
        self._at: dict[Place, int] = {}
        self._last: dict[bytes, int] = {}
        self.ids: dict[int, str | None] = {}
        self.paths: dict[int, bytes] = {}
        self.inside: set[int] = set()

    def add(self, commit: Commit) -> list[Change]:
        """What a commit did, in the order of the paths. Its parents must have been added before."""
        if len(commit.parents) > 1:
            pairs: Iterable[tuple[tuple[Place, ...], Place | None]] = map(self._counted, commit.files)
        else:
            pairs = self._paired(map(self._counted, commit.files))
        found = (self._change(commit, before, after) for before, after in pairs)
        return sorted((each for each in found if each), key=lambda each: each.version.place.path)

    def _counted(self, file: FileChange) -> tuple[tuple[Place, ...], Place | None]:
        """A change as far as it concerns the plan."""
        after = file.after if file.after and self._counts(file.after) else None
        return tuple(filter(self._counts, file.before)), after

    def _counts(self, place: Place) -> bool:
        return place.path.startswith(self._prefix) or place.path in self._elsewhere

    def _paired(
        self, files: Iterable[tuple[tuple[Place, ...], Place | None]]
    ) -> Iterator[tuple[tuple[Place, ...], Place | None]]:
        """What was deleted and what was added in one commit, put together where it is one entity."""
        gone: dict[Place, None] = {}
        come: dict[Place, None] = {}
        doubtful: list[tuple[Place, Place]] = []
        for before, after in files:
            old = before[0] if before else None
            if old and after and (old.path == after.path or (self._id(old) and self._id(old) == self._id(after))):
                yield before, after
                continue
            if old:
                gone[old] = None
            if after:
                come[after] = None
            if old and after:
                doubtful.append((old, after))
        by_id = {id: each for each in reversed(gone) if (id := self._id(each))}
        matched = [(old, new) for new in come if (old := by_id.pop(self._id(new) or "", None))]
        for old, new in (*matched, *doubtful):
            if old in gone and new in come and ((old, new) in matched or self._renumbered(old, new)):
                del gone[old], come[new]
                yield (old,), new
        yield from (((each,), None) for each in gone)
        yield from (((), each) for each in come)

    def _renumbered(self, old: Place, new: Place) -> bool:
        """Whether a file that was renamed is still the same entity, though its id is not."""
        if self._heads.get(old.blob) is None or self._heads.get(new.blob) is None:
            return True
        title = self._title(old.blob)
        return title is not None and title == self._title(new.blob)

    def _id(self, place: Place) -> str | None:
        head = self._heads.get(place.blob)
        return head.id if head else None

    def _change(self, commit: Commit, before: tuple[Place, ...], after: Place | None) -> Change | None:
        if not before and after:
            known = self._at.get(after)
            if known is not None and self.paths.get(known) == after.path:
                # The same file with the same text: it was added on two branches.
                return None
        lineage = self._lineage(before)
        if after is None:
            self.paths.pop(lineage, None)
        else:
            self._arrive(lineage, after)
        versions = tuple(version for each in before if (version := self._version(each)))
        result = self._version(after) if after else None
        if not result and not versions:
            return None
        self.ids[lineage] = (result or versions[0]).head.id
        moved = after is not None and any(each.blob == after.blob for each in before)
        return None if moved else Change(commit, lineage, versions, result)

    def _lineage(self, places: tuple[Place, ...]) -> int:
        for place in places:
            if place in self._at:
                return self._at[place]
        for place in places:
            if place.path in self._last:
                return self._last[place.path]
        self._count += 1
        return self._count

    def _arrive(self, lineage: int, after: Place) -> None:
        self._at[after] = self._last[after.path] = lineage
        self.paths[lineage] = after.path
        if after.path.startswith(self._prefix):
            self.inside.add(lineage)

    def _version(self, place: Place) -> Version | None:
        head = self._heads.get(place.blob)
        return Version(place, head) if head else None
