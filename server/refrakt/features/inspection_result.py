"""The result types of `inspect_rune`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from refrakt.markdoc.tree import Span
from refrakt.runes.resolution import DropReason

ContentKind = Literal["sequence", "delimited", "sections", "split", "custom"]
AttributeOrigin = Literal["own", "preset", "universal", "unknown"]


@dataclass(frozen=True, slots=True)
class InspectedAttribute:
    """An attribute that is written or has a default."""

    name: str
    origin: AttributeOrigin
    value: Any = None
    """The written value as JSON."""
    range: Span | None = None
    """Where it is written; None where it is not."""
    default: Any = None


@dataclass(frozen=True, slots=True)
class BodyPart:
    """A node of the body."""

    range: Span
    kind: str
    """In words: `a level 2 heading`."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class InspectedField:
    """A field of the content model, and the parts assigned to it."""

    name: str
    path: tuple[str, ...]
    """The zone or section it belongs to."""
    takes: str
    """What it accepts, in words."""
    optional: bool
    missing: bool
    """Whether it is required and absent."""
    parts: tuple[BodyPart, ...] = ()


@dataclass(frozen=True, slots=True)
class InspectedSection:
    """A section of the body."""

    name: str
    heading: Span | None
    becomes: str | None
    """The rune that is made of it."""
    known: str | None
    """The name of the declared section it matches."""
    values: dict[str, str]
    """The values parsed from the heading."""


@dataclass(frozen=True, slots=True)
class LostPart:
    """A part of the body that is not rendered."""

    part: BodyPart
    reason: DropReason
    field: str | None
    """The field that it conflicts with, or that it would match earlier in the body."""


@dataclass(frozen=True, slots=True)
class InspectedBody:
    """How a body was matched against its content model."""

    rune: str
    """The inspected rune, or one that is made of a part of it."""
    kind: ContentKind
    fields: tuple[InspectedField, ...]
    sections: tuple[InspectedSection, ...]
    lost: tuple[LostPart, ...]


@dataclass(frozen=True, slots=True)
class Inspection:
    """A rune on a page."""

    name: str
    """The name as written."""
    rune: str
    package: str
    about: str
    range: Span
    """From its opening tag to the end of its closing tag."""
    opening: Span
    closing: Span | None
    attributes: tuple[InspectedAttribute, ...]
    content: str
    """The expected content, in words."""
    bodies: tuple[InspectedBody, ...]
    """Its own body first. Empty where it has none, or where its content is only known at build time: a condition, a partial."""
