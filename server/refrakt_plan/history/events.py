"""The events of an entity: created, attributes changed, criteria checked, resolved, removed.

A merge has an event only for its own changes: a value or a criterion state that no parent has.
"""

from __future__ import annotations

import os
import posixpath
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from refrakt_plan.history.commit_log import Commit
from refrakt_plan.history.file_versions import EntityContent, EntityTag
from refrakt_plan.history.lineage import EntityChange, EntityVersion

EventKind = Literal["created", "attributes", "criteria", "resolution", "content", "removed"]
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
    """A change of an entity in a commit."""

    kind: EventKind
    id: str | None
    type: str
    file: str
    commit: Commit
    attributes: tuple[AttributeChange, ...] = ()
    criteria: tuple[CriterionChange, ...] = ()
    resolution: Literal["added", "changed", "removed"] | None = None
    initial: Mapping[str, str] | None = None
    """The attributes of a created entity."""

    def as_json(self) -> dict[str, Any]:
        record: dict[str, Any] = {"kind": self.kind, "id": self.id, "type": self.type, "file": self.file}
        record |= commit_json(self.commit)
        if self.attributes:
            record["attributeChanges"] = [
                {"field": each.field, "from": each.before, "to": each.after} for each in self.attributes
            ]
        if self.criteria:
            record["criteriaChanges"] = [{"text": each.text, "action": each.action} for each in self.criteria]
        if self.resolution:
            record["resolutionChange"] = self.resolution
        if self.initial is not None:
            record["initialAttributes"] = dict(self.initial)
        return record


def commit_json(commit: Commit) -> dict[str, Any]:
    return {
        "hash": commit.hash,
        "shortHash": commit.hash[:_SHORT],
        "date": commit.date,
        "author": commit.author,
        "message": commit.message,
    }


def event_of(change: EntityChange, contents: Mapping[str, EntityContent], prefix: bytes) -> Event | None:
    """The event of a change. None for a merge without changes of its own."""
    version = change.version
    file = _relative_path(version.file.path, prefix)
    event = Event("content", version.tag.id, version.tag.type, file, change.commit)
    if change.after is None:
        return replace(event, kind="removed")
    if not change.before:
        return replace(event, kind="created", initial=change.after.tag.attributes)
    after = contents[change.after.file.blob]
    parents = [contents[each.file.blob] for each in change.before]
    attributes = tuple(attribute_changes(change.before, change.after.tag))
    criteria = tuple(_merged_criteria(parents, after))
    resolution = _resolution(parents, after)
    if attributes or criteria or resolution:
        kind: EventKind = "attributes" if attributes else "criteria" if criteria else "resolution"
        return replace(event, kind=kind, attributes=attributes, criteria=criteria, resolution=resolution)
    return event if len(change.commit.parents) < 2 else None


def _relative_path(path: bytes, prefix: bytes) -> str:
    """A path relative to the plan folder."""
    if path.startswith(prefix):
        return path[len(prefix) :].decode("utf-8", "replace")
    return posixpath.relpath(os.fsdecode(path), os.fsdecode(prefix) or ".").encode("utf-8", "replace").decode()


def attribute_changes(before: tuple[EntityVersion, ...], after: EntityTag) -> Iterator[AttributeChange]:
    """The attributes whose value no parent has. A new type is reported as a change of `type`."""
    parents = [each.tag for each in before]
    if all(each.type != after.type for each in parents):
        yield AttributeChange("type", parents[0].type, after.type)
    for field in dict.fromkeys((*parents[0].attributes, *after.attributes)):
        value = after.attributes.get(field)
        if all(each.attributes.get(field) != value for each in parents):
            yield AttributeChange(field, parents[0].attributes.get(field), value)


def _merged_criteria(parents: list[EntityContent], after: EntityContent) -> Iterator[CriterionChange]:
    first, *others = [list(_criteria(each, after)) for each in parents]
    changed = [{each.text for each in other} for other in others]
    for each in first:
        if all(each.text in other for other in changed):
            yield each


def _criteria(before: EntityContent, after: EntityContent) -> Iterator[CriterionChange]:
    """Criteria are matched by text; several with the same text by order."""
    old, new = _numbered(before), _numbered(after)
    for each, checked in old.items():
        if each not in new:
            yield CriterionChange(each[0], "removed")
        elif new[each] != checked:
            yield CriterionChange(each[0], "checked" if new[each] else "unchecked")
    for each in new:
        if each not in old:
            yield CriterionChange(each[0], "added")


def _numbered(content: EntityContent) -> dict[tuple[str, int], bool]:
    seen: Counter[str] = Counter()
    found = {}
    for text, checked in content.criteria:
        found[text, seen[text]] = checked
        seen[text] += 1
    return found


def _resolution(parents: list[EntityContent], after: EntityContent) -> Literal["added", "changed", "removed"] | None:
    old = [each.resolution for each in parents]
    if after.resolution in old:
        return None
    if after.resolution is None:
        return "removed"
    if not any(old):
        return "added"
    # A merge that combines two texts adds nothing: each has its own event.
    return "changed" if len(parents) == 1 else None
