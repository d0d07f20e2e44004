"""Types of frontmatter keys, where a site declares them: content collections of Astro, Keystatic, or a JSON schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

FrontmatterType = Literal["string", "number", "boolean", "enum", "array", "object", "date", "unknown"]

TYPE_NAMES: Mapping[FrontmatterType, str] = {
    "string": "a string",
    "number": "a number",
    "boolean": "true or false",
    "enum": "one of several values",
    "array": "a list",
    "object": "an object",
    "date": "a date",
    "unknown": "anything",
}
"""The types in words."""


@dataclass(frozen=True, slots=True)
class FrontmatterField:
    """One key."""

    type: FrontmatterType = "unknown"
    """`unknown` where the declaration cannot be read: any value is allowed."""
    required: bool = False
    values: tuple[str, ...] = ()
    """The values of an `enum`."""
    description: str | None = None


@dataclass(frozen=True, slots=True)
class FrontmatterSchema:
    """The keys of the frontmatter of a collection."""

    fields: Mapping[str, FrontmatterField]
    open: bool = False
    """Whether there may be other keys in the declaration, which were not read."""
    closed: bool = False
    """Whether the declaration forbids other keys."""
    checked: bool = True
    """Whether pages that do not match are wrong. If it is not certain that they have these keys, it only describes them."""
