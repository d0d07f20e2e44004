"""What a change means for an entity: it was created, an attribute got another value, a box was ticked, it was resolved.

A merge is told for what it did itself: a value that no parent had, a box that no parent had in this state.
"""

from __future__ import annotations

import os
import posixpath
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from refrakt_plan.history.lineage import Change, Version
from refrakt_plan.history.log import Commit
from refrakt_plan.history.versions import Body, Head

Kind = Literal["created", "attributes", "criteria", "resolution", "content", "removed"]
_SHORT = 7


class AttributeChange(NamedTuple):
    field: str
    before: str | None
    after: str | None


class CriterionChange(NamedTuple):
    text: str
    action: Literal["checked", "unchecked", "added", "removed"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to an entity in a commit."""

    kind: Kind
    id: str | None
    type: str
    file: str
    commit: Commit
    attributes: tuple[AttributeChange, ...] = ()
    criteria: tuple[CriterionChange, ...] = ()
    resolution: Literal["added", "changed", "removed"] | None = None
    initial: Mapping[str, str] | None = None
    """The attributes it was created with."""

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"kind": self.kind, "id": self.id, "type": self.type, "file": self.file}
        told |= commit_json(self.commit)
        if self.attributes:
            told["attributeChanges"] = [
                {"field": each.field, "from": each.before, "to": each.after} for each in self.attributes
            ]
        if self.criteria:
            told["criteriaChanges"] = [{"text": each.text, "action": each.action} for each in self.criteria]
        if self.resolution:
            told["resolutionChange"] = self.resolution
        if self.initial is not None:
            told["initialAttributes"] = dict(self.initial)
        return told


def commit_json(commit: Commit) -> dict[str, Any]:
    return {
        "hash": commit.hash,
        "shortHash": commit.hash[:_SHORT],
        "date": commit.date,
        "author": commit.author,
        "message": commit.message,
    }


def event_of(change: Change, bodies: Mapping[str, Body], prefix: bytes) -> Event | None:
    """The event a change was. None for a merge that only brought together what others did."""
    version = change.version
    file = _shown(version.place.path, prefix)
    event = Event("content", version.head.id, version.head.type, file, change.commit)
    if change.after is None:
        return _as(event, "removed")
    if not change.before:
        return _as(event, "created", initial=change.after.head.attributes)
    after = bodies[change.after.place.blob]
    parents = [bodies[each.place.blob] for each in change.before]
    attributes = tuple(attribute_changes(change.before, change.after.head))
    criteria = tuple(_criteria_of_all(parents, after))
    resolution = _resolution(parents, after)
    if attributes or criteria or resolution:
        kind: Kind = "attributes" if attributes else "criteria" if criteria else "resolution"
        return _as(event, kind, attributes=attributes, criteria=criteria, resolution=resolution)
    return event if len(change.commit.parents) < 2 else None


def _as(event: Event, kind: Kind, **facts: Any) -> Event:
    return Event(kind, event.id, event.type, event.file, event.commit, **facts)


def _shown(path: bytes, prefix: bytes) -> str:
    """A path as seen from the plan folder."""
    if path.startswith(prefix):
        return path[len(prefix) :].decode("utf-8", "replace")
    return posixpath.relpath(os.fsdecode(path), os.fsdecode(prefix) or ".").encode("utf-8", "replace").decode()


def attribute_changes(before: tuple[Version, ...], after: Head) -> Iterator[AttributeChange]:
    """The attributes whose value no parent had. That it became another type is told like one of them."""
    parents = [each.head for each in before]
    if all(each.type != after.type for each in parents):
        yield AttributeChange("type", parents[0].type, after.type)
    for field in dict.fromkeys((*parents[0].attributes, *after.attributes)):
        value = after.attributes.get(field)
        if all(each.attributes.get(field) != value for each in parents):
            yield AttributeChange(field, parents[0].attributes.get(field), value)


def _criteria_of_all(parents: list[Body], after: Body) -> Iterator[CriterionChange]:
    first, *others = [list(_criteria(each, after)) for each in parents]
    changed = [{each.text for each in other} for other in others]
    for each in first:
        if all(each.text in other for other in changed):
            yield each


def _criteria(before: Body, after: Body) -> Iterator[CriterionChange]:
    """Boxes are the same when they have the same text; of several with one text, by their order."""
    old, new = _numbered(before), _numbered(after)
    for each, checked in old.items():
        if each not in new:
            yield CriterionChange(each[0], "removed")
        elif new[each] != checked:
            yield CriterionChange(each[0], "checked" if new[each] else "unchecked")
    for each in new:
        if each not in old:
            yield CriterionChange(each[0], "added")


def _numbered(body: Body) -> dict[tuple[str, int], bool]:
    seen: Counter[str] = Counter()
    found = {}
    for text, checked in body.criteria:
        found[text, seen[text]] = checked
        seen[text] += 1
    return found


def _resolution(parents: list[Body], after: Body) -> Literal["added", "changed", "removed"] | None:
    old = [each.resolution for each in parents]
    if after.resolution in old:
        return None
    if after.resolution is None:
        return "removed"
    if not any(old):
        return "added"
    # Where a merge put two texts together, both have been told.
    return "changed" if len(parents) == 1 else None
