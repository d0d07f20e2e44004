"""What comes of reading a rune's body by its content model: the value, and the trace of how it came about.

The trace accounts for every child: it went to a field, or it is in `lost` with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from refrakt.markdoc.tree import Node

from .content import Field, HeadingField, ItemField, Zone

Reason = Literal["skipped", "left-over", "extra-zone", "preamble", "not-taken"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A child and the field it went to; `path` names the zone or section before it."""

    node: Node
    field: Field
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """A field that must be there and is not. `before` is the child that stands in its place."""

    field: Field
    before: Node | None = None
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lost:
    """A child that becomes nothing. `field` is the one it was lost to, or would have fitted had it come earlier."""

    node: Node
    reason: Reason
    field: Field | None = None
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a body under a heading, with what was read off the heading."""

    heading: Node | None
    name: str
    values: dict[str, str]
    body: tuple[Node, ...]
    known: str | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """A pattern that found nothing in a heading or an item."""

    node: Node
    field: HeadingField | ItemField


@dataclass(slots=True)
class Trace:
    placed: list[Placed] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    level: int | None = None
    """The heading level that sections were split at."""
    unread: list[Unread] = field(default_factory=list)
    loose: list[Node] = field(default_factory=list)
    """List items whose text stands in paragraphs, which the reference's item models cannot read."""
    empty_zones: list[Zone] = field(default_factory=list)


@dataclass(slots=True)
class Resolution:
    """`value` maps field names to a node, a list of nodes or data; `sections` and `zones` are lists."""

    value: dict[str, Any] = field(default_factory=dict)
    trace: Trace = field(default_factory=Trace)
