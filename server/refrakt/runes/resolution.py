"""The result of resolving a rune's body by its content model: the value, and a trace.

The trace lists every child: it matched a field, or it is in `dropped` with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Field, HeadingField, ItemField, Zone

DropReason = Literal["skipped", "left-over", "extra-zone", "preamble", "not-taken"]


@dataclass(frozen=True, slots=True)
class FieldMatch:
    """A child and the field it matched; `path` is the zone or section of the field."""

    node: Node
    field: Field
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MissingField:
    """A required field without a match. `before` is the child at its position."""

    field: Field
    before: Node | None = None
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DroppedNode:
    """A child that is not rendered. `field` is the required field that skipped it, or one it would match earlier."""

    node: Node
    reason: DropReason
    field: Field | None = None
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ContentSection:
    """A section of a body, with the values extracted from its heading."""

    heading: Node | None
    name: str
    values: dict[str, str]
    body: tuple[Node, ...]
    known: str | None = None


@dataclass(frozen=True, slots=True)
class UnmatchedPattern:
    """A field whose pattern or match found nothing in a heading or item."""

    node: Node
    field: HeadingField | ItemField


@dataclass(slots=True)
class Trace:
    matched: list[FieldMatch] = field(default_factory=list)
    missing: list[MissingField] = field(default_factory=list)
    dropped: list[DroppedNode] = field(default_factory=list)
    sections: list[ContentSection] = field(default_factory=list)
    level: int | None = None
    """The heading level at which sections are split."""
    unmatched_patterns: list[UnmatchedPattern] = field(default_factory=list)
    loose_items: list[Node] = field(default_factory=list)
    """List items with paragraphs, which the reference's item models cannot read."""
    empty_zones: list[Zone] = field(default_factory=list)


@dataclass(slots=True)
class ContentResolution:
    """`value` maps field names to a node, a list of nodes or data; `sections` and `zones` are lists."""

    value: dict[str, Any] = field(default_factory=dict)
    trace: Trace = field(default_factory=Trace)
