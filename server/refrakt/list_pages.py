"""Long lists in pages: as many items as an agent can afford, and a cursor for the next call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from refrakt.compact_text import row_length
from refrakt.errors import RefraktError

T = TypeVar("T")
LARGEST = 6_800
"""Characters of text in one page. A single item may be longer."""
LARGEST_REQUESTED = 60_000
"""The same if the caller says how many items the page may have."""
_DIGITS = 9
"""Most digits of a cursor: Python limits how long a number it parses."""


def page_of(
    items: Sequence[T], cursor: str | None, encode: Callable[[T], Any] = lambda item: item, most: int | None = None
) -> tuple[list[T], str | None]:
    """The items from a cursor on that fit into a page, and the next cursor; `encode` makes JSON data of an item."""
    start = _start(cursor, len(items))
    taken: list[T] = []
    size, largest = 0, LARGEST if most is None else LARGEST_REQUESTED
    for each in items[start:]:
        size += row_length(encode(each))
        if (taken and size > largest) or len(taken) == most:
            return taken, str(start + len(taken))
        taken.append(each)
    return taken, None


def _start(cursor: str | None, total: int) -> int:
    if cursor is None:
        return 0
    valid = cursor.isascii() and cursor.isdigit() and len(cursor) <= _DIGITS
    if not valid or int(cursor) >= total:
        raise RefraktError(
            "INVALID_ARGS", f"`{cursor[:40]}` is not a cursor of this list", "Omit `cursor` to get the first page."
        )
    return int(cursor)
