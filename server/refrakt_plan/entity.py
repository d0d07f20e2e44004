"""An entity of a plan: a spec, work item, bug, decision or milestone, as read from its file.

Every part keeps its range in the text, so that edits and problems need no second search.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from refrakt.plugins import Span
from refrakt_plan.vocabulary import BLOCKED_BY, BLOCKS, MILESTONE, EntityType, StatusCategory, split_list

Direction = Literal["blocked-by", "blocks"]
DIRECTIONS: Mapping[str, Direction] = {BLOCKED_BY: "blocked-by", BLOCKS: "blocks"}
"""The sections whose references are dependencies."""


@dataclass(frozen=True, slots=True)
class AttributeRanges:
    """Where an attribute is in the opening tag."""

    key: Span
    value: Span
    """Including quotes."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """A checkbox."""

    text: str
    checked: bool
    mark: Span
    """The character between the brackets."""
    range: Span
    """From the dash to the end of the line."""


@dataclass(frozen=True, slots=True)
class EntityReference:
    """A `ref` or `xref` tag that names an entity."""

    id: str
    range: Span
    """The whole tag."""
    value: Span
    """The id with its quotes."""
    section: str | None = None
    """The known section that contains it."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """An edge between this entity and another."""

    id: str
    direction: Direction


@dataclass(frozen=True, slots=True)
class EntityResolution:
    """The `Resolution` section."""

    range: Span
    """From its heading to the next one, or to the end of the entity."""
    body: str
    date: str | None = None
    branch: str | None = None
    pr: str | None = None


@dataclass(frozen=True)
class Entity:
    """One entity and the text it was read from."""

    file: str
    """Its path relative to the plan folder, with `/`."""
    path: Path
    source: str
    """The text of the file, or of the open buffer."""
    version: int | None
    """The version of the open buffer; None for a file on disk."""
    kind: EntityType
    attributes: Mapping[str, str]
    title: str | None
    criteria: tuple[Criterion, ...]
    references: tuple[EntityReference, ...]
    """All of them; `refs` has each id once."""
    sections: tuple[str, ...]
    """The known sections, in text order."""
    resolution: EntityResolution | None
    tag: Span
    """The opening tag."""
    content: Span
    """Between the tags."""
    attribute_ranges: Mapping[str, AttributeRanges]

    @cached_property
    def id(self) -> str | None:
        """Its id; for a milestone, its name."""
        written = self.attributes.get(self.kind.key)
        return written if written and written.strip() else None

    @property
    def name(self) -> str:
        """Its name in messages: its id, otherwise its file."""
        return self.id or self.file

    @property
    def uri(self) -> str:
        """The URI of its MCP resource."""
        return f"refrakt://plan/{self.kind.name}/{quote(self.id or '', safe='')}"

    @cached_property
    def status(self) -> str | None:
        return self.attributes.get("status") or None

    @cached_property
    def category(self) -> StatusCategory:
        return self.kind.category(self.status)

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
        """The ids in its `source` attribute."""
        return tuple(dict.fromkeys(split_list(self.attributes.get("source"))))

    @cached_property
    def pull_requests(self) -> tuple[str, ...]:
        """The pull requests of its `pr` attribute; without one, those of its resolution."""
        resolved_by = self.resolution.pr if self.resolution is not None else None
        return tuple(split_list(self.attributes.get("pr")) or split_list(resolved_by))

    @cached_property
    def dependencies(self) -> tuple[Dependency, ...]:
        """The references in its `Blocked by` and `Blocks` sections. Other references are not dependencies."""
        found = (
            Dependency(each.id, DIRECTIONS[each.section])
            for each in self.references
            if each.section is not None and each.section in DIRECTIONS
        )
        return tuple(dict.fromkeys(found))

    @cached_property
    def public_facts(self) -> tuple[Hashable, ...]:
        """What rules depend on when they check other entities. While it is unchanged in all entities, they need not run again."""
        edges = tuple((each.id, each.direction) for each in self.dependencies)
        status = self.status if self.kind is MILESTONE else None
        return self.file, self.kind.name, self.id, status, self.attributes.get("supersedes"), edges

    def as_json(self) -> dict[str, Any]:
        """The entity with the member names that tools expect."""
        scoped = dict.fromkeys((each.id, each.section) for each in self.references)
        record: dict[str, Any] = {
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
            resolution = self.resolution
            fields = {"date": resolution.date, "branch": resolution.branch, "pr": resolution.pr}
            record["resolution"] = {**{name: value for name, value in fields.items() if value}, "body": resolution.body}
        return record
