"""Elements that a theme adds to a rune or moves inside of it, apart from its blocks and layout.

Runes of this distribution use blocks and layouts. Plugins that extend a rune add elements, and themes of sites hide, group and move
parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class FromModifier:
    """The value of a modifier."""

    name: str


@dataclass(frozen=True, slots=True)
class Repeat:
    """Copies of an element: as many as the modifier `count` says, the first `filled` of them marked."""

    count: str
    element: StructureEntry
    filled: str | None = None
    filled_element: StructureEntry | None = None
    max: int = 10


@dataclass(frozen=True, slots=True)
class StructureEntry:
    """An element with static content, the value of a modifier, or copies of another element."""

    tag: str
    part: str | None = None
    """Its `data-name`; its key if empty."""
    before: bool = False
    """Whether it is before the content."""
    children: tuple[str | StructureEntry, ...] = ()
    attributes: Mapping[str, str | FromModifier] = field(default_factory=dict)
    condition: str | None = None
    any_condition: tuple[str, ...] = ()
    """Modifiers of which one must have a value."""
    text: str | None = None
    """The modifier whose value is its text."""
    transform: Literal["duration", "uppercase", "capitalize"] | None = None
    text_prefix: str = ""
    text_suffix: str = ""
    label: str | None = None
    label_hidden: bool = False
    text_key: str | None = None
    """The key of the label in translations, if it is not the usual one."""
    meta_type: str | None = None
    sentiments: Mapping[str, str] = field(default_factory=dict)
    icon: bool = False
    """Whether it is an empty element for an icon."""
    repeat: Repeat | None = None


@dataclass(frozen=True, slots=True)
class PartGroup:
    """A new element around parts."""

    tag: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relocation:
    """The part that another part is moved into."""

    into: str
    position: Literal["prepend", "append"] | None = None


@dataclass(frozen=True, slots=True)
class Projection:
    """Changes of finished parts: hidden ones, then groups, then moves."""

    hide: tuple[str, ...] = ()
    group: Mapping[str, PartGroup] = field(default_factory=dict)
    relocate: Mapping[str, Relocation] = field(default_factory=dict)
