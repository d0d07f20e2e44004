"""An entity of a plan: a spec, a piece of work, a bug, a decision or a milestone, as its file tells it.

Everything that was read has its place in the text beside it, so that whoever changes or marks something in the file need not
look for it again.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from refrakt.plugins import Range
from refrakt_plan.vocabulary import BLOCKED_BY, BLOCKS, MILESTONE, EntityType, Standing, listed

Direction = Literal["blocked-by", "blocks"]
DIRECTIONS: Mapping[str, Direction] = {BLOCKED_BY: "blocked-by", BLOCKS: "blocks"}
"""The sections whose references are dependencies."""


@dataclass(frozen=True, slots=True)
class AttributePlace:
    """Where an attribute stands in the opening tag."""

    key: Range
    value: Range
    """With its quotes."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """A box to tick."""

    text: str
    checked: bool
    mark: Range
    """The one character between the brackets."""
    place: Range
    """From the dash to the end of the line."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A tag that names another entity."""

    id: str
    section: str | None
    """The known section it stands in."""
    place: Range
    """The whole tag."""
    value: Range
    """The id with its quotes."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """An order between this entity and another."""

    id: str
    direction: Direction


@dataclass(frozen=True, slots=True)
class Resolution:
    """What became of it."""

    place: Range
    """From the heading to the next one, or to the end of the entity."""
    body: str
    date: str | None = None
    branch: str | None = None
    pr: str | None = None


@dataclass(frozen=True)
class Entity:
    """One entity, and the text it was read from."""

    file: str
    """Its path below the plan folder, with `/`."""
    path: Path
    source: str
    """The text of the file: in the editor, if it is open there."""
    version: int | None
    """The version of the open buffer; None for a file read from disk."""
    kind: EntityType
    attributes: Mapping[str, str]
    title: str | None
    criteria: tuple[Criterion, ...]
    references: tuple[Reference, ...]
    """Every one of them; `refs` has each id once."""
    sections: tuple[str, ...]
    """The known sections it has, in the order of the text."""
    resolution: Resolution | None
    tag: Range
    """The opening tag."""
    content: Range
    """What stands between the tags."""
    places: Mapping[str, AttributePlace]

    @cached_property
    def id(self) -> str | None:
        """Its id; the name of a milestone."""
        return self.attributes.get(self.kind.key) or None

    @cached_property
    def status(self) -> str | None:
        return self.attributes.get("status") or None

    @cached_property
    def standing(self) -> Standing:
        return self.kind.standing(self.status)

    @property
    def body(self) -> str:
        """The Markdoc between the tags."""
        return self.source[self.content.start : self.content.end].strip()

    @cached_property
    def refs(self) -> tuple[str, ...]:
        """The ids it refers to."""
        return tuple(dict.fromkeys(each.id for each in self.references))

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The ids of what it comes from."""
        return tuple(dict.fromkeys(listed(self.attributes.get("source"))))

    @cached_property
    def pull_requests(self) -> tuple[str, ...]:
        """The pull requests it names; where its tag names none, those of its resolution, as people wrote them once."""
        told = self.resolution.pr if self.resolution is not None else None
        return tuple(listed(self.attributes.get("pr")) or listed(told))

    @cached_property
    def dependencies(self) -> tuple[Dependency, ...]:
        """The orders its two sections for them ask for. A reference anywhere else asks for none."""
        found = (
            Dependency(each.id, DIRECTIONS[each.section])
            for each in self.references
            if each.section is not None and each.section in DIRECTIONS
        )
        return tuple(dict.fromkeys(found))

    @cached_property
    def outward(self) -> tuple[Hashable, ...]:
        """What the checks of other entities look at. While it is the same everywhere, they need not look again."""
        orders = tuple((each.id, each.direction) for each in self.dependencies)
        status = self.status if self.kind is MILESTONE else None
        return self.file, self.kind.name, self.id, status, self.attributes.get("supersedes"), orders

    def as_json(self) -> dict[str, Any]:
        """The record in the names that tools know."""
        scoped = dict.fromkeys((each.id, each.section) for each in self.references)
        told: dict[str, Any] = {
            "file": self.file,
            "type": self.kind.name,
            "attributes": dict(self.attributes),
            "title": self.title,
            "criteria": [{"text": each.text, "checked": each.checked} for each in self.criteria],
            "refs": list(self.refs),
            "scopedRefs": [{"id": id, "section": section} if section else {"id": id} for id, section in scoped],
            "dependencies": [{"id": each.id, "direction": each.direction} for each in self.dependencies],
            "knownSectionsPresent": list(self.sections),
        }
        if self.resolution is not None:
            ended = self.resolution
            facts = {"date": ended.date, "branch": ended.branch, "pr": ended.pr}
            told["resolution"] = {**{name: fact for name, fact in facts.items() if fact}, "body": ended.body}
        return told
