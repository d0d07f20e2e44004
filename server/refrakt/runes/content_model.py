"""Content models: the structure of a rune's body, as plain data.

A model declares the *fields* of a body. The resolver assigns every child to a field and records it in a trace, which problems,
completion and rendering use. Models can be converted to JSON and back.

A match expression is a node type (`paragraph`), `any`, `heading:2`, `list:ordered`, `list:unordered`, `tag`, `tag:hint`, or
alternatives with `|`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class ItemField:
    """A value read from one list item. `pattern` is a regular expression for its text, or `remainder`."""

    name: str
    match: str = "text"
    optional: bool = True
    greedy: bool = False
    pattern: str | None = None
    extract: str | None = None
    """The attribute of the matching node to use; its text by default."""
    item: ItemModel | None = None


@dataclass(frozen=True, slots=True)
class ItemModel:
    """The fields of a list item."""

    fields: tuple[ItemField, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a sequence. `greedy` matches several children in a row; `template` is the text an editor inserts for it."""

    name: str
    match: str
    optional: bool = False
    greedy: bool = False
    template: str | None = None
    item: ItemModel | None = None
    emit: str | None = None
    """The rune that each item is converted to."""
    emit_attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FieldSequence:
    """Fields in order."""

    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the body between two delimiters. A body without delimiters belongs to the primary zone."""

    name: str
    fields: tuple[Field, ...] = ()
    primary: bool = False


@dataclass(frozen=True, slots=True)
class Delimited:
    """A body split into zones by a delimiter, such as a thematic break: named zones, or any number of equal ones."""

    delimiter: str = "hr"
    zones: tuple[Zone, ...] = ()
    each: FieldSequence | None = None
    """The content of every zone if their number is not fixed."""


@dataclass(frozen=True, slots=True)
class HeadingField:
    """A value extracted from a section's heading. Patterns are anchored at its start; `remainder` matches the rest."""

    name: str
    pattern: str = "remainder"
    optional: bool = False


@dataclass(frozen=True, slots=True)
class KnownSection:
    """A section with a defined meaning, and its aliases."""

    name: str
    aliases: tuple[str, ...] = ()
    model: FieldSequence | None = None


@dataclass(frozen=True, slots=True)
class Sections:
    """A body split at its headings. `heading` may fix the level (`heading:2`); otherwise it is inferred."""

    heading: str = "heading"
    preamble: tuple[Field, ...] = ()
    body: FieldSequence | None = None
    emit: str | None = None
    """The rune that each section is converted to."""
    emit_attributes: Mapping[str, str] = field(default_factory=dict)
    extract: tuple[HeadingField, ...] = ()
    known: tuple[KnownSection, ...] = ()
    implicit: Mapping[str, str] | None = None
    """The attributes of the single section of a body without headings."""


@dataclass(frozen=True, slots=True)
class Split:
    """A body split at the headings of one level: that of the `first` heading, or a fixed one.

    This describes runes whose body is split by code. `preamble` matches the children before the first such heading; other
    children there are dropped.
    """

    level: Literal["first"] | int = "first"
    preamble: str = "any"
    emit: str | None = None
    emit_attributes: Mapping[str, str] = field(default_factory=dict)
    headless: str | None = "any"
    """What a body without such headings may contain; None if it must have one."""
    part: str = "any"
    """What a part may contain; other children are dropped."""


@dataclass(frozen=True, slots=True)
class Custom:
    """A body that is processed by the rune's code. `takes` matches the children it uses; the rest is dropped."""

    takes: str = "any"
    needs: str | None = None
    """At least one child must match this for the rune to show anything."""


@dataclass(frozen=True, slots=True)
class Needed:
    """What a body must have for the rune to show anything, where its model accepts any content.

    The nodes may be on any level. `purpose` says what the rune does with them. The match `part` counts the parts
    between thematic breaks.
    """

    match: str
    purpose: str
    least: int = 1
    most: int | None = None
    """How many are shown."""
    heading: str = ""
    """What the headings of its parts look like, if not any heading begins a part: a name and a price, as in the example."""
    example: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """True if a child matches, or if an attribute has one of these values (any value if there are none)."""

    child: str | None = None
    attribute: str | None = None
    values: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Conditional:
    """The first model whose condition is true, else the default."""

    when: tuple[tuple[Condition, ContentModel], ...]
    default: ContentModel


ContentModel = FieldSequence | Delimited | Sections | Split | Custom | Conditional


# Shorthands for rune definitions ------------------------------------------------------------------------------------


def one(name: str, match: str, *, template: str | None = None, item: ItemModel | None = None) -> Field:
    """A required field."""
    return Field(name, match, template=template, item=item)


def opt(
    name: str,
    match: str,
    *,
    template: str | None = None,
    item: ItemModel | None = None,
    emit: str | None = None,
    emit_attributes: Mapping[str, str] | None = None,
) -> Field:
    """An optional field."""
    return Field(name, match, True, False, template, item, emit, emit_attributes or {})


def many(name: str, match: str = "any", *, template: str | None = None) -> Field:
    """A field for any number of children in a row."""
    return Field(name, match, optional=True, greedy=True, template=template)


def sequence(*fields: Field) -> FieldSequence:
    return FieldSequence(fields)


def rest(name: str = "body") -> FieldSequence:
    """A body with any content."""
    return FieldSequence((many(name),))


EMPTY = FieldSequence()
"""A rune without a body."""
