"""Where something is typed: the path of the value or of the mapping that gets a key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from refrakt.plugins import Span
from refrakt_forge.documents.source_node import FieldPath

CursorRole = Literal["key", "value", "item"]
"""`item` is an item of a list: a value, or the first key of a mapping."""
CursorStyle = Literal["block", "flow", "json"]


@dataclass(frozen=True, slots=True)
class Cursor:
    """The cursor, by the text before and around it."""

    path: FieldPath
    """Of the value or item; of the mapping for a key. Indices of lists in block style are 0."""
    role: CursorRole
    span: Span
    """The word or string at the cursor, with its quotes."""
    style: CursorStyle
    siblings: frozenset[str] = frozenset()
    """The other keys of the mapping."""
    quote: str = ""
    """The quote that the text at the cursor starts with."""
    has_colon: bool = False
    """Whether a colon follows the key."""
    indentation: str = ""
    """Between the indentation of the line and the key: what follows a dash."""
    needs_space: bool = False
    """Whether the value follows the colon directly."""
