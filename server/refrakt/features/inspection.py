"""What is told of a rune that is inspected: its attributes, and what became of its body. Shapes only; `inspect` fills them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from refrakt.runes.resolution import Reason

from .answers import Range

Kind = Literal["sequence", "delimited", "sections", "split", "custom"]
Origin = Literal["own", "preset", "universal", "unknown"]


@dataclass(frozen=True, slots=True)
class AttributeOf:
    """An attribute of the rune. Those that are neither written nor have a default are left out."""

    name: str
    origin: Origin
    value: Any = None
    """What is written, as JSON has it."""
    range: Range | None = None
    """Where it is written; None where it is not."""
    default: Any = None


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the body."""

    range: Range
    kind: str
    """In words: `a level 2 heading`."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class FieldOf:
    """A field of the rune's content model, and what went to it."""

    name: str
    path: tuple[str, ...]
    """The zone or section it belongs to."""
    takes: str
    """In words."""
    optional: bool
    missing: bool
    """Whether it must be there and is not."""
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionOf:
    """A part of the body under a heading."""

    name: str
    heading: Range | None
    becomes: str | None
    """The rune that is made of it."""
    known: str | None
    """The name of the section it is, where the rune knows it."""
    values: dict[str, str]
    """What was read off the heading."""


@dataclass(frozen=True, slots=True)
class LostPart:
    """A piece of the body that is shown nowhere."""

    part: Part
    reason: Reason
    field: str | None
    """The field it was lost to, or would have fitted had it stood earlier."""


@dataclass(frozen=True, slots=True)
class BodyOf:
    """What became of the body."""

    rune: str
    """The rune it belongs to: the one that was asked about, or one that is made of a part of it."""
    kind: Kind
    fields: tuple[FieldOf, ...]
    sections: tuple[SectionOf, ...]
    lost: tuple[LostPart, ...]


@dataclass(frozen=True, slots=True)
class Inspection:
    """A rune at a place."""

    name: str
    """As it is written."""
    rune: str
    package: str
    about: str
    range: Range
    """From its opening tag to the end of its closing tag."""
    opening: Range
    closing: Range | None
    attributes: tuple[AttributeOf, ...]
    content: str
    """What it expects between its tags, in words."""
    bodies: tuple[BodyOf, ...]
    """Its own body first. None where it has none, or where it holds what may become anything: a condition, a partial."""
