"""Content models: what a rune expects between its tags, as plain data.

A model names the *fields* a rune reads its body into. The resolver follows it and can tell, for every child, where it went;
problems, completion and rendering are all read off that. Everything here can be written as JSON and read back.

A match says what a field takes: a node type (`paragraph`), `any`, `heading:2`, `list:ordered`, `list:unordered`, `tag`,
`tag:hint`, or alternatives with `|`.
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
    """The attribute to take from the node that matches; without it, its text."""
    item: ItemModel | None = None


@dataclass(frozen=True, slots=True)
class ItemModel:
    """How each item of a list is taken apart."""

    fields: tuple[ItemField, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One place in a sequence. `greedy` takes all that match in a row; `template` is what an editor may put there."""

    name: str
    match: str
    optional: bool = False
    greedy: bool = False
    template: str | None = None
    item: ItemModel | None = None
    emit: str | None = None
    """The rune that each item becomes."""
    emit_attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sequence:
    """Fields one after the other."""

    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the body between two delimiters. The primary one takes a body that has no delimiter."""

    name: str
    fields: tuple[Field, ...] = ()
    primary: bool = False


@dataclass(frozen=True, slots=True)
class Delimited:
    """A body split into zones, by a thematic break for instance: named ones, or any number of the same kind."""

    delimiter: str = "hr"
    zones: tuple[Zone, ...] = ()
    each: Sequence | None = None
    """What every zone holds where their number is free."""


@dataclass(frozen=True, slots=True)
class HeadingField:
    """A value read off a section's heading. Patterns are anchored at its start; `remainder` takes what is left."""

    name: str
    pattern: str = "remainder"
    optional: bool = False


@dataclass(frozen=True, slots=True)
class KnownSection:
    """A section with a meaning of its own, and the other names it goes by."""

    name: str
    aliases: tuple[str, ...] = ()
    model: Sequence | None = None


@dataclass(frozen=True, slots=True)
class Sections:
    """A body split at its headings. `heading` may fix a level (`heading:2`); otherwise it is found out."""

    heading: str = "heading"
    preamble: tuple[Field, ...] = ()
    body: Sequence | None = None
    emit: str | None = None
    """The rune that each section becomes."""
    emit_attributes: Mapping[str, str] = field(default_factory=dict)
    extract: tuple[HeadingField, ...] = ()
    known: tuple[KnownSection, ...] = ()
    implicit: Mapping[str, str] | None = None
    """Without any heading the whole body is one section with these attributes."""


@dataclass(frozen=True, slots=True)
class Split:
    """A body split at the headings of one level: the `first` one's, or a fixed one. What each part holds is free.

    This says in data what some runes do in code. `preamble` is what may stand before the first such heading; anything
    else there is lost.
    """

    level: Literal["first"] | int = "first"
    preamble: str = "any"
    emit: str | None = None
    emit_attributes: Mapping[str, str] = field(default_factory=dict)
    headless: str | None = "any"
    """What a body without such headings may hold; None where it must have one."""


@dataclass(frozen=True, slots=True)
class Custom:
    """A body that the rune's own code takes apart. `takes` are the children it makes something of, the rest is lost."""

    takes: str = "any"
    needs: str | None = None
    """At least one child of this kind must be there for the rune to show anything."""


@dataclass(frozen=True, slots=True)
class Condition:
    """True if a child matches, or if an attribute has one of these values (or, without values, any)."""

    child: str | None = None
    attribute: str | None = None
    values: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Conditional:
    """The first model whose condition holds, else the default."""

    when: tuple[tuple[Condition, Content], ...]
    default: Content


Content = Sequence | Delimited | Sections | Split | Custom | Conditional


# Short forms, for rune definitions ------------------------------------------------------------------------------------


def one(name: str, match: str, *, template: str | None = None, item: ItemModel | None = None) -> Field:
    """A field that must be there."""
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
    """A field that may be there."""
    return Field(name, match, True, False, template, item, emit, emit_attributes or {})


def many(name: str, match: str = "any", *, template: str | None = None) -> Field:
    """A field for any number of children in a row, none included."""
    return Field(name, match, optional=True, greedy=True, template=template)


def sequence(*fields: Field) -> Sequence:
    return Sequence(fields)


def rest(name: str = "body") -> Sequence:
    """A body that may hold anything."""
    return Sequence((many(name),))


EMPTY = Sequence()
"""A rune without a body."""
