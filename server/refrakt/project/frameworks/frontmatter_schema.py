"""Types of frontmatter keys, where a site declares them: content collections of Astro, and Keystatic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

FrontmatterType = Literal["string", "number", "boolean", "enum", "array", "object", "date", "unknown"]


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
    """The keys of the frontmatter of a collection. With `open`, there may be others."""

    fields: Mapping[str, FrontmatterField]
    open: bool = False
